import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconQrcode, IconRefresh, IconTrash } from '@tabler/icons-react';
import { cancelAllQrOrders, listQrOrders, type QrOrder, updateQrOrderStatus } from '#contract/qr-orders.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { dateAndTime } from '#web/platform/printing.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import classes from './DraftsDialog.module.css';
import { useLogged, waiting } from './use-waiting.ts';

const SURE = 'Are you sure? This process is irreversible!';
const FAILED = "We're getting issue while clearing orders! Please try later!";

interface QrOrdersDialogProps {
  timezone: string;
  /** The one that stands in the cart. */
  selectedId: number | null;
  onLoad: (order: QrOrder) => void;
  /** These are cancelled: none of them may stay linked to the cart. */
  onCancelled: (ids: number[]) => void;
  onClose: () => void;
}

const nameOf = ({ table_title, customer_name }: QrOrder): string => [table_title, customer_name].filter(Boolean).join(' · ') || 'Guest';

const whatIsIn = ({ items }: QrOrder): string => items.map(({ quantity, item_title }) => `${quantity} × ${item_title}`).join(', ');

/** What diners have ordered from their tables: take one over, or send it away. */
export const QrOrdersDialog = ({ timezone, selectedId, onLoad, onCancelled, onClose }: QrOrdersDialogProps) => {
  const { data: orders, error, isFetching, refetch } = useReply(listQrOrders, {}, { staleTime: 0 });
  useLogged('The QR orders', error);
  const options = { confirm: SURE, failure: FAILED, refreshes: waiting };
  const cancel = useAction(updateQrOrderStatus, {
    ...options,
    onDoneAnywhere: (_, { params }) => onCancelled([Number(params.id)]),
  });
  const clear = useAction(cancelAllQrOrders, { ...options, onDoneAnywhere: () => onCancelled(orders?.map(({ id }) => id) ?? []) });

  const list = (known: QrOrder[]) =>
    known.length === 0 ? (
      <EmptyState icon={IconQrcode} sentence="No QR orders. What guests order from the QR menu arrives here." />
    ) : (
      <ul className={classes.drafts}>
        {known.map((order) => {
          const name = nameOf(order);
          const date = dateAndTime(order.date, timezone);
          const isSelected = order.id === selectedId;
          return (
            <li key={order.id} className={classes.draft} data-selected={isSelected || undefined}>
              <button type="button" className={classes.open} onClick={() => (isSelected ? onClose() : onLoad(order))}>
                <span className="only-heard">{isSelected ? 'In the cart:' : 'Load'}</span>{' '}
                <span className={classes.head}>
                  <span className={classes.name}>{name}</span> <span className={classes.date}>{isSelected ? 'In the cart' : date}</span>
                </span>
                <span className={classes.content}>{whatIsIn(order)}</span>
              </button>
              <ActionIcon
                aria-label={`Cancel ${name}, ${date}`}
                onClick={() => void cancel.run({ params: { id: String(order.id) }, body: { status: 'cancelled' } })}
              >
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
        orders &&
        orders.length > 0 && (
          <Button variant="subtle" color="red" loading={clear.isPending} onClick={() => void clear.run({})}>
            Clear all
          </Button>
        )
      }
    >
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
