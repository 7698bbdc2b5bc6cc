import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconClipboardCheck, IconRefresh, IconSearchOff } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { listChecks, markBilled } from '#contract/checks.ts';
import {
  cancelOrders,
  completeOrders,
  initOrders,
  listOpenChecks,
  listOrderShelf,
  listOrders,
  type OrderGroup,
  reopenOrders,
  summarisePayment,
  updateItemStatus,
} from '#contract/orders.ts';
import { Pager } from '#web/parts/Pager.tsx';
import { SoundButtons } from '#web/parts/SoundButtons.tsx';
import { UnseenStrip } from '#web/parts/UnseenStrip.tsx';
import { call, useAction, useReply } from '#web/platform/api.ts';
import { useInTurn } from '#web/platform/in-turn.ts';
import { openPrintWindow, printReceipt } from '#web/platform/printing.ts';
import { receiptOf } from '#web/platform/printouts.ts';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { useMay } from '#web/platform/session.tsx';
import { useServerNow } from '#web/platform/server-clock.ts';
import { useBell } from '#web/platform/sound.ts';
import { notify } from '#web/platform/toast.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { billOf, onlyBillOf, useBills } from '#web/parts/bills.ts';
import { atOnce, cardKey, lossToKitchen, roundsOf, unpaidIds, withWholeCheck } from '#web/parts/bill.ts';
import { BillsButton } from './BillsButton.tsx';
import { CardBoard } from './CardBoard.tsx';
import { useLiveBoard } from './live-board.ts';
import { ALL, dueOf, filterCards } from './order-filter.ts';
import { paymentOf, unpaidOf } from './payment-of.ts';
import { cardHeight, OrderCard, type OrderActions, type Shelf } from './OrderCard.tsx';
import { OrderDialogs, type Question } from './OrderDialogs.tsx';
import { OrderFilter } from './OrderFilter.tsx';
import classes from './OrdersScreen.module.css';
import { PayDialog } from '#web/parts/PayDialog.tsx';

const FAILED = 'Error processing your request, Please try later!';
const NOT_LOADED = 'Error loading orders! Please try later!';
const TICK_MS = 20_000;

const PER_PAGE = 20; // cards of a shelf
const EMPTY: Record<Shelf, string> = {
  open: 'No Orders Pending!',
  unpaid: 'Nothing awaits payment.',
  done: 'Nothing was completed today.',
};
/** Several of them may be of one table. */
const doneKey = ({ orders }: OrderGroup): string => `order ${orders[0]!.id}`;

const skeleton = (
  <div className={classes.cards}>
    {[280, 220, 340, 260, 221, 300].map((height) => (
      <Skeleton key={height} height={height} radius="lg" />
    ))}
  </div>
);

export const OrdersScreen = () => {
  const [shelf, setShelf] = useState<Shelf>('open');
  const [question, setQuestion] = useState<Question>();
  /** What was touched last: a bill that comes late opens no dialog over it. */
  const asking = useRef<unknown>(undefined);
  const close = () => setQuestion(undefined);
  const [page, setPage] = useState(1);
  const [filter, setFilter] = useState(ALL);
  const isOpen = shelf === 'open';
  const now = useServerNow(TICK_MS);
  const cache = useQueryClient();
  const bell = useBell();

  // what was announced while another screen was open reached nobody here
  const open = useReply(listOrders, { query: {} }, { refetchOnMount: 'always' });
  // a shelf behind it is long, and loaded when it is looked at
  const behind = useReply(
    listOrderShelf,
    { query: { shelf: isOpen ? 'unpaid' : shelf, page: String(page), perPage: String(PER_PAGE) } },
    { enabled: !isOpen, refetchOnMount: 'always', staleTime: 0, placeholderData: keepPreviousData },
  );
  // the last card of the last page has left
  const pages = behind.data?.totalPages ?? 0;
  if (!isOpen && pages > 0 && page > pages) setPage(pages);
  const orders = isOpen ? open : { ...behind, data: behind.isPlaceholderData ? undefined : behind.data?.orders };
  const tableToPay = question?.kind === 'pay' && isOpen ? question.group.table_id : null;
  const { data: rounds } = useReply(listOrders, roundsOf(tableToPay ?? 0), { enabled: tableToPay !== null });
  const otherShelf = isOpen ? rounds : open.data;
  const { data: settings, refetch: askSettings } = useReply(initOrders, {});
  const mayPay = useMay(listOpenChecks);
  const { data: checks } = useReply(listOpenChecks, {}, { enabled: mayPay && shelf !== 'done', refetchOnMount: 'always' });

  const { changed, following } = useLiveBoard();
  const options = { ...following, failure: FAILED };
  /** Closes the dialog that asked, and no other that was opened meanwhile; after a failure it stays. */
  const closeAfter = async (asked: Question, reply: Promise<unknown>) => {
    if (await reply) setQuestion((shown) => (shown === asked ? undefined : shown));
  };
  const { run: changeStatus } = useAction(updateItemStatus, { failure: FAILED });
  const cancelItem = useAction(updateItemStatus, { failure: FAILED });
  const inTurn = useInTurn();
  const cancel = useAction(cancelOrders, options);
  const complete = useAction(completeOrders, options);
  const { run: reopen } = useAction(reopenOrders, options);
  const { run: summarise } = useAction(summarisePayment, { failure: FAILED });

  const { run: markPrinted } = useAction(markBilled, { quiet: true, refreshes: [listChecks] });

  const mayComplete = useMay(completeOrders);
  const paidOrders = (open.data ?? []).flatMap((card) => card.orders).filter(({ payment_status }) => payment_status === 'paid');
  const completePaid = async () => {
    const ids = atOnce(paidOrders.map(({ id }) => id));
    if (lossToKitchen(paidOrders)) return setQuestion({ kind: 'completePaid', orders: paidOrders });
    // nothing is lost by it, and one touch brings it back
    if (await complete.run({ body: { orderIds: ids } }))
      notify.undoable('They stand under Done today.', () => void reopen({ body: { orderIds: ids } }));
  };

  useAnnouncements(bell.ring);
  const bills = useBills(mayPay);
  const navigate = useNavigate();

  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    const { isSuccess } = await orders.refetch();
    setRefreshing(false);
    if (isSuccess) notify.success('Orders Loaded!');
    else notify.error(NOT_LOADED);
  };

  const { data: openOrders, refetch: askOpenOrders } = open;
  const actions = useMemo<OrderActions>(() => {
    /** What is to be paid at a card; undefined when it could not be learned. */
    const wholeOf = async (group: OrderGroup): Promise<OrderGroup | undefined> => {
      if (group.table_id === null) return group;
      const input = roundsOf(group.table_id);
      const asked = { queryKey: [listOrders.path, input], queryFn: () => call(listOrders, input), staleTime: 0 };
      const rounds = isOpen ? await cache.fetchQuery(asked).catch(() => undefined) : (openOrders ?? (await askOpenOrders()).data);
      return rounds && withWholeCheck(group, rounds);
    };
    const print = async (group: OrderGroup) => {
      const target = openPrintWindow();
      const isPaid = unpaidIds(group).length === 0;
      const whole = isPaid ? group : await wholeOf(group);
      if (!whole) notify.error(FAILED);
      const summary = whole && (await summarise({ body: { orderIds: atOnce(isPaid ? group.order_ids : unpaidIds(whole)) } }));
      const known = settings ?? (await askSettings()).data;
      if (!summary || !known) {
        target?.cancel();
        return;
      }
      const { storeSettings: store, printSettings } = known;
      const checkId = isPaid ? undefined : onlyBillOf(bills, group);
      const marked = checkId === undefined ? undefined : await markPrinted({ params: { id: String(checkId) } });
      const facts = isPaid ? paymentOf(summary) : unpaidOf(summary, marked && checkId, marked?.prints);
      printReceipt(target, receiptOf(summary, { store, print: printSettings }, facts));
    };
    const ask = (asked: Question) => {
      asking.current = asked;
      setQuestion(asked);
    };
    const pay = async (group: OrderGroup) => {
      asking.current = group;
      const dismiss = settings && (!isOpen || group.table_id === null) ? undefined : notify.loading('Please wait...');
      const whole = (settings ?? (await askSettings()).data) && (await wholeOf(group));
      dismiss?.();
      if (asking.current !== group) return;
      if (whole) ask({ kind: 'pay', group: whole });
      else notify.error(FAILED);
    };
    return {
      onPrint: (group) => void print(group),
      onPay: (group) => void pay(group),
      onComplete: (group) => ask({ kind: 'complete', group }),
      onCancel: (group) => ask({ kind: 'cancel', group }),
      onBill: (id) => void navigate(`/dashboard/checks/${id}`),
      onReopen: (group) => void reopen({ body: { orderIds: group.orders.map(({ id }) => id) } }),
      onStatus: (item, next) => {
        if (next === 'cancelled') ask({ kind: 'cancelItem', item });
        else
          void inTurn(item.id, async () => {
            await changeStatus({ params: { id: String(item.id) }, body: { status: next } });
            changed([item.order_id]);
          });
      },
    };
  }, [
    settings,
    askSettings,
    isOpen,
    openOrders,
    askOpenOrders,
    cache,
    summarise,
    reopen,
    changeStatus,
    changed,
    inTurn,
    navigate,
    bills,
    markPrinted,
  ]);

  // The card as it is now; one that has left the shelf meanwhile, as it was: the server then says why nothing is done.
  const asked =
    question && 'group' in question
      ? {
          kind: question.kind,
          opened: question.group,
          group: orders.data?.find((card) => cardKey(card) === cardKey(question.group)) ?? question.group,
        }
      : undefined;

  return (
    <Page
      title="Orders"
      actions={
        <>
          <SoundButtons bell={bell} />
          <BillsButton bills={bills} />
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={isRefreshing || (orders.isFetching && orders.data === undefined)}
            onClick={() => void refresh()}
          >
            Refresh
          </Button>
        </>
      }
    >
      <UnseenStrip />
      <div className={classes.bar}>
        <SegmentedControl
          aria-label="Which orders"
          className={classes.shelves}
          value={shelf}
          onChange={(value) => (setShelf(value as Shelf), setPage(1), setFilter(ALL))}
          data={[
            { value: 'open', label: 'Open' },
            { value: 'unpaid', label: 'Awaiting payment' },
            { value: 'done', label: 'Done today' },
          ]}
        />
        {isOpen && mayComplete && paidOrders.length > 0 && (
          <Button variant="default" onClick={() => void completePaid()} loading={complete.isPending && !question}>
            Complete all paid ({paidOrders.length})
          </Button>
        )}
      </div>
      {orders.data && orders.data.length > 1 && <OrderFilter cards={orders.data} filter={filter} onFilter={setFilter} />}
      <Loaded
        from={orders}
        failure={NOT_LOADED}
        skeleton={skeleton}
        empty={<EmptyState icon={IconClipboardCheck} sentence={EMPTY[shelf]} />}
      >
        {(groups) => {
          const shown = filterCards(groups, filter);
          if (shown.length === 0) return <EmptyState icon={IconSearchOff} sentence="No order is found like this." />;
          return (
            <CardBoard key={shelf} cards={shown} keyOf={shelf === 'done' ? doneKey : cardKey} heightOf={cardHeight}>
              {(group) => (
                <OrderCard
                  group={group}
                  shelf={shelf}
                  now={now}
                  store={settings?.storeSettings}
                  billId={billOf(bills, group.table_id, group.orders[0]?.check_id)?.check_id}
                  due={settings && dueOf(group, checks, settings.storeSettings.currency)}
                  {...actions}
                />
              )}
            </CardBoard>
          );
        }}
      </Loaded>
      {!isOpen && behind.data && behind.data.totalOrders > 0 && (
        <Pager noun={['card', 'cards']} page={page} perPage={PER_PAGE} total={behind.data.totalOrders} onChange={setPage} />
      )}

      {asked?.kind === 'pay' && settings && (
        <PayDialog
          group={withWholeCheck(asked.group, otherShelf ?? [])}
          opened={asked.opened}
          settings={settings}
          following={following}
          onClose={close}
        />
      )}
      {question && question.kind !== 'pay' && (
        <OrderDialogs
          question={question}
          group={asked?.group}
          isPending={complete.isPending || cancel.isPending || cancelItem.isPending}
          onComplete={(ids) => void closeAfter(question, complete.run({ body: { orderIds: atOnce(ids) } }))}
          onCancel={(ids, why) => void closeAfter(question, cancel.run({ body: { orderIds: atOnce(ids), ...why } }))}
          onCancelItem={({ id, order_id: orderId }, why) => {
            const reply = cancelItem.run({ params: { id: String(id) }, body: { status: 'cancelled', ...why } });
            void closeAfter(
              question,
              reply.finally(() => changed([orderId])),
            );
          }}
          onClose={close}
        />
      )}
    </Page>
  );
};
