import { Checkbox, NumberInput } from '@mantine/core';
import { type Right, rights } from '#contract/permissions.ts';
import { rightWords } from '#web/platform/right-words.ts';
import classes from './AccessFields.module.css';

/** Percent; an empty field is no limit. */
export type Limit = number | string;

interface RightFieldsProps {
  /** What whoever grants has. */
  held: readonly Right[];
  value: readonly Right[];
  onChange: (rights: Right[]) => void;
  limit: Limit;
  limitError: React.ReactNode;
  onLimit: (limit: Limit) => void;
}

/** Single acts in words: who lacks one asks a colleague beside the till, who types a PIN. */
export const RightFields = ({ held, value, onChange, limit, limitError, onLimit }: RightFieldsProps) => {
  return (
    <Checkbox.Group value={[...value]} onChange={(chosen) => onChange(rights.filter((right) => chosen.includes(right)))}>
      <fieldset className={classes.group}>
        <legend>May alone</legend>
        <p className={classes.hint}>Without it a colleague who may types a PIN at the till.</p>
        {rights
          .filter((right) => held.includes(right) || value.includes(right))
          .map((right) => (
            <div key={right}>
              <Checkbox value={right} size="sm" label={rightWords[right].charAt(0).toUpperCase() + rightWords[right].slice(1)} />
              {right === 'discount' && value.includes(right) && (
                <NumberInput
                  label="Discounts of at most"
                  description="Percent; empty is no limit"
                  suffix=" %"
                  min={0}
                  max={100}
                  clampBehavior="none"
                  allowDecimal={false}
                  value={limit}
                  onChange={onLimit}
                  error={limitError}
                  maw={220}
                  mb="xs"
                />
              )}
            </div>
          ))}
      </fieldset>
    </Checkbox.Group>
  );
};
