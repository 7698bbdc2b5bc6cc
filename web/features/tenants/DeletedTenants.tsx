import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconTrashOff } from '@tabler/icons-react';
import { countTenants, type DeletedTenant, listDeletedTenants, listTenants, restoreTenant } from '#contract/tenants.ts';
import { EmailText } from '#web/parts/EmailText.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { dayText } from './dates.ts';
import classes from './TenantsScreen.module.css';

const Row = ({ tenant, onRestored }: { tenant: DeletedTenant; onRestored: () => void }) => {
  const restore = useAction(restoreTenant, {
    refreshes: [listDeletedTenants, listTenants, countTenants],
    failure: 'Something went wrong!',
    // the touched button goes with its row
    onDone: onRestored,
  });
  return (
    <tr>
      <td className={classes.who}>
        <div className={classes.name}>
          <bdi>{tenant.name}</bdi>
        </div>
        <div className={classes.email}>
          <bdi>{tenant.email === null ? '–' : <EmailText of={tenant.email} />}</bdi>
        </div>
      </td>
      <td className={classes.wideOnly}>{dayText(tenant.deleted_at)}</td>
      <td>{dayText(tenant.purge_at)}</td>
      <td>
        <Button
          variant="default"
          aria-label={`Restore ${tenant.name}`}
          loading={restore.isPending}
          onClick={() => void restore.run({ params: { id: String(tenant.id) } })}
        >
          Restore
        </Button>
      </td>
    </tr>
  );
};

const emptySentence = (days: number) =>
  days === 0
    ? 'No tenant can be restored: one that is deleted is gone at once.'
    : `Nothing here. A tenant that you delete can be restored from here for ${days === 1 ? '1 day' : `${days} days`}.`;

/** The tenants that were deleted and can still be taken back. */
export const DeletedTenants = ({ purgeAfterDays, onRestored }: { purgeAfterDays: number; onRestored: () => void }) => {
  const deleted = useReply(listDeletedTenants, {});
  return (
    <Loaded
      from={deleted}
      failure="Error loading Tenants Data! Please try later!"
      skeleton={<Skeleton height={120} radius="lg" />}
      isEmpty={(tenants) => tenants.length === 0}
      empty={<EmptyState icon={IconTrashOff} sentence={emptySentence(purgeAfterDays)} />}
    >
      {(tenants) => (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Their people cannot sign in, and their QR menus are closed. On the day named (UTC) all that is stored of them is deleted for
            good.
          </Text>
          <div className="table-frame">
            <table className={`row-table ${classes.table}`} aria-label="Deleted tenants">
              <thead>
                <tr>
                  <th scope="col" className={classes.who}>
                    Name
                  </th>
                  <th scope="col" className={classes.wideOnly}>
                    Deleted
                  </th>
                  <th scope="col">Deleted for good</th>
                  <th scope="col">
                    <span className="sr-only">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {tenants.map((tenant) => (
                  <Row key={tenant.id} tenant={tenant} onRestored={onRestored} />
                ))}
              </tbody>
            </table>
          </div>
        </Stack>
      )}
    </Loaded>
  );
};
