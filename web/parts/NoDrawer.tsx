import { Alert, Button, Group } from '@mantine/core';
import { listDrawers } from '#contract/drawers.ts';
import type { PaymentType } from '#contract/payment-types.ts';
import { useReply } from '#web/platform/api.ts';
import { useMay } from '#web/platform/session.tsx';
import { useOwnDrawer } from './own-drawer.ts';

/** Where drawers are open and this device has none, its cash would be in no count: says so, and takes one. */
export const NoDrawer = ({ type }: { type: Pick<PaymentType, 'kind'> | undefined }) => {
  const [own, setOwn] = useOwnDrawer();
  const isAsked = useMay(listDrawers) && own === 0 && type?.kind === 'cash';
  const drawers = useReply(listDrawers, {}, { enabled: isAsked });
  const open = drawers.data?.filter(({ closed_at: closed }) => closed === null) ?? [];
  if (!isAsked || open.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" role="status" mt="sm">
      No drawer is chosen on this device: this cash is not counted in one.
      <Group gap="xs" mt="xs">
        {open.map(({ drawer_id: id, title }) => (
          <Button key={id} variant="default" onClick={() => setOwn(id)}>
            Use {title}
          </Button>
        ))}
      </Group>
    </Alert>
  );
};
