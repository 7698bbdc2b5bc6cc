import { Suspense } from 'react';
import type { OpenCheck } from '#contract/orders.ts';
import type { PosInit } from '#contract/pos.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { useOwnDisplay } from '#web/platform/till.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import type { Sale } from './cart.ts';
import type { ShownCart } from './cart-prices.ts';
import { SentPanel } from './SentPanel.tsx';
import { forgetUnsettled, isStillMeant, type Unsettled, unsettledKey } from './unsettled.ts';
import type { useSale } from './use-sale.ts';
import { kindUnderWay } from './use-send.ts';
import type { useSelling } from './use-selling.ts';

const sendDialog = lazyDialog(async () => (await import('./SendDialog.tsx')).SendDialog);
const displayLink = lazyDialog(async () => (await import('./DisplayLink.tsx')).DisplayLink);
const unsettledDialog = lazyDialog(async () => (await import('./UnsettledDialog.tsx')).UnsettledDialog);

interface SellingDialogsProps {
  selling: ReturnType<typeof useSelling>;
  init: PosInit;
  till: Pick<ReturnType<typeof useSale>, 'sale' | 'dispatch'>;
  cart: ShownCart;
  /** The bill that the sale joins. */
  check: OpenCheck | undefined;
  /** Of all tables at which somebody sits. */
  checks: readonly OpenCheck[];
  /** The menu is being refetched. */
  isChecking: boolean;
  refetch: () => unknown;
  /** A bill is being paid, which is not the guest's who orders. */
  isPaying: boolean;
  unsettled: readonly Unsettled[];
  settling: Unsettled | undefined;
  onSettle: (order: Unsettled | undefined) => void;
  onUnsent: (sale: Sale) => void;
}

/** What stands before the till while a sale is on its way, and what the guest reads of it. */
export const SellingDialogs = (props: SellingDialogsProps) => {
  sendDialog.useAhead();
  unsettledDialog.useAhead();
  const { selling, init, till, cart, check, checks, isChecking, refetch, isPaying, unsettled, settling, onSettle, onUnsent } = props;
  const { sending, sold, sent, show, send, settle, isPending, failure, stop } = selling;
  const { sale, dispatch } = till;
  const [displayId, setDisplay] = useOwnDisplay();
  return (
    <>
      {sending && (
        <Suspense>
          <sendDialog.Dialog
            kind={sending}
            sale={sale}
            cart={sold}
            init={init}
            check={check}
            checks={checks}
            failure={failure}
            // the first touch counts from the touch on, the same key's earlier try until it is settled
            isPending={isPending || kindUnderWay(sale) !== undefined}
            isTried={unsettled.some(({ key }) => key === sale.key)}
            isChecking={isChecking && failure !== undefined && !failure.isPassing}
            onConfirm={(payment) => void send(sending, payment)}
            onTable={selling.sendTo}
            onRemoveBlocked={() =>
              dispatch({ type: 'keep', lines: cart.lines.filter(({ obstacle }) => !obstacle).map(({ line }) => line) })
            }
            onClose={stop}
          />
        </Suspense>
      )}
      {settling && (
        <Suspense>
          <unsettledDialog.Dialog
            key={settling.key}
            order={settling}
            store={init.storeSettings}
            isOpen={unsettled.some(({ key }) => key === settling.key)}
            isWanted={isStillMeant(settling, serverNow())}
            onAsk={async () => {
              const problem = await settle(settling);
              if (problem && !problem.isPassing) void refetch();
              return problem;
            }}
            onUnsent={() => onUnsent(settling.sale)}
            onForget={() => {
              forgetUnsettled(unsettledKey(), settling.key);
              onUnsent(settling.sale);
              onSettle(undefined);
            }}
            onClose={() => onSettle(undefined)}
          />
        </Suspense>
      )}
      {displayId > 0 && (
        <Suspense>
          <displayLink.Dialog displayId={displayId} cart={sold} sent={sent} isPaused={isPaying} onGone={() => setDisplay(0)} />
        </Suspense>
      )}
      {sent && <SentPanel key={`${sent.date} ${sent.tokenNo}`} sent={sent} init={init} onClose={() => show(undefined)} />}
    </>
  );
};
