import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { groupBy } from '#contract/group-by.ts';
import type { Check } from '#contract/checks.ts';
import { PART_LINES_MOST, PARTS_MOST } from '#contract/checks.ts';
import { receivedOf } from '#web/parts/cash.ts';
import { currencyOf, moneyText } from '#contract/money-text.ts';
import { Money } from '#web/parts/Money.tsx';
import { readEntry } from '#web/parts/payment-entry.ts';
import { useDiscard } from '#web/parts/use-discard.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { billName } from '#web/parts/bill-text.ts';
import { KeyPad, typed } from '#web/parts/KeyPad.tsx';
import { evenShares } from './shares.ts';
import { leftOf, type Part, stillThere } from './split.ts';
import classes from './SplitDialog.module.css';
import { SplitItems } from './SplitItems.tsx';

type Way = 'items' | 'even' | 'amount';
const ways = [
  { value: 'items', label: 'By items' },
  { value: 'even', label: 'Evenly' },
  { value: 'amount', label: 'By amount' },
];
const counts = Array.from({ length: PARTS_MOST - 1 }, (_, place) => place + 2);

/** '$15.39 each', or '2 × $15.40, 2 × $15.39' where it does not come out even. */
const sharesText = (shares: readonly number[], currency: string): string => {
  const groups = [...groupBy(shares, (share) => share).entries()];
  const [first] = groups;
  return groups.length === 1 && first
    ? `${moneyText(first[0], currency)} each`
    : groups.map(([share, { length }]) => `${length} × ${moneyText(share, currency)}`).join(', ');
};

interface EvenFieldsProps {
  due: number;
  currency: string;
  count: number | undefined;
  onCount: (count: number) => void;
  shares: readonly number[] | undefined;
}

const EvenFields = ({ due, currency, count, onCount, shares }: EvenFieldsProps) => (
  <>
    <div role="group" aria-label="How many" className={classes.counts}>
      {counts.map((number) => (
        <button
          key={number}
          type="button"
          className={`chip ${classes.count}`}
          aria-pressed={number === count}
          onClick={() => onCount(number)}
        >
          {number}
        </button>
      ))}
    </div>
    <p className={classes.each} role="status">
      {shares ? (
        sharesText(shares, currency)
      ) : (
        <>
          <Money value={due} currency={currency} /> among how many?
        </>
      )}
    </p>
  </>
);

interface AmountFieldsProps {
  due: number;
  currency: string;
  value: string;
  onChange: (value: string) => void;
  fault: ReactNode;
}

const AmountFields = ({ due, currency, value, onChange, fault }: AmountFieldsProps) => {
  const { decimals } = currencyOf(currency);
  return (
    <div className={classes.amount}>
      <p className={classes.sentence}>
        <Money value={due} currency={currency} /> is due. Somebody pays a part of it; the rest stays open.
      </p>
      <TextInput
        label="Amount"
        inputMode="none"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={fault}
        classNames={{ input: classes.field! }}
      />
      <KeyPad decimals={decimals} onKey={(key) => onChange(typed(value, key, false, decimals))} />
    </div>
  );
};

const Fault = ({ children }: { children: ReactNode }) => (
  <p className={classes.wrong} role="alert">
    {children}
  </p>
);

interface ByItemsProps {
  hasPayments: boolean;
  /** Whether something is left on the bill itself. */
  stays: boolean;
  isTooLong: boolean;
  children: ReactNode;
}

/** The lines to put onto other bills, and why that is not possible. */
const ByItems = ({ hasPayments, stays, isTooLong, children }: ByItemsProps) =>
  hasPayments ? (
    <p className={classes.sentence}>This bill has payments; it can be split evenly or by amount only.</p>
  ) : (
    <>
      {children}
      {!stays && <Fault>Something must stay on this bill.</Fault>}
      {isTooLong && <Fault>At most {PART_LINES_MOST} lines go onto one bill. Put the others onto another one.</Fault>}
    </>
  );

interface SplitDialogProps {
  check: Check;
  isPending: boolean;
  onItems: (parts: readonly Part[]) => void;
  onShares: (shares: readonly number[]) => void;
  onAmount: (amount: number) => void;
  onClose: () => void;
}

/** Three ways to share a bill: bills of their own by items, or several payments of one bill. */
export const SplitDialog = ({ check, isPending, onItems, onShares, onAmount, onClose }: SplitDialogProps) => {
  const { currency, due } = check;
  const open = check.orders.flatMap(({ items }) => items).filter(({ status, is_paid: isPaid }) => status !== 'cancelled' && !isPaid);
  const hasPayments = check.payments.some(({ state }) => state === 'captured');
  const [way, setWay] = useState<Way>(hasPayments ? 'even' : 'items');
  const [made, setMade] = useState<readonly Part[]>([{ name: 'Bill 2', pieces: {} }]);
  const parts = stillThere(made, open);
  const [count, setCount] = useState<number>();
  const [amount, setAmount] = useState('');
  const [isAsked, setAsked] = useState(false);

  const shares = count === undefined ? undefined : evenShares(due, count, currency);
  const isMoved = parts.some(({ pieces }) => Object.keys(pieces).length > 0);
  const isTooLong = parts.some(({ pieces }) => Object.keys(pieces).length > PART_LINES_MOST);
  const stays = open.some((item) => leftOf(parts, item) > 0);
  const entry = readEntry({ amount, tip: '', given: '', reference: '' }, undefined, due, currency);

  const isNamed = parts.some(({ name }, place) => name !== `Bill ${place + 2}`);
  const { leave, isAsking } = useDiscard(isMoved || isNamed || amount !== '', onClose);

  const submit = () => {
    if (way === 'items') onItems(parts);
    else if (way === 'even' && shares) onShares(shares);
    else if (way === 'amount') {
      setAsked(true);
      if (entry.isFine) onAmount(receivedOf(amount, currency)!);
    }
  };
  const label = { items: 'Split', even: `Pay share 1${count === undefined ? '' : ` of ${count}`}`, amount: 'Pay this amount' }[way];

  return (
    <Dialog
      opened
      size={way === 'items' ? 960 : 520}
      onClose={() => isPending || leave()}
      isCovered={isAsking}
      title={`Split – ${billName(check)}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) submit();
      }}
      footer={
        <>
          <Button variant="default" disabled={isPending} onClick={leave}>
            Go back
          </Button>
          <Button
            type="submit"
            loading={isPending}
            disabled={way === 'items' ? !isMoved || !stays || isTooLong || hasPayments : way === 'even' && (!shares || due <= 0)}
          >
            {label}
          </Button>
        </>
      }
    >
      <SegmentedControl
        fullWidth
        aria-label="How to split"
        data={ways}
        value={way}
        onChange={(next) => setWay(next as Way)}
        classNames={{ label: classes.way! }}
        mb="md"
      />
      {way === 'items' && (
        <ByItems hasPayments={hasPayments} stays={stays} isTooLong={isTooLong}>
          <SplitItems check={check} items={open} parts={parts} onParts={(change) => setMade((now) => change(stillThere(now, open)))} />
        </ByItems>
      )}
      {way === 'even' && <EvenFields due={due} currency={currency} count={count} onCount={setCount} shares={shares} />}
      {way === 'amount' && (
        <AmountFields due={due} currency={currency} value={amount} onChange={setAmount} fault={isAsked && entry.errors.amount} />
      )}
    </Dialog>
  );
};
