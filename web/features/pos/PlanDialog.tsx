import { Button } from '@mantine/core';
import { listOpenChecks, type OpenCheck } from '#contract/orders.ts';
import type { PosInit } from '#contract/pos.ts';
import { FloorPlan, type TableState } from '#web/parts/FloorPlan.tsx';
import { useReply } from '#web/platform/api.ts';
import { useServerNow } from '#web/platform/server-clock.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

const TICK_MS = 30_000;

interface PlanDialogProps {
  tables: PosInit['storeTables'];
  currency: string;
  onChoose: (tableId: number) => void;
  onClose: () => void;
}

const stateOf = ({ table_id: id, due, since }: OpenCheck): [number, TableState] => [id, due > 0 ? { due, since } : { since, mark: 'paid' }];

/** A table is chosen by where it stands. */
export const PlanDialog = ({ tables, currency, onChoose, onClose }: PlanDialogProps) => {
  const { data: checks } = useReply(listOpenChecks, {});
  const now = useServerNow(TICK_MS);
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Plan"
      size={1100}
      footer={
        <Button variant="default" onClick={onClose}>
          Go back
        </Button>
      }
    >
      <FloorPlan
        tables={tables}
        states={new Map(checks?.map(stateOf))}
        isKnown={checks !== undefined}
        currency={currency}
        now={now}
        takesFree
        onTable={(id) => {
          onClose();
          onChoose(id);
        }}
      />
    </Dialog>
  );
};
