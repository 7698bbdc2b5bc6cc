import { Alert } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { PosInit } from '#contract/pos.ts';
import { listStations } from '#contract/stations.ts';
import { useReply } from '#web/platform/api.ts';
import type { ShownLine } from './cart-prices.ts';
import { unwatchedOf } from './unwatched.ts';

/** Said before the order is sent: it would not be seen. A station with a printer needs no eyes. */
export const NobodyLooks = ({ lines, init }: { lines: readonly ShownLine[]; init: PosInit }) => {
  const { data = [] } = useReply(listStations, {}, { staleTime: 0, refetchOnMount: 'always' });
  return unwatchedOf(lines, init, data).map(({ id, title }) => (
    <Alert key={id} color="yellow" variant="light" role="status" icon={<IconEyeOff aria-hidden />}>
      Nobody looks at {title} at the moment.
    </Alert>
  ));
};
