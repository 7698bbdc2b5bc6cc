import { Title } from '@mantine/core';
import { IconBellRinging, IconCheck, IconChecks } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { initOrders, type ItemStatus, updateItemStatus } from '#contract/orders.ts';
import { listStations, type Station } from '#contract/stations.ts';
import { Age, type Look, lookOf } from '#web/parts/Age.tsx';
import { useBills } from '#web/parts/bills.ts';
import { UnseenStrip } from '#web/parts/UnseenStrip.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { useServerNow } from '#web/platform/server-clock.ts';
import { notify } from '#web/platform/toast.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded, SkeletonCards } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { useHeld, useIsTouched } from '#web/ui/touched.ts';
import classes from './ExpediterScreen.module.css';
import { useOpenOrders } from './live-orders.ts';
import { owedOf, type OwedBill, type Owing } from './owed.ts';

const TICK_MS = 15_000;
const MINUTE_MS = 60_000;
const NONE: Station[] = [];

/** What a guest asked for; while others of its station are still being made, what is ready has a tick. */
const Line = ({ item, isMade }: { item: Owing['items'][number]; isMade: boolean }) => (
  <span className={classes.item} data-made={isMade || undefined}>
    <span className={classes.dish}>
      {item.quantity}× {item.item_title}
      {item.variant_title && ` – ${item.variant_title}`}
      {item.addons?.map((addon) => (
        <span key={addon.id} className={classes.detail}>
          + {addon.title}
        </span>
      ))}
      {item.notes && <bdi className={classes.notes}>{item.notes}</bdi>}
    </span>
    {isMade && <IconCheck role="img" aria-label="Ready" />}
  </span>
);

interface BillProps {
  bill: OwedBill;
  minutes: number;
  look: Look | undefined;
  isPending: boolean;
  /** What is owed by now: a bill stands still for a moment after it was delivered. */
  owed: ReadonlySet<number>;
  onDeliver: (owing: Owing) => void;
}

const Bill = ({ bill, minutes, look, isPending, owed, onDeliver }: BillProps) => (
  <article className={`surface ${classes.bill}`} aria-label={bill.title}>
    <header className={`${classes.head} aged`} data-look={look}>
      <Title order={2} className={classes.title}>
        {bill.title}
      </Title>
      <div className={classes.age}>
        <Age minutes={minutes} look={look} />
      </div>
    </header>
    {(bill.guest || bill.address) && (
      <div className={classes.whom}>
        {bill.guest && (
          <p className={classes.guest}>
            <bdi>{bill.guest}</bdi>
          </p>
        )}
        {bill.address && (
          <p>
            <bdi>{bill.address}</bdi>
          </p>
        )}
      </div>
    )}
    {bill.stations.map((owing) => (
      <button
        key={owing.stationId ?? 0}
        type="button"
        className={`${classes.station} mantine-focus-auto`}
        data-ready={owing.isReady || undefined}
        disabled={isPending || !owing.items.some(({ id }) => owed.has(id))}
        aria-description={`One touch: delivered to ${bill.title}`}
        onClick={() => onDeliver({ ...owing, items: owing.items.filter(({ id }) => owed.has(id)) })}
      >
        <span className={classes.name}>
          {owing.title}
          <span className={classes.state}>
            {owing.isReady && <IconChecks size={20} aria-hidden />}
            {owing.isReady ? 'Ready' : 'Making'}
          </span>
        </span>
        {owing.items.map((item) => (
          <Line key={item.id} item={item} isMade={!owing.isReady && item.status === 'completed'} />
        ))}
      </button>
    ))}
  </article>
);

/** Who hands out sees by bill what each station still owes; one touch says that it was delivered. */
export const ExpediterScreen = () => {
  const { orders, settle } = useOpenOrders();
  const { data: stations = NONE } = useReply(listStations, {});
  const { data: settings } = useReply(initOrders, {});
  const { kitchen_warn_minutes: warnMinutes, kitchen_late_minutes: lateMinutes } = settings?.storeSettings ?? {};
  // what bills are called: what is on them comes with the orders
  const checks = useBills(true);
  const newest = useMemo(() => orders.data && owedOf(orders.data, stations, checks), [orders.data, stations, checks]);
  const owed = useMemo(
    () => new Set(newest?.flatMap(({ stations: owing }) => owing.flatMap(({ items }) => items.map(({ id }) => id)))),
    [newest],
  );
  const isTouched = useIsTouched();
  // no bill comes under a finger that was meant for another
  const shown = useHeld(newest, isTouched) ?? newest;
  const now = useServerNow(TICK_MS);
  const [pending, setPending] = useState<readonly string[]>([]);
  const isUnanswered = useRef(false);
  const { run } = useAction(updateItemStatus, {
    quiet: true,
    failure: "We're getting issue while processing your request, Please try later!",
    onFailed: ({ isPassing }) => {
      isUnanswered.current = isPassing;
    },
  });
  /** One after the other; on a dead line the first alone is waited for. Returns those that were stored. */
  const store = async (
    items: Owing['items'],
    statusOf: (item: Owing['items'][number]) => Exclude<ItemStatus, 'created'>,
  ): Promise<Owing['items']> => {
    const done: Owing['items'] = [];
    for (const item of items) {
      isUnanswered.current = false;
      if (await run({ params: { id: String(item.id) }, body: { status: statusOf(item) } })) done.push(item);
      else if (isUnanswered.current) break;
    }
    await settle(items.map((item) => item.order_id));
    return done;
  };

  /** A touch that was meant for another bill. */
  const takeBack = (items: Owing['items']) => store(items, ({ status }) => (status === 'created' ? 'preparing' : status));
  const deliver = async (bill: OwedBill, { items, title }: Owing) => {
    setPending((keys) => [...keys, bill.key]);
    const done = await store(items, () => 'delivered');
    setPending((keys) => keys.filter((key) => key !== bill.key));
    if (done.length > 0) notify.undoable(`Delivered: ${title}, ${bill.title}.`, () => void takeBack(done));
  };

  return (
    <Page title="Expediter">
      <UnseenStrip />
      <Loaded
        from={{ ...orders, data: shown }}
        failure="Error loading orders! Please try later!"
        skeleton={<SkeletonCards className={classes.bills} heights={[220, 180, 260]} />}
        empty={<EmptyState icon={IconBellRinging} sentence="Everything is delivered." />}
      >
        {(bills) => (
          <div className={classes.bills}>
            {bills.map((bill) => {
              const minutes = Math.max(0, Math.floor((now - Date.parse(bill.since)) / MINUTE_MS));
              return (
                <Bill
                  key={bill.key}
                  bill={bill}
                  minutes={minutes}
                  look={warnMinutes && lateMinutes ? lookOf(minutes, { warnMinutes, lateMinutes }) : undefined}
                  isPending={pending.includes(bill.key)}
                  owed={owed}
                  onDeliver={(owing) => void deliver(bill, owing)}
                />
              );
            })}
          </div>
        )}
      </Loaded>
    </Page>
  );
};
