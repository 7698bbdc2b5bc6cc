import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '#web/platform/testing.tsx';
import { PriceInput } from './PriceInput.tsx';

const Form = ({ currency }: { currency: string | null | undefined }) => {
  const [value, setValue] = useState<string | number>('');
  return (
    <>
      <PriceInput label="Price" currency={currency} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
};

test.each([
  ['a currency that is not known yet', undefined, '1500'],
  ['a currency of two decimals', 'USD', '1500'],
  ['a currency of three decimals', 'KWD', '1.5'],
  ['a percentage', null, '1.5'],
])('1,500 is read of %s', async (_, currency, sum) => {
  const { user } = show(<Form currency={currency} />);
  await user.type(screen.getByRole('textbox', { name: 'Price' }), '1,500');
  expect(screen.getByRole('status').textContent).toBe(sum);
});

test('while the currency is not known 1.500 is asked about', async () => {
  const { user } = show(<Form currency={undefined} />);
  await user.type(screen.getByRole('textbox', { name: 'Price' }), '1.500');
  await user.tab();
  expect(screen.getByText('Please write 1500 or 1.50!')).toBeDefined();
});

const Late = ({ currency }: { currency: string }) => {
  const [isKnown, setKnown] = useState(false);
  return (
    <>
      <Form currency={isKnown ? currency : undefined} />
      <button type="button" onClick={() => setKnown(true)}>
        The currency comes
      </button>
    </>
  );
};

test.each([
  ['1,500', 'KWD', '1.5'],
  ['1,500', 'USD', '1500'],
  ['1.500', 'KWD', '1.5'],
])('what was typed before the currency was known is read again when it comes: %s of %s', async (typed, currency, sum) => {
  const { user } = show(<Late currency={currency} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' });
  await user.type(field, typed);
  // nobody leaves the field
  act(() => screen.getByRole('button', { name: 'The currency comes' }).click());
  expect([screen.getByRole('status').textContent, field.value]).toEqual([sum, typed]);
});
