import { NumberInput, type NumberInputProps } from '@mantine/core';

/** Whole minutes; the description stands below, so that fields side by side stay in line. */
export const MinutesInput = (props: NumberInputProps) => (
  <NumberInput
    suffix=" min"
    inputMode="numeric"
    allowDecimal={false}
    allowNegative={false}
    hideControls
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    {...props}
  />
);
