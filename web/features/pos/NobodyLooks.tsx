import { Alert } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { PosInit } from '#contract/pos.ts';
import { listStations, type Station } from '#contract/stations.ts';
import { useReply } from '#web/platform/api.ts';
import type { ShownLine } from './cart-prices.ts';

/** The stations that make these lines: an item's own, else its category's, else the fallback. */
const stationsOf = (lines: readonly ShownLine[], { menuItems, categories }: PosInit, stations: readonly Station[]): Station[] => {
  const fallback = stations.find(({ isFallback }) => isFallback)?.id;
  const ids = new Set(
    lines.map(({ line }) => {
      const item = menuItems.find(({ id }) => id === line.id);
      return item?.stationId ?? categories.find(({ id }) => id === item?.category_id)?.stationId ?? fallback;
    }),
  );
  return stations.filter(({ id }) => ids.has(id));
};

/** Said before the order is sent: it would not be seen. A station with a printer needs no eyes. */
export const NobodyLooks = ({ lines, init }: { lines: readonly ShownLine[]; init: PosInit }) => {
  const { data = [] } = useReply(listStations, {}, { staleTime: 0, refetchOnMount: 'always' });
  const unwatched = stationsOf(lines, init, data).filter(({ isWatched, printerId }) => !isWatched && printerId === null);
  return unwatched.map(({ id, title }) => (
    <Alert key={id} color="yellow" variant="light" role="status" icon={<IconEyeOff aria-hidden />}>
      Nobody looks at {title} at the moment.
    </Alert>
  ));
};
