import { Button, Skeleton } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { countTenants, type Tenant } from '#contract/tenants.ts';
import { allPeriods } from '#contract/period.ts';
import { usePeriod, usePlaceInList } from '#web/parts/use-place-in-list.ts';
import { useReply } from '#web/platform/api.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { DeletedTenants } from './DeletedTenants.tsx';
import { DeleteTenantDialog } from './DeleteTenantDialog.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { FilterDialog } from './FilterDialog.tsx';
import { listedOnes, StatusCards } from './StatusCards.tsx';
import { TenantDialog } from './TenantDialog.tsx';
import { TenantPage } from './TenantPage.tsx';
import { TenantSearch } from './TenantSearch.tsx';
import classes from './TenantsScreen.module.css';
import { useExport } from './use-export.ts';
import { useTenants } from './use-tenants.ts';

const NOT_LOADED = 'Error loading Tenants Data! Please try later!';
const TYPING_MS = 800; // part-2 §9

export const TenantsScreen = () => {
  const { search: box, page, setPage, read, change } = usePlaceInList(TYPING_MS);
  const listed = listedOnes.find((known) => known === read('status')) ?? 'all';
  const isDeleted = listed === 'deleted';
  const status = isDeleted ? 'all' : listed;
  const search = box.wanted;
  const [period, setPeriod] = usePeriod(allPeriods);
  const [dialog, setDialog] = useState<{ kind: 'add' | 'filter' } | { kind: 'update' | 'delete'; tenant: Tenant }>();

  const top = useRef<HTMLDivElement>(null);
  const counts = useReply(countTenants, {});
  const purgeAfterDays = counts.data?.purgeAfterDays ?? 0;
  const tenants = useTenants({ status, search, period }, { page, setPage, enabled: !isDeleted });
  const exported = useExport({ status, search, period });
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
          <TenantPage
            tenants={tenants}
            onPage={setPage}
            isNarrowed={search !== '' || period !== undefined || status !== 'all'}
            onClear={clear}
            onAdd={() => setDialog({ kind: 'add' })}
            onEdit={(tenant) => setDialog({ kind: 'update', tenant })}
            onDelete={(tenant) => setDialog({ kind: 'delete', tenant })}
          />
        </>
      )}
      {dialog?.kind === 'add' && <TenantDialog tenant={undefined} onClose={close} />}
      {dialog?.kind === 'update' && <TenantDialog tenant={dialog.tenant} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteTenantDialog tenant={dialog.tenant} purgeAfterDays={purgeAfterDays} onClose={close} />}
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
