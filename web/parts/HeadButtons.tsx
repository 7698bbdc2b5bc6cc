import { Button } from '@mantine/core';
import { IconRefresh, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { useBell } from '#web/platform/sound.ts';
import { notify } from '#web/platform/toast.ts';

/** Mutes the bell of a screen; before that it asks for the touch without which a browser lets nothing sound. */
export const SoundButton = ({ bell }: { bell: Pick<ReturnType<typeof useBell>, 'isMuted' | 'setMuted' | 'isBlocked' | 'unlock'> }) => {
  const { isMuted, isBlocked } = bell;
  // any touch unlocks, so that the button may say something else by the time it is clicked
  const pressed = useRef<boolean>(undefined);
  const press = () => {
    pressed.current = isBlocked;
  };
  const isOff = isMuted || isBlocked;
  return (
    <Button
      className="icon-on-phone"
      variant={isBlocked ? 'light' : 'default'}
      data-hint={isBlocked ? undefined : isMuted ? 'Sound is off' : 'Sound is on'}
      {...(!isBlocked && { role: 'switch', 'aria-checked': !isMuted })}
      leftSection={isOff ? <IconVolumeOff size={18} aria-hidden /> : <IconVolume size={18} aria-hidden />}
      onPointerDown={press}
      onKeyDown={press}
      onClick={() => {
        if (pressed.current ?? isBlocked) bell.unlock();
        else bell.setMuted(!isMuted);
        pressed.current = undefined;
      }}
    >
      {isBlocked ? 'Turn on sound' : 'Sound'}
    </Button>
  );
};

interface Orders {
  data?: unknown;
  isFetching: boolean;
  refetch: () => Promise<{ isSuccess: boolean }>;
}

/** Asks for the orders again, and says how that ended. */
export const RefreshButton = ({ orders }: { orders: Orders }) => {
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    const { isSuccess } = await orders.refetch();
    setRefreshing(false);
    if (isSuccess) notify.success('Orders Loaded!');
    else notify.error('Error loading orders! Please try later!');
  };
  return (
    <Button
      className="icon-on-phone"
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={isRefreshing || (orders.isFetching && orders.data === undefined)}
      onClick={() => void refresh()}
    >
      Refresh
    </Button>
  );
};
