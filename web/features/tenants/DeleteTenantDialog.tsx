import { Button, Stack, Text } from '@mantine/core';
import { countTenants, deleteTenant, listDeletedTenants, listTenants, type Tenant } from '#contract/tenants.ts';
import { useAction } from '#web/platform/api.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PasswordAgain } from './PasswordAgain.tsx';
import { usePasswordAgain } from './use-password-again.ts';

interface DeleteTenantDialogProps {
  tenant: Tenant;
  /** How long it can be restored; 0: not at all. */
  purgeAfterDays: number;
  onClose: () => void;
}

const Consequences = ({ days }: { days: number }) =>
  days === 0 ? (
    <>
      <Text>Are you sure! This process is irreversible!</Text>
      <Text>
        All associated accounts are permanently deleted, with the menu, orders, invoices, customers and photos. Everybody who is signed in
        there is signed out now.
      </Text>
    </>
  ) : (
    <>
      <Text>Are you sure? Everybody who is signed in there is signed out now, and its QR menu is closed.</Text>
      <Text>
        It can be restored for {days === 1 ? '1 day' : `${days} days`}, from the list of the deleted ones. After that this process is
        irreversible! All associated accounts are permanently deleted then, with the menu, orders, invoices, customers and photos.
      </Text>
    </>
  );

/** Asks before a tenant is deleted with everything that belongs to it (part-2 §9). */
export const DeleteTenantDialog = ({ tenant, purgeAfterDays, onClose }: DeleteTenantDialogProps) => {
  const again = usePasswordAgain();
  const remove = useAction(deleteTenant, {
    refreshes: [listTenants, countTenants, listDeletedTenants],
    failure: 'Something went wrong!',
    onDone: onClose,
    onFailed: (failure) => {
      if (!again.handles(failure) && failure.status === 404) onClose();
    },
  });
  const leave = () => remove.isPending || onClose();
  return (
    <Dialog
      opened
      onClose={leave}
      title="Delete Tenant"
      onSubmit={(event) => {
        event.preventDefault();
        void remove.run({ params: { id: String(tenant.id) } }, again.options);
      }}
      footer={
        <>
          <Button variant="default" disabled={remove.isPending} onClick={leave} data-autofocus>
            Cancel
          </Button>
          <Button color="red" type="submit" loading={remove.isPending}>
            Delete
          </Button>
        </>
      }
    >
      <Stack gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{tenant.name}</bdi>
        </Text>
        <Consequences days={purgeAfterDays} />
        {again.field && <PasswordAgain {...again.field} />}
      </Stack>
    </Dialog>
  );
};
