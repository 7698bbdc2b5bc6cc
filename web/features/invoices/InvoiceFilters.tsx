import { NativeSelect } from '@mantine/core';
import type { Reply } from '#contract/endpoint.ts';
import type { initInvoices } from '#contract/invoices.ts';
import { deliveryTypes } from '#contract/pos.ts';
import { deliveryTitles } from '#web/parts/delivery-titles.ts';
import classes from './InvoicesScreen.module.css';

const names = ['payment', 'dining', 'member'] as const;
type Name = (typeof names)[number];

interface Place {
  read: (name: string) => string;
  change: (changes: Record<string, string>) => void;
}

/** What the address narrows the list by, as a call asks for it; what is none of these is left out. */
export const narrowingOf = (read: Place['read']) => {
  const deliveryType = deliveryTypes.find((known) => known === read('dining'));
  return {
    ...(/^[1-9]\d{0,15}$/.test(read('payment')) && { paymentTypeId: read('payment') }),
    ...(deliveryType && { deliveryType }),
    ...(read('member') && { member: read('member') }),
  };
};

/** All invoices of the period again. */
export const NO_FILTERS: Record<Name, string> = { payment: '', dining: '', member: '' };

/** Payment type, dining option and member; each stands in the address. */
export const InvoiceFilters = ({
  read,
  change,
  filters: { paymentTypes, members },
}: Place & { filters: Reply<typeof initInvoices>['filters'] }) => {
  const choice = (name: Name, label: string, all: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      className={classes.filter}
      aria-label={label}
      data={[{ value: '', label: all }, ...data]}
      value={read(name)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {choice(
        'payment',
        'Payment type',
        'All payment types',
        paymentTypes.map(({ id, title }) => ({ value: String(id), label: title })),
      )}
      {choice(
        'dining',
        'Dining option',
        'All dining options',
        deliveryTypes.map((value) => ({ value, label: deliveryTitles[value] })),
      )}
      {choice(
        'member',
        'Member',
        'Everybody',
        members.map(({ username, name }) => ({ value: username, label: name })),
      )}
    </>
  );
};
