import { ActionIcon, Button, Skeleton, Text, Tooltip } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconChefHat, IconRefresh, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listKitchenOrders } from '#contract/kitchen.ts';
import { useReply } from '#web/platform/api.ts';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { useBell, useGathered } from '#web/platform/sound.ts';
import { notify } from '#web/platform/toast.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import classes from './KitchenScreen.module.css';
import { Ticket } from './Ticket.tsx';
import { useTouches } from './touches.ts';

const NOT_LOADED = 'Error loading orders! Please try later!';
const TICK_MS = 5000;
const MINUTE_MS = 60_000;

const skeleton = (
  <div className={classes.tickets}>
    {[320, 260, 380, 300, 240, 340].map((height) => (
      <Skeleton key={height} height={height} radius="lg" />
    ))}
  </div>
);

const useNow = (): number => {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: true });
  return now;
};

export const KitchenScreen = () => {
  const cache = useQueryClient();
  const now = useNow();
  const bell = useBell();
  const orders = useReply(listKitchenOrders, {});
  const reload = useGathered(() => cache.invalidateQueries({ queryKey: [listKitchenOrders.path] }));
  const { shown, touch } = useTouches(orders.data, reload);

  useAnnouncements((event) => {
    bell.ring(event);
    if (event.type !== 'new_qrorder') reload();
  });

  const refresh = async () => {
    const { isSuccess } = await orders.refetch();
    if (isSuccess) notify.success('Orders Loaded!');
    else notify.error(NOT_LOADED);
  };

  return (
    <Page
      title="Kitchen"
      actions={
        <>
          {shown && shown.length > 0 && (
            <Text c="dimmed" role="status" className="tabular">
              {shown.length === 1 ? '1 order' : `${shown.length} orders`}
            </Text>
          )}
          {bell.isBlocked && (
            <Button variant="light" leftSection={<IconVolume size={18} aria-hidden />} onClick={bell.unlock}>
              Turn on sound
            </Button>
          )}
          <Tooltip label={bell.isMuted ? 'Sound is off' : 'Sound is on'}>
            <ActionIcon
              variant="default"
              aria-label="Sound"
              role="switch"
              aria-checked={!bell.isMuted}
              onClick={() => bell.setMuted(!bell.isMuted)}
            >
              {bell.isMuted ? <IconVolumeOff size={20} /> : <IconVolume size={20} />}
            </ActionIcon>
          </Tooltip>
          <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={() => void refresh()}>
            Refresh
          </Button>
        </>
      }
    >
      <Loaded
        from={{ ...orders, data: shown }}
        failure={NOT_LOADED}
        skeleton={skeleton}
        empty={<EmptyState icon={IconChefHat} sentence="No Orders Pending!" />}
      >
        {(tickets) => (
          <div className={classes.tickets}>
            {tickets.map((order) => (
              <Ticket
                key={order.id}
                order={order}
                minutes={Math.max(0, Math.floor((now - Date.parse(order.date)) / MINUTE_MS))}
                onTouch={touch}
              />
            ))}
          </div>
        )}
      </Loaded>
    </Page>
  );
};
