import { NumberInput } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { Dispatch } from 'react';
import { COVERS_MAX } from '#contract/pos.ts';
import type { SaleAction } from './cart.ts';
import classes from './PlacePicker.module.css';

interface GuestsFieldProps {
  /** Null: nobody has said. */
  covers: number | null;
  /** The table has a bill already, which says how many there are. */
  isOfBill: boolean;
  dispatch: Dispatch<SaleAction>;
}

/** How many guests there are, where a charge depends on it. */
export const GuestsField = ({ covers, isOfBill, dispatch }: GuestsFieldProps) => (
  <NumberInput
    aria-label="Guests"
    leftSection={<IconUsers size={16} stroke={1.75} aria-hidden />}
    leftSectionWidth={26}
    classNames={{ input: classes.guests }}
    inputMode="numeric"
    min={0}
    max={COVERS_MAX}
    clampBehavior="strict"
    allowDecimal={false}
    allowNegative={false}
    hideControls
    readOnly={isOfBill}
    data-hint={isOfBill ? 'Guests are changed on the bill.' : 'Guests'}
    value={covers ?? ''}
    onChange={(value) => dispatch({ type: 'covers', covers: typeof value === 'number' ? value : null })}
  />
);
