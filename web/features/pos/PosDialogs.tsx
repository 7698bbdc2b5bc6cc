import { Suspense, useMemo } from 'react';
import type { PosInit } from '#contract/pos.ts';
import { newIdempotencyKey } from '#web/platform/idempotency-keys.ts';
import { notify } from '#web/platform/toast.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import type { Sale } from './cart.ts';
import { draftOf, saleOf, type useDrafts } from './drafts.ts';
import { saleOfQrOrder } from './qr-orders.ts';
import type { useCancelling } from './use-cancelling.ts';
import type { useSale } from './use-sale.ts';
import type { useWaiting } from './use-waiting.ts';

const qrOrdersDialog = lazyDialog(async () => (await import('./QrOrdersDialog.tsx')).QrOrdersDialog);
const saveDraftDialog = lazyDialog(async () => (await import('./SaveDraftDialog.tsx')).SaveDraftDialog);
const draftsDialog = lazyDialog(async () => (await import('./DraftsDialog.tsx')).DraftsDialog);
const drawerDialog = lazyDialog(async () => (await import('./DrawerDialog.tsx')).DrawerDialog);

export type PosDialog = 'drafts' | 'save' | 'qr-orders' | 'drawer';

interface PosDialogsProps {
  dialog: PosDialog | undefined;
  onClose: () => void;
  init: PosInit | undefined;
  till: ReturnType<typeof useSale>;
  kept: ReturnType<typeof useDrafts>;
  ordering: ReturnType<typeof useWaiting>['ordering'];
  cancelling: ReturnType<typeof useCancelling>;
}

/** What the buttons above the till open. */
export const PosDialogs = ({ dialog, onClose, init, till, kept, ordering, cancelling }: PosDialogsProps) => {
  qrOrdersDialog.useAhead();
  saveDraftDialog.useAhead();
  draftsDialog.useAhead();
  const { sale } = till;
  const { drafts, save, nameOf, putAside, remove, clear, restore } = kept;
  const menu = useMemo(() => new Map(init?.menuItems.map((item) => [item.id, item])), [init]);
  const load = (next: Sale) => {
    if (till.load(next, putAside)) onClose();
  };
  return (
    <Suspense>
      {dialog === 'save' && (
        <saveDraftDialog.Dialog
          name={nameOf(sale)}
          onSave={(name) => {
            if (!save(draftOf(sale, name))) return;
            till.begin();
            onClose();
          }}
          onClose={onClose}
        />
      )}
      {dialog === 'qr-orders' && (
        <qrOrdersDialog.Dialog
          init={init}
          ordering={ordering}
          selectedId={sale.qrOrderId}
          cancelling={cancelling}
          onLoad={(order) => load(saleOfQrOrder(order, menu, newIdempotencyKey()))}
          onClose={onClose}
        />
      )}
      {dialog === 'drawer' && init && (
        <drawerDialog.Dialog currency={init.storeSettings.currency} timezone={init.storeSettings.timezone} onClose={onClose} />
      )}
      {dialog === 'drafts' && (
        <draftsDialog.Dialog
          drafts={drafts}
          init={init}
          onOpen={(draft) => load(saleOf(draft))}
          onDelete={(draft) => {
            if (remove(draft.key)) notify.undoable(`${draft.nameRef || 'Draft'} is deleted.`, () => restore([draft]));
          }}
          onClear={() => {
            if (clear()) notify.undoable('All drafts are deleted.', () => restore(drafts));
          }}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
};
