import { Button } from '@mantine/core';
import { IconPlus, IconReceiptTax } from '@tabler/icons-react';
import { useState } from 'react';
import { listMenuItems } from '#contract/menu-items.ts';
import { deleteTax, listTaxes, type Tax } from '#contract/taxes.ts';
import { useItemLoss } from '#web/parts/item-loss.ts';
import { setupSkeleton, SetupTable } from '#web/parts/SetupTable.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { TaxDialog } from '#web/parts/TaxDialog.tsx';

const types: Record<Tax['type'], string> = { exclusive: 'Exclusive', inclusive: 'Inclusive' };

export const TaxesScreen = () => {
  const [editing, setEditing] = useState<Tax | 'new'>();
  const taxes = useReply(listTaxes, {});
  const loss = useItemLoss();
  const undo = useUndo('taxes', [listTaxes, listMenuItems]);
  const { run: remove } = useAction(deleteTax, {
    undo: ({ params }) => undo(params.id),
    refreshes: [listTaxes],
    confirm: async ({ params: { id } }) => deleting(`tax ${rowOf(taxes.data, id)?.title ?? ''}`, await loss.ofTax(id)),
  });
  const add = () => setEditing('new');

  return (
    <Page
      title="Tax Setup"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          New
        </Button>
      }
    >
      <Loaded
        from={taxes}
        failure="Error loading data, Try Later!"
        skeleton={setupSkeleton}
        empty={
          <EmptyState
            icon={IconReceiptTax}
            sentence="No taxes yet. Items are sold without tax until you add one and choose it on them."
            action={<Button onClick={add}>Add the first tax</Button>}
          />
        }
      >
        {(rows) => (
          <SetupTable
            label="Taxes"
            columns={[
              { title: '#', cell: (_, place) => place + 1, isWideOnly: true },
              { title: 'Title', cell: ({ title }) => title, isMain: true },
              { title: 'Rate', cell: ({ rate, inForce = rate }) => `${inForce} %`, isFigure: true },
              { title: 'Type', cell: ({ type }) => types[type] },
            ]}
            rows={rows}
            onEdit={setEditing}
            onDelete={({ id }) => void remove({ params: { id: String(id) } })}
          />
        )}
      </Loaded>
      {editing && <TaxDialog tax={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
};
