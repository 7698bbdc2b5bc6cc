import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconQrcode, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { currencyOf } from '#contract/money-text.ts';
import type { PosInit } from '#contract/pos.ts';
import { countQrOrders, listQrOrders, QR_ORDERS_SHOWN, type QrOrder } from '#contract/qr-orders.ts';
import { useReply } from '#web/platform/api.ts';
import { ago } from '#web/parts/ago.ts';
import { Money } from '#web/parts/Money.tsx';
import { SoundButton } from '#web/parts/HeadButtons.tsx';
import { dateAndTime } from '#web/platform/dates.ts';
import { useServerNow } from '#web/platform/server-clock.ts';
import { useBell } from '#web/platform/sound.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { priceCart } from './cart-prices.ts';
import classes from './DraftsDialog.module.css';
import type { QrOrdering } from './qr-ordering.ts';
import { nameOf, saleOfQrOrder } from './qr-orders.ts';
import { QrPause } from './QrPause.tsx';
import type { useCancelling } from './use-cancelling.ts';
import { useLogged } from './use-waiting.ts';

interface QrOrdersDialogProps {
  /** Not known yet: the till's first answer is on its way. */
  init: PosInit | undefined;
  ordering: QrOrdering;
  /** The one that stands in the cart. */
  selectedId: number | null;
  cancelling: ReturnType<typeof useCancelling>;
  onLoad: (order: QrOrder) => void;
  onClose: () => void;
}

const AGE_TICK_MS = 30_000;

/** '2 × Pizza – Large, Ham, Olives': whoever takes it over sees what it asks for. */
const lineText = ({ quantity, item_title: title, variant_title: variant, addons }: QrOrder['items'][number]): string =>
  [`${quantity} × ${title}${variant ? ` – ${variant}` : ''}`, ...(addons ?? []).map((addon) => addon.title)].join(', ');

/** Says that more wait than are listed. */
const NotShown = ({ shown }: { shown: number }) => {
  const total = useReply(countQrOrders, {}).data?.totalQROrders ?? 0;
  return (
    shown >= QR_ORDERS_SHOWN &&
    total > shown && (
      <p className={classes.more} role="status">
        These are the oldest {shown} of {total}. The others follow when these are taken or cancelled.
      </p>
    )
  );
};

/** What diners have ordered from their tables: take one over, or send it away. */
export const QrOrdersDialog = ({ init, ordering, selectedId, cancelling, onLoad, onClose }: QrOrdersDialogProps) => {
  const { data: orders, error, isFetching, refetch } = useReply(listQrOrders, {}, { staleTime: 0 });
  useLogged('The QR orders', error);
  const { leaving, isClearing, cancel, clear } = cancelling;
  const store = init?.storeSettings;
  const menu = useMemo(() => new Map(init?.menuItems.map((item) => [item.id, item])), [init]);
  /** What it costs now, as the cart will say. */
  const totalOf = (order: QrOrder, currency: string): number => {
    const { lines, ...sale } = saleOfQrOrder(order, menu, '');
    return priceCart(lines, menu, currencyOf(currency), { ...sale, charges: init?.charges }).total;
  };
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
                <span className="sr-only">{isSelected ? 'In the cart:' : 'Load'}</span>{' '}
                <span className={classes.head}>
                  <span className={classes.name}>{name}</span> <span className={classes.date}>{state}</span>{' '}
                  {store && <Money value={totalOf(order, store.currency)} currency={store.currency} className={classes.sum} />}
                </span>
                {order.items.map((item) => (
                  <span key={item.id} className={classes.item}>
                    {lineText(item)} {item.notes && <em className={classes.notes}>{item.notes}</em>}
                  </span>
                ))}
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
          <SoundButton bell={bell} />
        </div>
      }
    >
      {store && canGuestsOrder && <QrPause ordering={ordering} store={store} />}
      {orders ? (
        <>
          {list(orders)}
          <NotShown shown={orders.length} />
        </>
      ) : error ? (
        <EmptyState
          icon={IconQrcode}
          sentence="The QR orders could not be loaded."
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
          <span className="sr-only" role="status">
            Please wait...
          </span>
          <Skeleton height={60} radius="md" />
          <Skeleton height={60} radius="md" mt={8} />
        </div>
      )}
    </Dialog>
  );
};
