import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { listChecks, markBilled } from '#contract/checks.ts';
import { type initOrders, listOrders, type OrderGroup, reopenOrders, summarisePayment, updateItemStatus } from '#contract/orders.ts';
import type { Reply } from '#contract/endpoint.ts';
import { atOnce, roundsOf, unpaidIds, withWholeCheck } from '#web/parts/bill.ts';
import { onlyBillOf, type useBills } from '#web/parts/bills.ts';
import { call, useAction } from '#web/platform/api.ts';
import { useInTurn } from '#web/platform/in-turn.ts';
import { openPrintWindow, printReceipt } from '#web/platform/printing.ts';
import { receiptOf } from '#web/platform/printouts.ts';
import { notify } from '#web/platform/toast.ts';
import type { useLiveBoard } from './live-board.ts';
import type { OrderActions } from './OrderCard.tsx';
import type { Question } from './OrderDialogs.tsx';
import { paymentOf, unpaidOf } from './payment-of.ts';

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
  const inTurn = useInTurn();
  /** What was touched last: a bill that comes late opens no dialog over it. */
  const asking = useRef<unknown>(undefined);
  const { run: changeStatus } = useAction(updateItemStatus, { failure: FAILED });
  const { run: reopen } = useAction(reopenOrders, { ...following, failure: FAILED });
  const { run: summarise } = useAction(summarisePayment, { failure: FAILED });
  const { run: markPrinted } = useAction(markBilled, { quiet: true, refreshes: [listChecks] });

  return useMemo<OrderActions>(() => {
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
      const facts = isPaid ? paymentOf(summary, known.storeSettings.currency) : unpaidOf(summary, marked && checkId, marked?.prints);
      printReceipt(target, receiptOf(summary, { store, print: printSettings }, facts));
    };
    const ask = (asked: Question) => {
      asking.current = asked;
      onQuestion(asked);
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
    onQuestion,
  ]);
};
