import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type initOrders, listOrders, type OrderGroup, reopenOrders, summarisePayment, updateItemStatus } from '#contract/orders.ts';
import type { Reply } from '#contract/endpoint.ts';
import { atOnce, roundsOf, unpaidIds, withWholeCheck } from '#web/parts/bill.ts';
import { pageOf } from '#web/parts/bill-text.ts';
import { billsApart, billsOf, type useBills } from '#web/parts/bills.ts';
import { call, useAction } from '#web/platform/api.ts';
import { openPrintWindow, printReceipt } from '#web/platform/printing.ts';
import { receiptOf } from '#web/platform/printouts.ts';
import { notify } from '#web/platform/toast.ts';
import type { useLiveBoard } from './live-board.ts';
import type { OrderActions } from './OrderCard.tsx';
import type { Question } from './OrderDialogs.tsx';
import { paymentOf, summaryToPrint, unpaidOf } from '#web/parts/payment-of.ts';
import { usePrintBill } from './use-print-bill.ts';

export const FAILED = 'Error processing your request, Please try later!';

type Settings = Reply<typeof initOrders>;

interface Board extends ReturnType<typeof useLiveBoard> {
  /** Whether the shelf of open orders is looked at. */
  isOpen: boolean;
  openOrders: OrderGroup[] | undefined;
  askOpenOrders: () => Promise<{ data?: OrderGroup[] | undefined }>;
  settings: Settings | undefined;
  askSettings: () => Promise<{ data?: Settings | undefined }>;
  bills: ReturnType<typeof useBills>;
  onQuestion: (question: Question) => void;
}

/** What can be done at a card, the same functions for as long as nothing changes that they read. */
export const useOrderActions = (board: Board): OrderActions => {
  const { isOpen, openOrders, askOpenOrders, settings, askSettings, bills, onQuestion, changed, following } = board;
  const cache = useQueryClient();
  const navigate = useNavigate();
  /** What was touched last: a bill that comes late opens no dialog over it. */
  const asking = useRef<unknown>(undefined);
  const { run: changeStatus } = useAction(updateItemStatus, { failure: FAILED });
  const { run: reopen } = useAction(reopenOrders, { ...following, failure: FAILED });
  const { run: summarise } = useAction(summarisePayment, { failure: FAILED });
  const askKnown = useCallback(async () => (settings ? { data: settings } : askSettings()), [settings, askSettings]);
  const printBill = usePrintBill(askKnown, FAILED);

  return useMemo<OrderActions>(() => {
    /** What is to be paid at a card; undefined when it could not be learned. */
    const wholeOf = async (group: OrderGroup): Promise<OrderGroup | undefined> => {
      if (group.table_id === null) return group;
      const input = roundsOf(group.table_id);
      const asked = { queryKey: [listOrders.path, input], queryFn: () => call(listOrders, input), staleTime: 0 };
      const rounds = isOpen ? await cache.fetchQuery(asked).catch(() => undefined) : (openOrders ?? (await askOpenOrders()).data);
      return rounds && withWholeCheck(group, rounds);
    };
    const printOrders = async (group: OrderGroup) => {
      const target = openPrintWindow();
      const isPaid = unpaidIds(group).length === 0;
      const whole = isPaid ? group : await wholeOf(group);
      if (!whole) notify.error(FAILED);
      const summary = whole && (await summaryToPrint(summarise, atOnce(isPaid ? group.order_ids : unpaidIds(whole)), isPaid));
      const known = (await askKnown()).data;
      if (!summary || !known) {
        target?.cancel();
        return;
      }
      const { storeSettings: store, printSettings } = known;
      printReceipt(
        target,
        receiptOf(summary, { store, print: printSettings }, isPaid ? paymentOf(summary, store.currency) : unpaidOf(summary)),
      );
    };
    const ask = (asked: Question) => {
      asking.current = asked;
      onQuestion(asked);
    };
    const print = async (group: OrderGroup) => {
      const [bill, ...others] = billsOf(bills, group);
      if (others.length > 0) {
        if ((await askKnown()).data) ask({ kind: 'print', group });
        else notify.error(FAILED);
      } else void (bill ? printBill(bill.check_id) : printOrders(group));
    };
    const pay = async (group: OrderGroup) => {
      asking.current = group;
      const dismiss = settings && (!isOpen || group.table_id === null) ? undefined : notify.loading('Please wait...');
      const whole = (await askKnown()).data && (await wholeOf(group));
      dismiss?.();
      if (asking.current !== group) return;
      if (!whole) return notify.error(FAILED);
      const [bill, ...others] = billsApart(bills, whole);
      if (bill && others.length === 0) void navigate(pageOf(bill.check_id));
      else ask({ kind: 'pay', group: whole });
    };
    return {
      onPrint: (group) => void print(group),
      onPrintBill: (id) => void printBill(id),
      onPay: (group) => void pay(group),
      onComplete: (group) => ask({ kind: 'complete', group }),
      onCancel: (group) => ask({ kind: 'cancel', group }),
      onBill: (id) => void navigate(pageOf(id)),
      onReopen: (group) => void reopen({ body: { orderIds: group.orders.map(({ id }) => id) } }),
      onStatus: (item, next) => {
        if (next === 'cancelled') ask({ kind: 'cancelItem', item });
        else
          void changeStatus({ params: { id: String(item.id) }, body: { status: next } }, { scope: `item ${item.id}` }).then(() =>
            changed([item.order_id]),
          );
      },
    };
  }, [
    settings,
    isOpen,
    openOrders,
    askOpenOrders,
    cache,
    summarise,
    reopen,
    changeStatus,
    changed,
    navigate,
    bills,
    printBill,
    askKnown,
    onQuestion,
  ]);
};
