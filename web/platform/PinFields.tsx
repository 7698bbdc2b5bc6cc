import { Avatar, PasswordInput } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { latinDigits } from '#contract/digits.ts';
import classes from './approval.module.css';
import { smallPhoto } from './photos.ts';

/** The digits of the longest PIN (contract/approvals.ts). */
export const PIN_MAX = 6;

export interface Colleague {
  username: string;
  name: string;
  photo: string | null;
}

interface PinFieldsProps {
  colleagues: readonly Colleague[];
  /** The username of the one that was touched. */
  chosen: string | undefined;
  pin: string;
  error: ReactNode;
  onChosen: (username: string) => void;
  onPin: (pin: string) => void;
}

/** Who stands beside the till, and their PIN. A form around it listens for Enter. */
export const PinFields = ({ colleagues, chosen, pin, error, onChosen, onPin }: PinFieldsProps) => {
  const name = useId();
  const digits = useRef<HTMLInputElement>(null);
  return (
    <>
      <fieldset className={classes.people}>
        <legend className="sr-only">Colleague</legend>
        {colleagues.map((colleague) => (
          <label key={colleague.username} className={classes.person}>
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={chosen === colleague.username}
              onChange={() => onChosen(colleague.username)}
              // after a touch the digits follow at once; arrow keys go on through the names
              onClick={({ detail }) => detail > 0 && digits.current?.focus()}
            />
            <Avatar name={colleague.name} src={colleague.photo && smallPhoto(colleague.photo)} color="ember" size={36} alt="" aria-hidden />
            <span className={classes.name}>{colleague.name}</span>
          </label>
        ))}
      </fieldset>
      <PasswordInput
        ref={digits}
        label="PIN"
        inputMode="numeric"
        // no password of the browser's: several people use this device
        autoComplete="one-time-code"
        maxLength={PIN_MAX}
        // the keyboard of a tablet has its key beside the digits
        enterKeyHint="go"
        autoFocus={colleagues.length === 1}
        data-autofocus={colleagues.length === 1 || undefined}
        classNames={{ innerInput: classes.pin }}
        visibilityToggleButtonProps={{ 'aria-label': 'Show PIN' }}
        value={pin}
        onChange={({ currentTarget }) => onPin(latinDigits(currentTarget.value).replace(/\D/g, ''))}
        error={error}
      />
    </>
  );
};
