import type { UseFormReturnType } from '@mantine/form';
import { addUp, type LineTax, readTax, toDecimal, toMinor } from '#contract/pricing.ts';
import type { Tax } from '#contract/taxes.ts';
import { Money } from '#web/parts/Money.tsx';
import { currencyOf } from '#contract/money-text.ts';
import type { ItemValues } from './item-form.ts';
import classes from './ItemFields.module.css';

interface GuestPaysProps {
  form: UseFormReturnType<ItemValues>;
  taxes: readonly Tax[];
  currency: string;
}

const taxBy = (taxes: readonly Tax[], id: string | null): LineTax | null => {
  const tax = taxes.find((one) => String(one.id) === id);
  return readTax(tax ? { ...tax, rate: tax.inForce ?? tax.rate } : null);
};

/** What a guest pays for the dish eaten in and taken away, net and tax, as the price is typed. */
export const GuestPays = ({ form, taxes, currency }: GuestPaysProps) => {
  const { price, taxId, taxIdTakeaway } = form.getValues();
  const { decimals } = currencyOf(currency);
  const unitPrice = toMinor(price, decimals);
  if (unitPrice === undefined || price === '') return null;
  const money = (minor: bigint) => <Money value={toDecimal(minor, decimals)} currency={currency} />;
  const row = (name: string, id: string | null) => {
    const { net, tax, total } = addUp([{ unitPrice, quantity: 1, tax: taxBy(taxes, id) }]);
    return (
      <p className={classes.pays}>
        {name}: the guest pays <strong>{money(total)}</strong>, {money(net)} net and {money(tax)} tax
      </p>
    );
  };
  return (
    <div className={classes.wide} role="status">
      {row('Dine-In', taxId)}
      {row('Take Away, Delivery', taxIdTakeaway ?? taxId)}
    </div>
  );
};
