import { Button, Stack, Text } from '@mantine/core';
import { countTenants, deleteTenant, listTenants, type Tenant } from '#contract/tenants.ts';
import { useAction } from '#web/platform/api.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Asks before a tenant is deleted with everything that belongs to it (part-2 §9). */
export const DeleteTenantDialog = ({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) => {
  const remove = useAction(deleteTenant, {
    refreshes: [listTenants, countTenants],
    failure: 'Something went wrong!',
    onDone: onClose,
    onFailed: ({ status }) => status === 404 && onClose(),
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Delete Tenant"
      footer={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => void remove.run({ params: { id: String(tenant.id) } })}>
            Delete
          </Button>
        </>
      }
    >
      <Stack gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{tenant.name}</bdi>
        </Text>
        <Text>Are you sure! This process is irreversible!</Text>
        <Text>
          All associated accounts are permanently deleted, with the menu, orders, invoices, customers and photos. Everybody who is signed in
          there is signed out now.
        </Text>
      </Stack>
    </Dialog>
  );
};
