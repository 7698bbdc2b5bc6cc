import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { ClipboardEvent } from 'react';
import { currencyOf } from '#contract/money-text.ts';
import { readPastedSum } from './money-text.ts';

interface PriceInputProps extends NumberInputProps {
  /** ISO 4217 code; undefined while it is not known, or where it is a percentage. */
  currency: string | undefined;
}

/** A sum. Nothing is clamped: what is wrong gets its sentence instead of being changed silently. */
export const PriceInput = ({ currency, ...props }: PriceInputProps) => {
  const symbol = currency === undefined ? '' : currencyOf(currency).symbol;
  // the field itself takes a single comma for a decimal point, and makes 1.25 of 1,250
  const pasteSum = (event: ClipboardEvent<HTMLInputElement>) => {
    const sum = readPastedSum(event.clipboardData.getData('text'), currency === undefined ? 2 : currencyOf(currency).decimals);
    if (sum === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    props.onChange?.(value.slice(0, selectionStart ?? 0) + sum + value.slice(selectionEnd ?? value.length));
  };
  return (
    <NumberInput
      inputMode="decimal"
      min={0}
      clampBehavior="none"
      hideControls
      allowedDecimalSeparators={['.', ',']}
      onPasteCapture={pasteSum}
      {...(symbol !== '' && { leftSection: <span aria-hidden>{symbol}</span>, leftSectionWidth: 16 + symbol.length * 11 })}
      {...props}
    />
  );
};
