import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FinishedOrder, getKitchenBoard, listFinishedOrders, recallItems } from '#contract/kitchen.ts';
import { ageText } from '#web/parts/Age.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { useReloads } from '#web/platform/realtime.tsx';
import { useCoalesced } from '#web/platform/coalesce.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { useHeld, useIsTouched } from '#web/ui/touched.ts';
import { diningOption } from './dining-options.ts';
import classes from './RecallDialog.module.css';
import { ownDirection } from '#web/ui/own-direction.ts';

// one file to fetch ahead: a chunk of its own would split what every page loads first
export { LooseNotes } from './LooseNotes.tsx';

const MINUTE_MS = 60_000;
const skeleton = (
  <Stack>
    {[1, 2, 3].map((key) => (
      <Skeleton key={key} height={140} radius="lg" />
    ))}
  </Stack>
);

interface FinishedProps {
  order: FinishedOrder;
  now: string;
  isPending: boolean;
  onRecall: (itemIds: number[]) => void;
}

const Finished = ({ order, now, isPending, onRecall }: FinishedProps) => {
  const recallable = order.items.filter((item) => item.is_recallable).map(({ id }) => id);
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(order.finished_at)) / MINUTE_MS));
  return (
    <article className={classes.ticket} aria-label={`Token ${order.token_no}`}>
      <header className={classes.head}>
        <Title order={3} className="tabular">
          Token {order.token_no}
        </Title>
        <Text c="dimmed" className="tabular">
          {ownDirection(order.table_title ?? diningOption(order.delivery_type)[0])} ·{' '}
          {minutes === 0 ? 'just now' : `${ageText(minutes)} ago`}
        </Text>
        {recallable.length > 1 && (
          <Button variant="default" ml="auto" disabled={isPending} onClick={() => onRecall(recallable)}>
            Recall all
          </Button>
        )}
      </header>
      {order.status !== 'created' && (
        <Text size="sm" c="dimmed">
          This order is closed and can only be looked at.
        </Text>
      )}
      <ul>
        {order.items.map((item) => (
          <li key={item.id} className={classes.item}>
            <div>
              <div id={`finished-${item.id}`} className={classes.title}>
                <span className="tabular">{item.quantity}×</span> {item.item_title}
              </div>
              {[item.variant_title, ...(item.addons ?? []).map(({ title }) => `+ ${title}`), item.notes]
                .filter((detail) => detail !== null)
                .map((detail) => (
                  <div key={detail} className={classes.detail}>
                    {detail}
                  </div>
                ))}
            </div>
            {!item.is_recallable && <StatusBadge status={item.status} />}
            {item.is_recallable && (
              <Button
                variant="light"
                disabled={isPending}
                leftSection={<IconArrowBackUp size={18} aria-hidden />}
                aria-describedby={`finished-${item.id}`}
                onClick={() => onRecall([item.id])}
              >
                Recall
              </Button>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
};

interface RecallDialogProps {
  /** Of the shown station only what it made. */
  query: { station?: string };
  onClose: () => void;
}

/** What was finished last, to be looked at again, and to be taken back when it was completed by mistake. */
export const RecallDialog = ({ query, onClose }: RecallDialogProps) => {
  const cache = useQueryClient();
  const finished = useReply(listFinishedOrders, { query });
  const reload = useCoalesced(() => cache.invalidateQueries({ queryKey: [listFinishedOrders.path] }));
  useReloads(['order_update'], reload);
  // what is completed stands first, and moves nothing under a finger
  const shown = useHeld(finished.data, useIsTouched()) ?? finished.data;
  const { run, isPending } = useAction(recallItems, {
    refreshes: [getKitchenBoard, listFinishedOrders],
    failure: 'Error processing your request, Please try later!',
    onDone: onClose,
  });
  return (
    <Dialog
      opened
      onClose={() => isPending || onClose()}
      title="Recall"
      size="lg"
      footer={
        <Group>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            Close
          </Button>
        </Group>
      }
    >
      <Loaded
        from={{ ...finished, data: shown }}
        failure="Error loading orders! Please try later!"
        skeleton={skeleton}
        isEmpty={({ orders }) => orders.length === 0}
        empty={<EmptyState icon={IconHistory} sentence="Nothing was completed here in the last 30 minutes." />}
      >
        {({ now, orders }) => (
          <Stack>
            {orders.map((order) => (
              <Finished
                key={order.id}
                order={order}
                now={now}
                isPending={isPending}
                onRecall={(itemIds) => void run({ body: { itemIds } })}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
};
