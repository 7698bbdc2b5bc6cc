import { moneyText } from '#contract/money-text.ts';

interface MoneyProps {
  /** A decimal number, as the wire has it. */
  value: number;
  /** ISO 4217 code. */
  currency: string;
  className?: string | undefined;
}

/** A sum in figures of equal width. */
export const Money = ({ value, currency, className }: MoneyProps) => (
  <span className={className ? `money ${className}` : 'money'}>{moneyText(value, currency)}</span>
);
