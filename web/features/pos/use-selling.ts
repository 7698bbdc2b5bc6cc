import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { listChecks } from '#contract/checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { OpenCheck } from '#contract/orders.ts';
import type { PosInit } from '#contract/pos.ts';
import { listStations } from '#contract/stations.ts';
import { newIdempotencyKey } from '#web/platform/idempotency-keys.ts';
import { ignoreSameTouch } from '#web/platform/opening-pause.ts';
import { lockTill, useTillSettings } from '#web/platform/till.ts';
import { readStored } from '#web/platform/storage.ts';
import { notify } from '#web/platform/toast.ts';
import { orderIn, type Sale } from './cart.ts';
import type { ShownCart } from './cart-prices.ts';
import { findUnsettled, type SendKind, type Unsettled, unsettledKey } from './unsettled.ts';
import { unwatchedOf } from './unwatched.ts';
import { sendsAtOnceKey } from './sends-at-once.ts';
import { useLastSale } from './use-last-sale.ts';
import { useOpenFor } from './use-open-for.ts';
import type { useSale } from './use-sale.ts';
import { kindUnderWay, type Sent, useSend } from './use-send.ts';

interface SellingOptions {
  init: PosInit;
  refetch: () => unknown;
  till: Pick<ReturnType<typeof useSale>, 'sale' | 'orderer' | 'dispatch' | 'endSent'>;
  cart: ShownCart;
  /** What the cart comes to where it is paid at once. */
  paid: ShownCart;
  /** What it comes to without charges. */
  bare: () => ShownCart;
  /** Of the tables at which somebody sits. */
  checks: readonly OpenCheck[];
  covers: number | null;
  /** They are those of the open bill at the table. */
  isJoining: boolean;
  unsettled: readonly Unsettled[];
  onSettle: (order: Unsettled | undefined) => void;
  onStored: (sale: Sale) => void;
  /** It is in the kitchen, whether its token is shown or said. */
  onSent: () => void;
}

/** From the touch that sends to the token: what is asked, what is on its way, and what is shown of it. */
export const useSelling = (options: SellingOptions) => {
  const { init, refetch, till, cart, paid, bare, checks, covers, isJoining, unsettled, onSettle } = options;
  const { sale, orderer, dispatch, endSent } = till;
  const [sending, setSending] = useOpenFor(orderer, () => kindUnderWay(sale));
  const [sent, setSent] = useState<Sent>();
  const cache = useQueryClient();
  const [lastSale, keepLastSale] = useLastSale();
  const { lockAfterSend } = useTillSettings();
  const sold = sending === 'pay' ? paid : cart;
  const { send, settle, isPending, failure, forgetFailure } = useSend({
    init,
    sale,
    cart: sold,
    covers,
    isJoining,
    onFailed: ({ isPassing, code, body }, order) => {
      if (isPassing) return;
      if (body['asksForTable']) {
        setSending(undefined);
        // at the table that is chosen next, perhaps the same one, nobody follows a bill that is there no more
        void cache.resetQueries({ queryKey: [listChecks.path] });
        return dispatch({ type: 'table', tableId: null, of: orderIn(order) });
      }
      // The sale goes on as a new one: what its key stands for is in the kitchen.
      if (code === 'key_reused') dispatch({ type: 'rekey', key: order.key, freshKey: newIdempotencyKey() });
      else void refetch();
    },
    onStored: (stored, kind, at) => {
      endSent(stored, kind, at);
      options.onStored(stored);
    },
    onSent: (done) => {
      setSending(undefined);
      onSettle(undefined);
      options.onSent();
      keepLastSale(done);
      const { tableTitle, deliveryType } = done.receipt;
      if (done.kind === 'kitchen') ignoreSameTouch();
      const isPrinted = init.printSettings.is_enable_print === 1;
      // at a table nobody is called by a number: of a round whose paper comes a line is enough (part-1 §2, POS), and on a till that locks now
      if (!(isPrinted || lockAfterSend) || done.kind === 'pay' || !tableTitle || deliveryType !== 'dinein') return setSent(done);
      notify.standing(`Token ${done.tokenNo} → ${tableTitle}`);
      if (lockAfterSend) lockTill();
    },
  });
  const unknown = unsettled.find((order) => !kindUnderWay(order));
  return {
    /** What is being sent and how; undefined where nothing is. */
    sending,
    sold,
    sent,
    show: setSent,
    lastSale,
    /** An order of which nobody knows what became: nothing is sold before it is settled. */
    unknown,
    send,
    /** The touch that says which table sends; an earlier try goes where it went. */
    sendTo: (tableId: number) => {
      if (findUnsettled(unsettledKey(), sale.key)) return;
      dispatch({ type: 'table', tableId, of: orderIn(sale) });
      const sits = checks.some(({ table_id: id }) => id === tableId);
      void send('kitchen', undefined, { tableId, cart: sits ? bare() : cart });
    },
    settle,
    isPending,
    failure,
    stop: () => setSending(undefined),
    ask: (kind: SendKind) => {
      if (sale.lines.length === 0) return notify.error('Cart is empty!');
      if (unknown) return onSettle(unknown);
      forgetFailure();
      setSending(kind);
      // what the summary would say stands in the cart; it is shown while the round is on its way, and where something is in its way
      const isSaid = kind === 'kitchen' && sale.tableId !== null && sale.isTableChosen && !cart.isBlocked;
      if (!isSaid || isPending || !readStored(sendsAtOnceKey(), false)) return;
      const stations = cache.getQueryData<Reply<typeof listStations>>([listStations.path, {}]) ?? [];
      if (unwatchedOf(cart.lines, init, stations).length === 0) void send(kind);
    },
  };
};
