import { TextInput, type TextInputProps } from '@mantine/core';
import { latinDigits } from '#contract/digits.ts';
import { CODE_DIGITS } from '#contract/second-factor.ts';
import classes from './CodeField.module.css';

interface CodeFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string;
  onChange: (digits: string) => void;
  /** The last digit was typed or pasted. */
  onFull?: (digits: string) => void;
}

/** The six digits of an authenticator app, typed or pasted with whatever stands between them. */
export const CodeField = ({ value = '', onChange, onFull, ...rest }: CodeFieldProps) => (
  <TextInput
    inputMode="numeric"
    autoComplete="one-time-code"
    placeholder="000000"
    classNames={{ input: classes.input }}
    {...rest}
    value={value}
    onChange={({ currentTarget }) => {
      const digits = latinDigits(currentTarget.value).replace(/\D/g, '').slice(0, CODE_DIGITS);
      onChange(digits);
      if (digits.length === CODE_DIGITS && digits !== value) onFull?.(digits);
    }}
  />
);
