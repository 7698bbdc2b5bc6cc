import { Button, Group, Pagination, Stack, Text } from '@mantine/core';
import { IconBuildingStore, IconSearchOff } from '@tabler/icons-react';
import type { Tenant } from '#contract/tenants.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded, SkeletonRows } from '#web/ui/Loaded.tsx';
import { TenantTable } from './TenantTable.tsx';
import type { useTenants } from './use-tenants.ts';

interface TenantPageProps {
  tenants: ReturnType<typeof useTenants>;
  onPage: (page: number) => void;
  /** A search, a period or a status leaves some out. */
  isNarrowed: boolean;
  onClear: () => void;
  onAdd: () => void;
  onEdit: (tenant: Tenant) => void;
  onDelete: (tenant: Tenant) => void;
}

/** A page of the tenants that are wanted. */
export const TenantPage = ({ tenants, onPage, isNarrowed, onClear, onAdd, onEdit, onDelete }: TenantPageProps) => (
  <Loaded
    from={tenants}
    failure="Error loading Tenants Data! Please try later!"
    skeleton={<SkeletonRows amount={5} height={60} />}
    isEmpty={({ totalTenants }) => totalTenants === 0}
    empty={
      isNarrowed ? (
        <EmptyState
          icon={IconSearchOff}
          sentence="No result found!"
          action={
            <Button variant="default" onClick={onClear}>
              Show all tenants
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={IconBuildingStore}
          sentence="No tenants yet. Restaurants appear here when they register, or when you add one."
          action={<Button onClick={onAdd}>Add the first tenant</Button>}
        />
      )
    }
  >
    {(told) => (
      <Stack gap="md" style={{ opacity: tenants.isPlaceholderData ? 0.6 : 1 }}>
        <TenantTable tenants={told.tenants} onEdit={onEdit} onDelete={onDelete} />
        <Group justify="space-between">
          <Text size="sm" c="dimmed" className="tabular" role="status">
            {told.totalTenants === 1 ? '1 tenant' : `${told.totalTenants.toLocaleString('en')} tenants`}
          </Text>
          {told.totalPages > 1 && (
            <Pagination
              total={told.totalPages}
              value={told.currentPage}
              onChange={onPage}
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
);
