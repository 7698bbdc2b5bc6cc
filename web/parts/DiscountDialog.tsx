import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { takeOff } from '#contract/adjustments.ts';
import { toDecimal, toMinor, toRate } from '#contract/pricing.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import classes from './DiscountDialog.module.css';
import { type Discount, keepDiscount, lastDiscounts } from './last-discounts.ts';
import { Money } from './Money.tsx';
import { currencyOf, moneyText } from '#contract/money-text.ts';
import { plainSum, unclearSum } from './money-text.ts';
import { useDiscard } from './use-discard.ts';
import { ReasonFields, toReason, useGivenReason, useReasons } from './ReasonFields.tsx';

interface DiscountDialogProps {
  /** 'Discount – Soup' */
  title: string;
  currency: string;
  /** What it is taken off, as a decimal. */
  left: number;
  /** Of a line: what one piece costs and how many there are; such a line may have a new price. */
  line?: { unitPrice: number; quantity: number } | undefined;
  /** What else there is to know of it. */
  hint?: string | undefined;
  isPending?: boolean;
  onGive: (discount: Discount) => void;
  onClose: () => void;
}

type Kind = Discount['kind'];
const names: Record<Kind, string> = { percent: 'Percent', amount: 'Amount', price: 'New price' };
const labels: Record<Kind, string> = { percent: 'Percent off', amount: 'Money off', price: 'New price of one piece' };
const quick = ['5', '10', '15', '20', '50', '100'];

/** Why a value cannot be; undefined when it can. */
const faultOf = (kind: Kind, value: string, decimals: number): string | undefined => {
  if (value.trim() === '') return 'Please provide a value!';
  if (kind === 'percent') {
    const rate = toRate(value.trim());
    return rate === undefined || rate % 100 !== 0 ? 'Please provide a percent of 0 to 100 with at most 2 decimals!' : undefined;
  }
  const minor = toMinor(value.trim(), decimals);
  if (minor === undefined || minor < 0n)
    return unclearSum(value, decimals) ?? (decimals === 0 ? 'This currency has no decimals!' : 'Please provide a sum, such as 2.50!');
  return undefined;
};

/** What a discount takes off, with the function that the server uses. */
const offOf = ({ left, line, currency }: Pick<DiscountDialogProps, 'left' | 'line' | 'currency'>, kind: Kind, value: string): bigint => {
  const { decimals } = currencyOf(currency);
  const read = kind === 'percent' ? BigInt(toRate(value) ?? 0) : (toMinor(value, decimals) ?? 0n);
  const acting = { kind, value: read, on: [0], isOfLine: line !== undefined };
  const [taken] = takeOff([toMinor(left, decimals) ?? 0n], [line?.quantity ?? 1], [acting]);
  return taken!.off[0]!;
};

/** What speaks against a value, and what it takes off when nothing does. */
const judge = (terms: Pick<DiscountDialogProps, 'left' | 'line' | 'currency'>, kind: Kind, value: string) => {
  const { left, line, currency } = terms;
  const { decimals } = currencyOf(currency);
  const above = kind === 'price' && line && Number(value) > line.unitPrice ? 'The new price is above the old one!' : undefined;
  const fault = faultOf(kind, value, decimals) ?? above;
  const off = fault ? undefined : offOf(terms, kind, value.trim());
  const minor = toMinor(left, decimals) ?? 0n;
  return {
    fault,
    off,
    isFree: off !== undefined && off === minor && minor > 0n,
    /** More than there is. */
    isAbove: kind === 'amount' && off !== undefined && (toMinor(value.trim(), decimals) ?? 0n) > minor,
  };
};

/** 'Regular guest: 10 %' */
const nameOf = ({ kind, value, note }: Discount, reason: string | undefined, currency: string): string => {
  const what = kind === 'percent' ? (value === '100' ? 'Free' : `${value} %`) : moneyText(Number(value), currency);
  return [what, reason ?? note].filter(Boolean).join(' · ');
};

const QuickPercents = ({ value, onChange }: { value: string; onChange: (percent: string) => void }) => (
  <div role="group" aria-label="Usual percents" className={classes.quick}>
    {quick.map((percent) => (
      <Button
        key={percent}
        variant={value === percent ? 'filled' : 'default'}
        size="md"
        aria-pressed={value === percent}
        onClick={() => onChange(percent)}
      >
        {percent === '100' ? 'Free' : `${percent} %`}
      </Button>
    ))}
  </div>
);

/** '−2.50: 10.00 → 7.50' */
const Preview = ({ off, left, currency }: { off: bigint | undefined; left: number; currency: string }) => {
  const { decimals } = currencyOf(currency);
  return (
    <p className={classes.preview} role="status">
      {off !== undefined && (
        <>
          <span className={classes.off}>
            <Money value={-toDecimal(off, decimals)} currency={currency} />
          </span>
          <span>
            <Money value={left} currency={currency} /> →{' '}
            <Money value={toDecimal((toMinor(left, decimals) ?? 0n) - off, decimals)} currency={currency} />
          </span>
        </>
      )}
    </p>
  );
};

/** Money off a line or a whole bill: a percent, a sum, or a new price; what was given last is one touch away. */
export const DiscountDialog = ({ title, currency, left, line, hint, isPending = false, onGive, onClose }: DiscountDialogProps) => {
  const [kind, setKind] = useState<Kind>('percent');
  const [value, setValue] = useState('');
  const { why, isComplete, fields } = useGivenReason('discount');
  const [isAsked, setAsked] = useState(false);
  const [last] = useState(lastDiscounts);
  const reasons = useReasons('discount');
  const { decimals, symbol } = currencyOf(currency);
  const reasonOf = (id: number | undefined) => reasons.find((reason) => reason.id === id);
  // a reason that is gone cannot be given again
  const offered = last.filter(({ reasonId }) => reasonId === undefined || reasonOf(reasonId));
  // not while it is typed: 1,500 would be 1.5 by its third sign
  const sum = plainSum(value, kind === 'percent' ? 3 : decimals);
  const { fault, off, isFree, isAbove } = judge({ left, line, currency }, kind, sum);

  // a percent that was touched is touched again
  const { leave, isAsking } = useDiscard(why.note !== '' || (value !== '' && !quick.includes(value)), onClose);

  const give = (discount: Discount) => {
    keepDiscount(discount);
    onGive(discount);
  };
  return (
    <Dialog
      opened
      onClose={() => isPending || leave()}
      isCovered={isAsking}
      title={title}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!isPending && isComplete(!fault) && !fault) give({ kind, value: sum, ...toReason(why) });
      }}
      footer={
        <>
          <Button variant="default" disabled={isPending} onClick={leave}>
            Go back
          </Button>
          <Button type="submit" loading={isPending}>
            {isFree ? 'Make it free' : 'Give discount'}
          </Button>
        </>
      }
    >
      {offered.length > 0 && (
        <div role="group" aria-label="Given last" className={classes.last}>
          {offered.map((discount) => (
            <Button key={JSON.stringify(discount)} variant="light" disabled={isPending} onClick={() => give(discount)}>
              {nameOf(discount, reasonOf(discount.reasonId)?.title, currency)}
            </Button>
          ))}
        </div>
      )}
      <SegmentedControl
        fullWidth
        size="md"
        aria-label="Kind of discount"
        value={kind}
        onChange={(next) => {
          setKind(next);
          setValue('');
          setAsked(false);
        }}
        data={(['percent', 'amount', ...(line ? (['price'] as const) : [])] as const).map((one) => ({ value: one, label: names[one] }))}
      />
      {kind === 'percent' && <QuickPercents value={value} onChange={setValue} />}
      <TextInput
        mt="md"
        label={labels[kind]}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        rightSection={kind === 'percent' ? '%' : symbol}
        value={value}
        error={isAsked && fault}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <ReasonFields {...fields} />
      <Preview off={off} left={left} currency={currency} />
      {hint && <p className={classes.hint}>{hint}</p>}
      {isFree && (
        <p className={classes.hint}>
          {isAbove ? 'This is more than there is to pay: it becomes free.' : 'This makes it free. It stays on the bill at 0.'}
        </p>
      )}
    </Dialog>
  );
};
