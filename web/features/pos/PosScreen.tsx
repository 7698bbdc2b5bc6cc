import { Button, Group } from '@mantine/core';
import { IconRefresh, IconToolsKitchen2 } from '@tabler/icons-react';
import { Suspense, useCallback, useState } from 'react';
import { Link } from 'react-router';
import { addMenuItem } from '#contract/menu-items.ts';
import { newIdempotencyKey } from '#web/platform/idempotency-keys.ts';
import { useMay } from '#web/platform/session.tsx';
import { useTillKey } from '#web/platform/till.ts';
import { notify } from '#web/platform/toast.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { newSale, orderIn, type Sale } from './cart.ts';
import { draftOf, useDrafts } from './drafts.ts';
import { PosActions } from './PosActions.tsx';
import { type PosDialog, PosDialogs } from './PosDialogs.tsx';
import { PosSkeleton } from './PosSkeleton.tsx';
import { QrPause } from './QrPause.tsx';
import { Till } from './Till.tsx';
import { type Unsettled, useUnsettled } from './unsettled.ts';
import { useCancelling } from './use-cancelling.ts';
import { useOpenFor } from './use-open-for.ts';
import { usePosInit } from './use-pos-init.ts';
import { isCartIn, useSale } from './use-sale.ts';
import { useTakenElsewhere } from './use-taken-elsewhere.ts';
import { kindUnderWay } from './use-send.ts';
import { useMovedTo } from './use-table-bill.ts';
import { useWantedTable } from './use-wanted-table.ts';
import { useLogged, useWaiting } from './use-waiting.ts';

const unseenStrip = lazyDialog(async () => (await import('#web/parts/UnseenStrip.tsx')).UnseenStrip);

/** Nothing can be sold yet. */
const NoMenu = ({ isLoading, onRefresh }: { isLoading: boolean; onRefresh: () => void }) => {
  const mayAddItems = useMay(addMenuItem);
  return (
    <EmptyState
      icon={IconToolsKitchen2}
      sentence="The menu has no items yet. Once they are added in the settings, they appear here."
      action={
        <Group gap="xs" justify="center">
          {mayAddItems && (
            <Button component={Link} to="/dashboard/settings/menu-items">
              To the menu items
            </Button>
          )}
          <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} loading={isLoading} onClick={onRefresh}>
            Refresh
          </Button>
        </Group>
      }
    />
  );
};

/** What was on its way when the page was left is settled first; what is on its way from this page is waited for where it was sent. */
const useSettling = (unsettled: readonly Unsettled[]) => {
  const find = () => unsettled.find((order) => !kindUnderWay(order));
  const [settling, setSettling] = useState(find);
  const place = useTillKey('sale');
  const [lookedAt, setLookedAt] = useState(place);
  if (lookedAt !== place) {
    setLookedAt(place);
    setSettling((known) => known ?? find());
  }
  return [settling, setSettling] as const;
};

/** What takes a cart away unasked: another till that has taken its QR order, and the table to which a round is added. */
const useReplacing = (till: ReturnType<typeof useSale>, kept: ReturnType<typeof useDrafts>, isOwn: boolean) => {
  const { sale, load } = till;
  const putAside = (cart: Sale): boolean => {
    const isKept = kept.putAside(cart);
    if (isKept) notify.success('The cart that stood here is in the Drafts List.');
    return isKept;
  };
  useTakenElsewhere(isOwn ? null : sale.qrOrderId, (id) => {
    till.endCancelled([id]);
    notify.undoable(
      'This QR order was taken or cancelled at another till.',
      // the next guest's cart may stand there by then
      () => load({ ...sale, key: newIdempotencyKey(), qrOrderId: null }, putAside),
    );
  });
  const isMovedTo = useMovedTo(sale);
  // what is on its way from here, or unsettled, ends first
  useWantedTable(!isOwn, async (tableId) => {
    if (sale.tableId === tableId) till.dispatch({ type: 'table', tableId });
    // with the name of whom it is for
    else if (await isMovedTo(tableId)) till.dispatch({ type: 'moved', of: orderIn(sale), tableId, isTableChosen: true });
    else load({ ...newSale(newIdempotencyKey()), tableId, isTableChosen: true }, putAside);
  });
};

const Pos = () => {
  const init = usePosInit();
  useLogged('What the till needs', init.error);
  const till = useSale();
  const kept = useDrafts();
  const { drafts, save, remove } = kept;
  const [dialog, setDialog] = useState<PosDialog>();
  const [saving, setSaving] = useOpenFor<'save'>(till.orderer);
  const unsettled = useUnsettled();
  const first = unsettled[0];
  const [settling, setSettling] = useSettling(unsettled);
  const { sale, clear: clearCart } = till;
  const { qrCount, ordering, checks, forget } = useWaiting();
  const cancelling = useCancelling((ids) => {
    till.endCancelled(ids);
    forget(ids);
  });
  // what this till itself is sending is gone from the list before the answer says so
  const isOwn = kindUnderWay(sale) !== undefined || unsettled.some(({ key }) => key === sale.key);
  useReplacing(till, kept, isOwn);
  const close = () => {
    setDialog(undefined);
    setSaving(undefined);
  };
  const openDrafts = useCallback(() => setDialog('drafts'), []);
  // Who believes that it did not go through would type it again.
  const startNew = useCallback(() => (first ? setSettling(first) : clearCart()), [first, setSettling, clearCart]);
  const openDrawer = useCallback(() => setDialog('drawer'), []);
  const openQrOrders = useCallback(() => setDialog('qr-orders'), []);

  return (
    <Page
      title="POS - Point of Sale"
      fill
      actions={
        <PosActions
          qrCount={qrCount}
          isQrPaused={ordering.pausedUntil !== null}
          draftCount={drafts.length}
          onNew={startNew}
          onQrOrders={openQrOrders}
          onDrafts={openDrafts}
          onDrawer={openDrawer}
        />
      }
    >
      <Suspense>
        <unseenStrip.Dialog />
      </Suspense>
      <Loaded
        from={init}
        failure="Error loading the menu! Please try later!"
        skeleton={<PosSkeleton />}
        isEmpty={({ menuItems }) => menuItems.length === 0}
        empty={<NoMenu isLoading={init.isFetching} onRefresh={() => void init.refetch()} />}
      >
        {(data) => (
          <>
            <QrPause ordering={ordering} store={data.storeSettings} isNotice />
            <Till
              init={data}
              isChecking={init.isFetching}
              refetch={init.refetch}
              till={till}
              checks={checks}
              onSaveDraft={() => (sale.lines.length === 0 ? notify.error('Cart is empty!') : setSaving('save'))}
              onSent={({ key, qrOrderId }) => {
                remove(key);
                if (qrOrderId !== null) forget([qrOrderId]);
              }}
              unsettled={unsettled}
              settling={settling}
              onSettle={setSettling}
              onUnsent={(unsent) => {
                const isKept = [sale, ...drafts].some(({ key }) => key === unsent.key);
                if (!isKept && save(draftOf(unsent, 'Not sent'))) notify.success('The cart that was not sent is in the Drafts List.');
              }}
            />
          </>
        )}
      </Loaded>
      <PosDialogs
        dialog={saving ?? dialog}
        onClose={close}
        init={init.data}
        till={till}
        kept={kept}
        ordering={ordering}
        cancelling={cancelling}
      />
    </Page>
  );
};

/**
 * Menu and cart. The store's first word to a device may say that the cart is the till's, not the person's: the cart that was begun moves
 * there, and the screen stays. Where a colleague's waits there already, the screen is theirs from now on, and re-rendered.
 */
export const PosScreen = () => {
  const place = useTillKey('sale');
  const [shown, setShown] = useState({ place, turn: 0 });
  if (shown.place !== place) setShown({ place, turn: shown.turn + (isCartIn(place) ? 1 : 0) });
  return <Pos key={shown.turn} />;
};
