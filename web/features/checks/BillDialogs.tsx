import { useState } from 'react';
import type { Check, CheckRow } from '#contract/checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { initOrders } from '#contract/orders.ts';
import { notify } from '#web/platform/toast.ts';
import type { Task } from './BillActions.tsx';
import { CoversDialog } from './CoversDialog.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { SplitDialog } from './SplitDialog.tsx';
import { useChanges } from './use-changes.ts';

interface BillDialogsProps {
  check: Check;
  checks: readonly CheckRow[];
  settings: Reply<typeof initOrders>;
  task: Task | undefined;
  onShares: (shares: readonly number[]) => void;
  onAmount: (amount: number) => void;
  onClose: () => void;
}

/** Where a bill is moved, merged, split, and its guests are counted. */
export const BillDialogs = ({ check, checks, settings, task, onShares, onAmount, onClose }: BillDialogsProps) => {
  const [taken, setTaken] = useState<CheckRow>();
  const close = () => {
    setTaken(undefined);
    onClose();
  };
  const changes = useChanges(check, task !== undefined, close, (openCheckId) => {
    const open = checks.find(({ check_id: id }) => id === openCheckId);
    if (open) setTaken(open);
    else notify.error('This table has an open bill.');
  });
  const { isPending } = changes;
  const frame = { check, isPending, onClose: close };
  return (
    <>
      {task === 'split' && (
        <SplitDialog
          {...frame}
          onItems={(parts) => void changes.split(parts)}
          onShares={(shares) => {
            close();
            onShares(shares);
          }}
          onAmount={(amount) => {
            close();
            onAmount(amount);
          }}
        />
      )}
      {task === 'move' && (
        <MoveDialog
          {...frame}
          checks={checks}
          tables={settings.storeTables}
          taken={taken}
          onMove={(tableId, title) => void changes.move(tableId, title)}
          onMerge={(id, name) => void changes.mergeInto(id, name)}
          onBack={() => setTaken(undefined)}
        />
      )}
      {task === 'merge' && <MergeDialog {...frame} checks={checks} onMerge={(id, name) => void changes.merge(id, name)} />}
      {task === 'covers' && <CoversDialog {...frame} onCovers={(covers) => void changes.cover(covers, frame.check.covers)} />}
    </>
  );
};
