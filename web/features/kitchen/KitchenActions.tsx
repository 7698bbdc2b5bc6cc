import { Button, Text } from '@mantine/core';
import { IconGrill } from '@tabler/icons-react';
import { Suspense } from 'react';
import { lazyPart } from '#web/ui/lazily.ts';
import type { KitchenToolsProps } from './KitchenTools.tsx';

const KitchenTools = lazyPart(async () => (await import('./KitchenTools.tsx')).KitchenTools);

interface KitchenActionsProps extends KitchenToolsProps {
  /** How many orders are shown. */
  count: number;
  /** Which station this is; undefined where there are none. */
  station: string | undefined;
  onStation: () => void;
}

/** What stands beside the title. */
export const KitchenActions = ({ count, station, onStation, ...tools }: KitchenActionsProps) => (
  <>
    {count > 0 && (
      <Text c="dimmed" role="status" className="tabular">
        {count === 1 ? '1 order' : `${count} orders`}
      </Text>
    )}
    {station !== undefined && (
      <Button variant="default" leftSection={<IconGrill size={18} aria-hidden />} onClick={onStation}>
        {station}
      </Button>
    )}
    <Suspense>
      <KitchenTools {...tools} />
    </Suspense>
  </>
);
