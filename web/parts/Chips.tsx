import type { ReactNode } from 'react';
import classes from './Chips.module.css';

/** One row that is pushed aside: forty of them must not push what they choose from out of sight. */
export const Chips = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="group" aria-label={label} className={classes.chips}>
    {children}
  </div>
);

interface ChipProps {
  isOn: boolean;
  onClick: () => void;
  children: ReactNode;
}

export const Chip = ({ isOn, onClick, children }: ChipProps) => (
  <button type="button" className={`chip ${classes.chip} tabular`} aria-pressed={isOn} onClick={onClick}>
    {children}
  </button>
);
