import { NumberInput, type NumberInputProps } from '@mantine/core';
import { currencyOf } from '#web/parts/money-text.ts';
import { pastesDecimal } from '#web/parts/pasted-decimal.ts';

interface PriceInputProps extends NumberInputProps {
  /** ISO 4217 code; undefined while it is not known. */
  currency: string | undefined;
}

/** A sum of the store's currency. Nothing is clamped: what is wrong gets its sentence instead of being changed silently. */
export const PriceInput = ({ currency, ...props }: PriceInputProps) => {
  const symbol = currency === undefined ? '' : currencyOf(currency).symbol;
  return (
    <NumberInput
      inputMode="decimal"
      min={0}
      clampBehavior="none"
      hideControls
      allowedDecimalSeparators={['.', ',']}
      onPaste={pastesDecimal(props.onChange)}
      leftSection={<span aria-hidden>{symbol}</span>}
      leftSectionWidth={16 + symbol.length * 11}
      {...props}
    />
  );
};
