import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconQrcode, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { StoreSettings } from '#contract/shown-settings.ts';
import { listQrOrders, type QrOrder } from '#contract/qr-orders.ts';
import { useReply } from '#web/platform/api.ts';
import { ago } from '#web/parts/ago.ts';
import { SoundButtons } from '#web/parts/SoundButtons.tsx';
import { dateAndTime } from '#web/platform/printing.ts';
import { useServerNow } from '#web/platform/server-clock.ts';
import { useBell } from '#web/platform/sound.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import classes from './DraftsDialog.module.css';
import type { QrOrdering } from './qr-ordering.ts';
import { nameOf } from './qr-orders.ts';
import { QrPause } from './QrPause.tsx';
import type { useCancelling } from './use-cancelling.ts';
import { useLogged } from './use-waiting.ts';

interface QrOrdersDialogProps {
  /** Not known yet: the till's first answer is on its way. */
  store: StoreSettings | undefined;
  ordering: QrOrdering;
  /** The one that stands in the cart. */
  selectedId: number | null;
  cancelling: ReturnType<typeof useCancelling>;
  onLoad: (order: QrOrder) => void;
  onClose: () => void;
}

const AGE_TICK_MS = 30_000;

const whatIsIn = ({ items }: QrOrder): string => items.map(({ quantity, item_title }) => `${quantity} × ${item_title}`).join(', ');

/** What diners have ordered from their tables: take one over, or send it away. */
export const QrOrdersDialog = ({ store, ordering, selectedId, cancelling, onLoad, onClose }: QrOrdersDialogProps) => {
  const { data: orders, error, isFetching, refetch } = useReply(listQrOrders, {}, { staleTime: 0 });
  useLogged('The QR orders', error);
  const { leaving, isClearing, cancel, clear } = cancelling;
  const now = useServerNow(AGE_TICK_MS);
  const bell = useBell('new_qrorder');
  const timezone = store?.timezone ?? 'UTC';
  const canGuestsOrder = store?.is_qr_menu_enabled === 1 && store.is_qr_order_enabled === 1;

  const list = (known: QrOrder[]) =>
    known.length === 0 ? (
      <EmptyState icon={IconQrcode} sentence="No QR orders. What guests order from the QR menu arrives here." />
    ) : (
      <ul className={classes.drafts}>
        {known.map((order) => {
          const name = nameOf(order);
          const date = dateAndTime(order.date, timezone);
          const isSelected = order.id === selectedId;
          const isLeaving = leaving.includes(order.id);
          const state = isLeaving ? 'Please wait...' : isSelected ? 'In the cart' : ago(order.date, now);
          return (
            <li key={order.id} className={classes.draft} data-selected={isSelected || undefined}>
              <button type="button" className={classes.open} disabled={isLeaving} onClick={() => (isSelected ? onClose() : onLoad(order))}>
                <span className="only-heard">{isSelected ? 'In the cart:' : 'Load'}</span>{' '}
                <span className={classes.head}>
                  <span className={classes.name}>{name}</span> <span className={classes.date}>{state}</span>
                </span>
                <span className={classes.content}>{whatIsIn(order)}</span>
              </button>
              <ActionIcon aria-label={`Cancel ${name}, ${date}`} loading={isLeaving} onClick={() => cancel(order.id)}>
                <IconTrash size={18} stroke={1.75} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    );

  return (
    <Dialog
      opened
      onClose={onClose}
      title="QR Menu Orders"
      footer={
        <div className={classes.footer}>
          {orders && orders.length > 0 && (
            <Button variant="subtle" color="red" loading={isClearing} onClick={() => clear(orders.map(({ id }) => id))}>
              Clear all
            </Button>
          )}
          <SoundButtons bell={bell} />
        </div>
      }
    >
      {store && canGuestsOrder && <QrPause ordering={ordering} store={store} />}
      {orders ? (
        list(orders)
      ) : error ? (
        <EmptyState
          icon={IconQrcode}
          sentence="The QR orders are not here yet."
          action={
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} aria-hidden />}
              loading={isFetching}
              onClick={() => void refetch()}
            >
              Retry
            </Button>
          }
        />
      ) : (
        <div aria-busy="true">
          <span className="only-heard" role="status">
            Please wait...
          </span>
          <Skeleton height={60} radius="md" />
          <Skeleton height={60} radius="md" mt={8} />
        </div>
      )}
    </Dialog>
  );
};
