import { Button } from '@mantine/core';
import type { Check } from '#contract/checks.ts';
import { Money } from '#web/parts/Money.tsx';
import { sayAdjustment } from './check-text.ts';
import classes from './Sums.module.css';
import type { useDiscounts } from './use-discounts.ts';

interface CostsProps {
  check: Check;
  /** Undefined where nothing can be changed. */
  discounts: ReturnType<typeof useDiscounts> | undefined;
}

interface TakeButtonProps {
  discounts: CostsProps['discounts'];
  label: 'Take back' | 'Take off' | 'Put back';
  /** What it is done to. */
  of: string;
  onClick: () => unknown;
}

const TakeButton = ({ discounts, label, of, onClick }: TakeButtonProps) =>
  discounts && (
    <Button
      variant="default"
      size="compact-md"
      className={classes.back}
      disabled={discounts.isPending}
      aria-label={`${label}: ${of}`}
      onClick={() => void onClick()}
    >
      {label}
    </Button>
  );

/** What was taken off a bill, by whom and why, and what it is charged beside its lines; each can be taken back. */
export const Costs = ({ check, discounts }: CostsProps) => {
  const { adjustments, charges, removed_charges: removed, currency } = check;
  if (adjustments.length + charges.length + removed.length === 0) return null;
  return (
    <ul aria-label="Discounts and charges">
      {adjustments.map((adjustment) => {
        const {
          adjustment_id: id,
          item_id: item,
          kind,
          amount,
          reason,
          note,
          member_name: member,
          is_for_rounds: isForRounds,
        } = adjustment;
        const text = sayAdjustment(adjustment, check);
        // it came with another bill, or is a part of one
        const isOver = item === null && kind === 'percent' && isForRounds === false && 'Not for later rounds';
        return (
          <li key={`off ${id}`} className={classes.row}>
            <span className={classes.payment}>
              {text}
              <span className={classes.quiet}>{[isOver, reason, note, member].filter(Boolean).join(' · ')}</span>
            </span>
            <Money value={-amount} currency={currency} className={classes.amount} />
            <TakeButton discounts={discounts} label="Take back" of={text} onClick={() => discounts?.takeBack(id)} />
          </li>
        );
      })}
      {charges.map(({ charge_id: id, title, amount }) => (
        <li key={`charge ${id}`} className={classes.row}>
          <span className={classes.payment}>{title}</span>
          <Money value={amount} currency={currency} className={classes.amount} />
          <TakeButton discounts={discounts} label="Take off" of={title} onClick={() => discounts?.removeCharge(id)} />
        </li>
      ))}
      {discounts &&
        removed.map(({ charge_id: id, title }) => (
          <li key={`removed ${id}`} className={classes.row} data-reversed>
            <span className={classes.payment}>
              {title}
              <span className={classes.quiet}>Taken off</span>
            </span>
            <TakeButton discounts={discounts} label="Put back" of={title} onClick={() => discounts.restoreCharge(id)} />
          </li>
        ))}
    </ul>
  );
};
