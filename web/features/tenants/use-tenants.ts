import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { listTenants, type TenantState } from '#contract/tenants.ts';
import type { Period } from '#web/parts/PeriodFilter.tsx';
import { useReply } from '#web/platform/api.ts';

interface TenantFilter {
  status: TenantState;
  search: string;
  period: Period | undefined;
}

/** A page of the tenants that are wanted; one that is no longer there leads to the last one that is. */
export const useTenants = (
  { status, search, period }: TenantFilter,
  { page, setPage, enabled }: { page: number; setPage: (page: number) => void; enabled: boolean },
) => {
  const tenants = useReply(
    listTenants,
    { query: { page: String(page), status, ...(search && { search }), ...period } },
    { placeholderData: keepPreviousData, enabled },
  );
  // The only tenant of the last page was deleted: the page before is the last one now.
  const lastPage = tenants.isPlaceholderData ? undefined : tenants.data?.totalPages;
  const goTo = useEffectEvent(setPage);
  const isBeyond = lastPage !== undefined && lastPage > 0 && page > lastPage;
  useEffect(() => {
    if (isBeyond) goTo(lastPage);
  }, [isBeyond, lastPage]);
  return tenants;
};
