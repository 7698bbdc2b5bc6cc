import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { currencyOf } from '#contract/money-text.ts';
import { plainSum, unclearSum } from './money-text.ts';

interface PriceInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** ISO 4217 code; undefined while it is not known, null where it is a percentage. */
  currency: string | null | undefined;
  value?: string | number;
  /** Gets a number, or the text while it is none. */
  onChange?: (value: string | number) => void;
}

const readSum = (plain: string): string | number => (/^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : plain);

/** A sum, typed or pasted as people write it. What is wrong gets its sentence instead of being changed silently. */
export const PriceInput = ({ currency, value = '', onChange, onBlur, error, ...props }: PriceInputProps) => {
  // of a percentage three digits behind a point or a comma are decimals
  // and while a currency is not known 1,500 is no 1.5: it is read as most have it
  const { symbol, decimals } = currency == null ? { symbol: '', decimals: currency === null ? 3 : 2 } : currencyOf(currency);
  const [typed, setTyped] = useState('');
  const [isLeft, setLeft] = useState(false);
  /** What the form was given while the currency was not known. */
  const unsure = useRef<string | number>(undefined);
  // 5 % is a percentage, never a sum
  const read = (text: string) => plainSum(currency === null ? text.replace(/[%٪]\s*$/, '') : text, decimals);
  const plain = read(typed);
  const readAgain = useEffectEvent(() => {
    // the form may hold another one by now
    if (unsure.current !== undefined && unsure.current === value) onChange?.(readSum(plain));
    unsure.current = undefined;
  });
  useEffect(() => {
    if (currency !== undefined) readAgain();
  }, [currency]);
  // not while it is typed: 1.500 may become 1.500,00
  const unclear = isLeft || error ? unclearSum(typed, decimals) : undefined;
  return (
    <TextInput
      inputMode="decimal"
      {...(symbol !== '' && { leftSection: <span aria-hidden>{symbol}</span>, leftSectionWidth: 16 + symbol.length * 11 })}
      {...props}
      error={unclear ?? error}
      // the form may hold another one by now
      value={readSum(plain) === value ? typed : String(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        setLeft(false);
        const given = readSum(read(currentTarget.value));
        unsure.current = currency === undefined ? given : undefined;
        onChange?.(given);
      }}
      onBlur={(event) => {
        // how it was read is seen once the field is left; what is no sum stays as it was typed
        if (typeof readSum(plain) === 'number') setTyped(plain);
        setLeft(true);
        onBlur?.(event);
      }}
    />
  );
};
