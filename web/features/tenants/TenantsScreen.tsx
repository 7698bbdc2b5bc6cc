import { Button, Group, Pagination, Skeleton, Stack, Text } from '@mantine/core';
import { IconBuildingStore, IconDownload, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { countTenants, listTenants, type Tenant } from '#contract/tenants.ts';
import { allPeriods } from '#contract/period.ts';
import { usePeriod, usePlaceInList } from '#web/parts/use-place-in-list.ts';
import { useReply } from '#web/platform/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { DeletedTenants } from './DeletedTenants.tsx';
import { DeleteTenantDialog } from './DeleteTenantDialog.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { FilterDialog } from './FilterDialog.tsx';
import { listedOnes, StatusCards } from './StatusCards.tsx';
import { TenantDialog } from './TenantDialog.tsx';
import { TenantSearch } from './TenantSearch.tsx';
import { TenantTable } from './TenantTable.tsx';
import classes from './TenantsScreen.module.css';
import { useExport } from './use-export.ts';
import { useFocusKept } from './use-focus-kept.ts';

const NOT_LOADED = 'Error loading Tenants Data! Please try later!';
const TYPING_MS = 800; // part-2 §9

const skeleton = (
  <Stack gap="xs">
    {Array.from({ length: 5 }, (_, place) => (
      <Skeleton key={place} height={60} />
    ))}
  </Stack>
);

export const TenantsScreen = () => {
  const { search: box, page, setPage, read, change } = usePlaceInList(TYPING_MS);
  const listed = listedOnes.find((known) => known === read('status')) ?? 'all';
  const isDeleted = listed === 'deleted';
  const status = isDeleted ? 'all' : listed;
  const search = box.wanted;
  const [period, setPeriod] = usePeriod(allPeriods);
  const [dialog, setDialog] = useState<{ kind: 'add' | 'filter' } | { kind: 'update' | 'delete'; tenant: Tenant }>();

  const top = useRef<HTMLDivElement>(null);
  const keepFocus = useFocusKept(top);
  const counts = useReply(countTenants, {});
  const purgeAfterDays = counts.data?.purgeAfterDays ?? 0;
  const tenants = useReply(
    listTenants,
    { query: { page: String(page), status, ...(search && { search }), ...period } },
    { placeholderData: keepPreviousData, enabled: !isDeleted },
  );
  // The only tenant of the last page was deleted: the page before is the last one now.
  const lastPage = tenants.isPlaceholderData ? undefined : tenants.data?.totalPages;
  const goTo = useEffectEvent(setPage);
  const isBeyond = lastPage !== undefined && lastPage > 0 && page > lastPage;
  useEffect(() => {
    if (isBeyond) goTo(lastPage);
  }, [isBeyond, lastPage]);
  const exported = useExport({ status, search, period });
  const isNarrowed = search !== '' || period !== undefined || status !== 'all';
  const close = () => setDialog(undefined);
  const clear = () => {
    box.show('');
    change({ q: '', status: '', period: '', from: '', to: '' });
  };

  return (
    <Page
      title="Tenants"
      actions={
        <>
          {!isDeleted && (
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              loading={exported.isPending}
              onClick={() => void exported.run()}
            >
              Export
            </Button>
          )}
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
            New
          </Button>
        </>
      }
    >
      <Loaded from={counts} failure={NOT_LOADED} skeleton={<Skeleton height={92} radius="lg" />}>
        {(told) => (
          <div ref={top} tabIndex={-1} role="group" aria-label="Tenants by status" className={classes.top}>
            <StatusCards counts={told} value={listed} onChange={(next) => change({ status: next === 'all' ? '' : next })} />
          </div>
        )}
      </Loaded>
      {isDeleted ? (
        <DeletedTenants purgeAfterDays={purgeAfterDays} onRestored={() => top.current?.focus()} />
      ) : (
        <>
          <TenantSearch search={box} isFiltered={period !== undefined} onFilter={() => setDialog({ kind: 'filter' })} />
          <Loaded
            from={tenants}
            failure={NOT_LOADED}
            skeleton={skeleton}
            isEmpty={({ totalTenants }) => totalTenants === 0}
            empty={
              isNarrowed ? (
                <EmptyState
                  icon={IconSearchOff}
                  sentence="No result found!"
                  action={
                    <Button variant="default" onClick={clear}>
                      Show all tenants
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  icon={IconBuildingStore}
                  sentence="No tenants yet. Restaurants appear here when they register, or when you add one."
                  action={<Button onClick={() => setDialog({ kind: 'add' })}>Add the first tenant</Button>}
                />
              )
            }
          >
            {(told) => (
              <Stack gap="md" style={{ opacity: tenants.isPlaceholderData ? 0.6 : 1 }}>
                <TenantTable
                  tenants={told.tenants}
                  onEdit={(tenant) => setDialog({ kind: 'update', tenant })}
                  onDelete={(tenant) => setDialog({ kind: 'delete', tenant })}
                />
                <Group justify="space-between">
                  <Text size="sm" c="dimmed" className="tabular" role="status">
                    {told.totalTenants === 1 ? '1 tenant' : `${told.totalTenants.toLocaleString('en')} tenants`}
                  </Text>
                  {told.totalPages > 1 && (
                    <Pagination
                      total={told.totalPages}
                      value={told.currentPage}
                      onChange={setPage}
                      size="lg"
                      siblings={0}
                      getControlProps={(control) => ({ 'aria-label': `${control === 'next' ? 'Next' : 'Previous'} page` })}
                      getItemProps={(place) => ({ 'aria-label': `Page ${place}` })}
                    />
                  )}
                </Group>
              </Stack>
            )}
          </Loaded>
        </>
      )}
      {dialog?.kind === 'add' && <TenantDialog tenant={undefined} onClose={close} />}
      {dialog?.kind === 'update' && <TenantDialog tenant={dialog.tenant} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <DeleteTenantDialog tenant={dialog.tenant} purgeAfterDays={purgeAfterDays} onDeleted={keepFocus} onClose={close} />
      )}
      {exported.field && (
        <ExportDialog
          field={exported.field}
          isPending={exported.isPending}
          onExport={() => void exported.run()}
          onClose={exported.cancel}
        />
      )}
      {dialog?.kind === 'filter' && <FilterDialog period={period} onApply={setPeriod} onClose={close} />}
    </Page>
  );
};
