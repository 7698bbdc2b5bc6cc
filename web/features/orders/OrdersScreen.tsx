import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconClipboardCheck, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import {
  cancelOrders,
  completeOrders,
  initOrders,
  listOrderShelf,
  listOrders,
  type OrderGroup,
  type OrderItem,
  reopenOrders,
  summarisePayment,
  updateItemStatus,
} from '#contract/orders.ts';
import { Pager } from '#web/parts/Pager.tsx';
import { SoundButtons } from '#web/parts/SoundButtons.tsx';
import { call, useAction, useReply } from '#web/platform/api.ts';
import { useInTurn } from '#web/platform/in-turn.ts';
import { openPrintWindow, printReceipt, receiptOf, wasPrinted } from '#web/platform/printing.ts';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { useServerNow } from '#web/platform/server-clock.ts';
import { useBell } from '#web/platform/sound.ts';
import { notify } from '#web/platform/toast.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { addedSince, atOnce, cardKey, cardName, lossToKitchen, unpaidIds, withWholeCheck } from '#web/parts/bill.ts';
import { CardBoard } from './CardBoard.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { roundsOf, useLiveBoard } from './live-board.ts';
import { cardHeight, OrderCard, type OrderActions, type Shelf } from './OrderCard.tsx';
import classes from './OrdersScreen.module.css';
import { PayDialog } from '#web/parts/PayDialog.tsx';

const FAILED = 'Error processing your request, Please try later!';
const NOT_LOADED = 'Error loading orders! Please try later!';
const TICK_MS = 20_000;

const PER_PAGE = 20; // cards of a shelf

/** `group` as it was when it was asked about. */
type Question = { kind: 'pay' | 'complete' | 'cancel'; group: OrderGroup } | { kind: 'cancelItem'; item: OrderItem };

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

const completionSentence = (group: OrderGroup): string =>
  unpaidIds(group).length > 0
    ? 'All orders of this card are marked as completed. What is not paid yet then waits under Awaiting payment.'
    : 'All orders of this card are marked as completed and leave this list.';

/** What a receipt says of the payment; several payments on one card have no number in common. */
const paymentOf = ({ invoices }: Reply<typeof summarisePayment>) => {
  const [first, ...others] = invoices;
  const types = [...new Set(invoices.map(({ payment_type: type }) => (type === 'unspecified' ? 'Paid' : type)))];
  return {
    paymentType: types.join(', '),
    ...(first && others.length === 0 && { invoiceId: first.id, date: first.created_at, isCopy: wasPrinted(first.id) }),
  };
};

export const OrdersScreen = () => {
  const [shelf, setShelf] = useState<Shelf>('open');
  const [question, setQuestion] = useState<Question>();
  /** What was touched last: a bill that comes late opens no dialog over it. */
  const asking = useRef<unknown>(undefined);
  const close = () => setQuestion(undefined);
  const [page, setPage] = useState(1);
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

  useAnnouncements(bell.ring);

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
      printReceipt(target, receiptOf(summary, { store, print: printSettings }, isPaid ? paymentOf(summary) : { paymentType: null }));
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
  }, [settings, askSettings, isOpen, openOrders, askOpenOrders, cache, summarise, reopen, changeStatus, changed, inTurn]);

  // The card as it is now; one that has left the shelf meanwhile, as it was: the server then says why nothing is done.
  const asked =
    question && question.kind !== 'cancelItem'
      ? {
          question,
          kind: question.kind,
          opened: question.group,
          group: orders.data?.find((card) => cardKey(card) === cardKey(question.group)) ?? question.group,
        }
      : undefined;

  const refreshButton = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={isRefreshing || (orders.isFetching && orders.data === undefined)}
      onClick={() => void refresh()}
    >
      Refresh
    </Button>
  );

  return (
    <Page
      title="Orders"
      actions={
        <>
          <SoundButtons bell={bell} />
          {refreshButton}
        </>
      }
    >
      <SegmentedControl
        aria-label="Which orders"
        className={classes.shelves}
        value={shelf}
        onChange={(value) => (setShelf(value as Shelf), setPage(1))}
        data={[
          { value: 'open', label: 'Open' },
          { value: 'unpaid', label: 'Awaiting payment' },
          { value: 'done', label: 'Done today' },
        ]}
      />
      <Loaded
        from={orders}
        failure={NOT_LOADED}
        skeleton={skeleton}
        empty={<EmptyState icon={IconClipboardCheck} sentence={EMPTY[shelf]} />}
      >
        {(groups) => (
          <CardBoard key={shelf} cards={groups} keyOf={shelf === 'done' ? doneKey : cardKey} heightOf={cardHeight}>
            {(group) => <OrderCard group={group} shelf={shelf} now={now} timezone={settings?.storeSettings.timezone} {...actions} />}
          </CardBoard>
        )}
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
      {asked?.kind === 'complete' && (
        <ConfirmDialog
          title={`Complete – ${cardName(asked.group)}`}
          sentence={completionSentence(asked.group)}
          warnings={[addedSince(asked.opened, asked.group), lossToKitchen(asked.group.orders)]}
          label="Complete"
          isPending={complete.isPending}
          onConfirm={() =>
            void closeAfter(asked.question, complete.run({ body: { orderIds: atOnce(asked.group.orders.map(({ id }) => id)) } }))
          }
          onClose={close}
        />
      )}
      {asked?.kind === 'cancel' && (
        <ConfirmDialog
          title={`Cancel – ${cardName(asked.group)}`}
          sentence="All unpaid orders of this card and their items are cancelled. Are you sure! This process is irreversible!"
          warnings={[addedSince(asked.opened, asked.group)]}
          label="Cancel orders"
          isDangerous
          isPending={cancel.isPending}
          onConfirm={() => void closeAfter(asked.question, cancel.run({ body: { orderIds: atOnce(unpaidIds(asked.group)) } }))}
          onClose={close}
        />
      )}
      {question?.kind === 'cancelItem' && (
        <ConfirmDialog
          title={`Cancel – ${question.item.quantity} × ${question.item.item_title}`}
          sentence="This item is cancelled. Are you sure! This process is irreversible!"
          label="Cancel item"
          isDangerous
          isPending={cancelItem.isPending}
          onConfirm={() =>
            void closeAfter(
              question,
              cancelItem
                .run({ params: { id: String(question.item.id) }, body: { status: 'cancelled' } })
                .finally(() => changed([question.item.order_id])),
            )
          }
          onClose={close}
        />
      )}
    </Page>
  );
};
