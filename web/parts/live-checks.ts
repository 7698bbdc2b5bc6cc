import { useQueryClient } from '@tanstack/react-query';
import { type CheckRow, getCheck, listChecks } from '#contract/checks.ts';
import { IDS_AT_ONCE, listOpenChecks, summarisePayment } from '#contract/orders.ts';
import { call } from '#web/platform/api.ts';
import { useAnnouncements, useReloads } from '#web/platform/realtime.tsx';
import { useCoalesced } from '#web/platform/coalesce.ts';
import { mergeRows, useLive } from './live.ts';

/** What a guest is asked for, on the bill's page or in the dialog of its card. */
const SHOWN = [getCheck, summarisePayment];

/** Where the open bills are kept. */
const OPEN = [listChecks.path, { query: {} }] as const;

/** Keeps the open bills as they are announced, those of one table or card, what tables owe, and the bill that is shown. */
export const useLiveChecks = (): void => {
  const cache = useQueryClient();
  const { changed, reload } = useLive({
    kept: OPEN,
    loadAll: () => cache.invalidateQueries({ queryKey: [listChecks.path] }),
    ask: (ids) => call(listChecks, { query: { ids: ids.join(',') } }),
    apply: (answer, ids) => {
      cache.setQueryData<CheckRow[]>(OPEN, (known) => known && mergeRows(known, answer, ids, ({ check_id: id }) => id));
      // they are of a table or a card, and short
      void cache.invalidateQueries({
        queryKey: [listChecks.path],
        predicate: ({ queryKey }) => JSON.stringify(queryKey) !== JSON.stringify(OPEN),
      });
    },
  });
  const reloadDue = useCoalesced(() => cache.invalidateQueries({ queryKey: [listOpenChecks.path] }));
  const noteChanged = (ids: readonly number[] | undefined) => {
    if (ids) changed(ids);
    else reload();
    if (ids?.length !== 0) reloadDue();
  };
  useAnnouncements(({ type, payload, late }) => {
    // what all bills are charged has changed
    if (type === 'reload' || type === 'menu_update') noteChanged(undefined);
    // a node of the release before does not say which
    else if (type === 'check_update' || type === 'order_update' || type === 'new_order') noteChanged(late ? undefined : payload.checkIds);
    else if (type === 'customer_update') {
      const rows = cache.getQueryData<CheckRow[]>(OPEN) ?? [];
      const named = rows.flatMap(({ check_id: id, customer_id: customer }) => (customer === null ? [] : [id]));
      if (named.length > IDS_AT_ONCE) reload();
      else changed(named);
    }
  });
  const reloadBill = useCoalesced(() => Promise.all(SHOWN.map(({ path }) => cache.invalidateQueries({ queryKey: [path] }))));
  useReloads(['check_update', 'order_update', 'new_order'], reloadBill);
};
