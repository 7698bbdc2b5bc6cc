import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { Check } from '#contract/checks.ts';
import { COVERS_MAX } from '#contract/pos.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { billName } from '#web/parts/bill-text.ts';
import classes from './SplitDialog.module.css';

interface CoversDialogProps {
  check: Check;
  isPending: boolean;
  onCovers: (covers: number) => void;
  onClose: () => void;
}

const few = Array.from({ length: 12 }, (_, place) => place + 1);

/** How many guests a bill is of: one touch for a few, or typed. */
export const CoversDialog = ({ check, isPending, onCovers, onClose }: CoversDialogProps) => {
  const [covers, setCovers] = useState<string | number>(check.covers ?? '');
  return (
    <Dialog
      opened
      onClose={() => isPending || onClose()}
      title={`Guests – ${billName(check)}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending && typeof covers === 'number') onCovers(covers);
      }}
      footer={
        <>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" loading={isPending} disabled={typeof covers !== 'number'}>
            Save
          </Button>
        </>
      }
    >
      <div role="group" aria-label="Guests" className={classes.counts}>
        {few.map((number) => (
          <button
            key={number}
            type="button"
            className={`chip ${classes.count}`}
            aria-pressed={number === check.covers}
            disabled={isPending}
            onClick={() => onCovers(number)}
          >
            {number}
          </button>
        ))}
      </div>
      <NumberInput
        mt="md"
        label="Another number"
        min={0}
        max={COVERS_MAX}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={covers}
        onChange={setCovers}
      />
    </Dialog>
  );
};
