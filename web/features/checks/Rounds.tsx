import { IconNote } from '@tabler/icons-react';
import type { Check, CheckItem } from '#contract/checks.ts';
import { ago, clockTime } from '#web/parts/ago.ts';
import { Money } from '#web/parts/Money.tsx';
import { useServerNow } from '#web/platform/server-clock.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import classes from './Rounds.module.css';

const TICK_MS = 30_000;

/** What a line is: title, variant, addons and notes, all of it text. */
export const LineText = ({ item }: { item: CheckItem }) => (
  <span className={classes.what}>
    {item.item_title}
    {item.variant_title && ` – ${item.variant_title}`}
    {item.addons && item.addons.length > 0 && <span className={classes.detail}>+ {item.addons.map(({ title }) => title).join(', ')}</span>}
    {item.notes && (
      <span className={classes.detail}>
        <IconNote size={14} aria-label="Notes:" role="img" className={classes.icon} /> {item.notes}
      </span>
    )}
  </span>
);

interface LineProps {
  item: CheckItem;
  currency: string;
  /** Takes money off it; undefined where nobody may. */
  onDiscount: ((item: CheckItem) => void) | undefined;
}

const Line = ({ item, currency, onDiscount }: LineProps) => (
  <li className={classes.line} data-paid={item.is_paid || undefined} data-cancelled={item.status === 'cancelled' || undefined}>
    <span className={`${classes.quantity} tabular`}>{item.quantity}×</span>
    {onDiscount && !item.is_paid && item.status !== 'cancelled' ? (
      <button type="button" className={classes.open} onClick={() => onDiscount(item)}>
        <span className="sr-only">Discount for </span>
        <LineText item={item} />
      </button>
    ) : (
      <LineText item={item} />
    )}
    <span className={classes.state}>{item.is_paid ? <StatusBadge status="paid" /> : <StatusBadge status={item.status} />}</span>
    <span className={classes.price}>
      <Money value={item.itemTotal} currency={currency} />
      {item.discount !== undefined && (
        <span className={classes.off}>
          <span className="sr-only">Discount </span>
          <Money value={-item.discount} currency={currency} />
        </span>
      )}
    </span>
  </li>
);

interface RoundsProps {
  check: Check;
  timezone: string | undefined;
  /** Takes money off a line; undefined where nobody may. */
  onDiscount?: ((item: CheckItem) => void) | undefined;
}

/** The rounds of a bill with their lines, the oldest first. */
export const Rounds = ({ check, timezone, onDiscount }: RoundsProps) => {
  const now = useServerNow(TICK_MS);
  return (
    <>
      {check.orders.map(({ id, token_no: token, date, items }) => (
        <section key={id} className={`surface ${classes.round}`} aria-label={`Token ${token}`}>
          <h2 className={classes.head}>
            <span className="tabular">Token {token}</span>
            <time dateTime={date} className={classes.time}>
              {clockTime(date, now, timezone)} · {ago(date, now)}
            </time>
          </h2>
          <ul>
            {items.map((item) => (
              <Line key={item.id} item={item} currency={check.currency} onDiscount={onDiscount} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
};
