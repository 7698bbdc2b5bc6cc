import { IconBackspace } from '@tabler/icons-react';
import classes from './KeyPad.module.css';

interface KeyPadProps {
  /** Digits behind the point that the currency has. */
  decimals: number;
  onKey: (key: string) => void;
}

/** A text after a key; `isFresh`: what stands there was not typed, and is replaced. */
export const typed = (text: string, key: string, isFresh: boolean, decimals: number): string => {
  if (key === 'back') return isFresh ? '' : text.slice(0, -1);
  const before = isFresh ? '' : text;
  if (key === '.') return before.includes('.') ? before : `${before || '0'}.`;
  const [, fraction] = before.split('.');
  if (fraction !== undefined && fraction.length >= decimals) return before;
  return before === '0' ? key : `${before}${key}`;
};

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back'];

/** Digits for a finger; a keyboard types into the fields themselves. */
export const KeyPad = ({ decimals, onKey }: KeyPadProps) => (
  <div role="group" aria-label="Key pad" className={classes.pad}>
    {keys.map((key) => (
      <button
        key={key}
        type="button"
        className={`chip ${classes.key}`}
        aria-label={key === 'back' ? 'Delete the last digit' : key === '.' ? 'Decimal point' : undefined}
        disabled={key === '.' && decimals === 0}
        // the fields are typed into by keyboard: Tab goes past twelve keys
        tabIndex={-1}
        onClick={() => onKey(key)}
      >
        {key === 'back' ? <IconBackspace size={22} stroke={1.75} aria-hidden /> : key}
      </button>
    ))}
  </div>
);
