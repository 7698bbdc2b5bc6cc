import { IconReceiptTax } from '@tabler/icons-react';
import { listMenuItems } from '#contract/menu-items.ts';
import { deleteTax, listTaxes, type Tax } from '#contract/taxes.ts';
import { useItemLoss } from '#web/parts/item-loss.ts';
import { SetupPage } from '#web/parts/SetupPage.tsx';
import { SetupTable } from '#web/parts/SetupTable.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { TaxDialog } from '#web/parts/TaxDialog.tsx';

const types: Record<Tax['type'], string> = { exclusive: 'Exclusive', inclusive: 'Inclusive' };

export const TaxesScreen = () => {
  const taxes = useReply(listTaxes, {});
  const loss = useItemLoss();
  const undo = useUndo('taxes', [listTaxes, listMenuItems]);
  const { run: remove } = useAction(deleteTax, {
    undo: ({ params }) => undo(params.id),
    refreshes: [listTaxes],
    confirm: async ({ params: { id } }) => deleting(`tax ${rowOf(taxes.data, id)?.title ?? ''}`, await loss.ofTax(id)),
  });

  return (
    <SetupPage
      title="Tax Setup"
      from={taxes}
      empty={{
        icon: IconReceiptTax,
        sentence: 'No taxes yet. Items are sold without tax until you add one and choose it on them.',
        label: 'Add the first tax',
      }}
      dialog={(tax, onClose) => <TaxDialog tax={tax} onClose={onClose} />}
    >
      {(rows, onEdit) => (
        <SetupTable
          label="Taxes"
          columns={[
            { title: '#', cell: (_, place) => place + 1, isWideOnly: true },
            { title: 'Title', cell: ({ title }) => title, isMain: true },
            { title: 'Rate', cell: ({ rate, inForce = rate }) => `${inForce} %`, isFigure: true },
            { title: 'Type', cell: ({ type }) => types[type] },
          ]}
          rows={rows}
          onEdit={onEdit}
          onDelete={({ id }) => void remove({ params: { id: String(id) } })}
        />
      )}
    </SetupPage>
  );
};
