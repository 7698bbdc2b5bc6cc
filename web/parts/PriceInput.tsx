import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { currencyOf } from '#contract/money-text.ts';
import { readPastedSum } from './money-text.ts';

interface PriceInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** ISO 4217 code; undefined while it is not known, or where it is a percentage. */
  currency: string | undefined;
  value?: string | number;
  /** Gets a number, or the text while it is none. */
  onChange?: (value: string | number) => void;
}

/** As the wire has it: 1500 of 1,500 and 1250.00 of 1.250,00. */
const plainOf = (text: string, decimals: number): string => readPastedSum(text, decimals) ?? text.replaceAll(/[\s\p{Sc}]/gu, '');
const readSum = (plain: string): string | number => (/^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : plain);

/** A sum, typed or pasted as people write it. What is wrong gets its sentence instead of being changed silently. */
export const PriceInput = ({ currency, value = '', onChange, onBlur, ...props }: PriceInputProps) => {
  const { symbol, decimals } = currency === undefined ? { symbol: '', decimals: 2 } : currencyOf(currency);
  const [typed, setTyped] = useState('');
  const plain = plainOf(typed, decimals);
  return (
    <TextInput
      inputMode="decimal"
      {...(symbol !== '' && { leftSection: <span aria-hidden>{symbol}</span>, leftSectionWidth: 16 + symbol.length * 11 })}
      {...props}
      // the form may hold another one by now
      value={readSum(plain) === value ? typed : String(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange?.(readSum(plainOf(currentTarget.value, decimals)));
      }}
      onBlur={(event) => {
        // how it was read is seen before it is saved
        setTyped(plain);
        onBlur?.(event);
      }}
    />
  );
};
