import { useQueryClient } from '@tanstack/react-query';
import { getCheck, listChecks } from '#contract/checks.ts';
import { listOpenChecks, summarisePayment } from '#contract/orders.ts';
import { useReloads } from '#web/platform/realtime.tsx';
import { useGathered } from '#web/platform/sound.ts';

/** What a guest is asked for, on the bill's page or in the dialog of its card. */
const BILLS = [listChecks, getCheck, summarisePayment];

/** Keeps the bills that are shown as they are announced, and what their tables owe: an order reloads that on the screens of orders. */
export const useLiveChecks = (): void => {
  const cache = useQueryClient();
  const reload = useGathered(() => Promise.all(BILLS.map(({ path }) => cache.invalidateQueries({ queryKey: [path] }))));
  useReloads(['check_update', 'order_update', 'new_order'], reload);
  const reloadDue = useGathered(() => cache.invalidateQueries({ queryKey: [listOpenChecks.path] }));
  useReloads(['check_update'], reloadDue);
};
