import { Button, Text } from '@mantine/core';
import { IconGrill, IconRefresh } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { useBell } from '#web/platform/sound.ts';
import { notify } from '#web/platform/toast.ts';
import { lazyPart } from '#web/ui/lazily.ts';

export const NOT_LOADED = 'Error loading orders! Please try later!';

const KitchenTools = lazyPart(async () => (await import('./KitchenTools.tsx')).KitchenTools);

interface KitchenActionsProps {
  /** How many orders are shown. */
  count: number;
  /** Which station this is; undefined where there are none. */
  station: string | undefined;
  onStation: () => void;
  bell: ReturnType<typeof useBell>;
  isFull: boolean;
  refetch: () => Promise<{ isSuccess: boolean }>;
}

/** What stands beside the title. */
export const KitchenActions = ({ count, station, onStation, bell, isFull, refetch }: KitchenActionsProps) => {
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    const { isSuccess } = await refetch();
    setRefreshing(false);
    if (isSuccess) notify.success('Orders Loaded!');
    else notify.error(NOT_LOADED);
  };
  return (
    <>
      {count > 0 && (
        <Text c="dimmed" role="status" className="tabular" {...(bell.isBlocked && { visibleFrom: 'xs' })}>
          {count === 1 ? '1 order' : `${count} orders`}
        </Text>
      )}
      {station !== undefined && (
        <Button variant="default" leftSection={<IconGrill size={18} aria-hidden />} onClick={onStation}>
          {station}
        </Button>
      )}
      <Suspense>
        <KitchenTools bell={bell} isFull={isFull} />
      </Suspense>
      <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} loading={isRefreshing} onClick={() => void refresh()}>
        Refresh
      </Button>
    </>
  );
};
