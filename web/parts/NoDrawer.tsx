import { Alert, Button, Group } from '@mantine/core';
import type { PaymentType } from '#contract/payment-types.ts';
import { useDrawersToChoose, useOwnDrawer } from './own-drawer.ts';

/** Where drawers are open and this device has none, its cash would be in no count: says so, and takes one. */
export const NoDrawer = ({ type }: { type: Pick<PaymentType, 'kind'> | undefined }) => {
  const [, setOwn] = useOwnDrawer();
  const drawers = useDrawersToChoose(type?.kind === 'cash');
  if (drawers.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" role="status" mt="sm">
      No drawer is chosen on this device: this cash is not counted in one.
      <Group gap="xs" mt="xs">
        {drawers.map(({ drawer_id: id, title }) => (
          <Button key={id} variant="default" onClick={() => setOwn(id)}>
            Use {title}
          </Button>
        ))}
      </Group>
    </Alert>
  );
};
