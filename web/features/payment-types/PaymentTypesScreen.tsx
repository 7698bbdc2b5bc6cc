import { IconCreditCard } from '@tabler/icons-react';
import { deletePaymentType, listPaymentTypes } from '#contract/payment-types.ts';
import { SetupPage } from '#web/parts/SetupPage.tsx';
import { SetupTable } from '#web/parts/SetupTable.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { ActiveSwitch } from './ActiveSwitch.tsx';
import { PaymentTypeDialog } from './PaymentTypeDialog.tsx';
import { kindTitles, traitsText } from './traits.ts';

export const PaymentTypesScreen = () => {
  const types = useReply(listPaymentTypes, {});
  const undo = useUndo('payment_types', [listPaymentTypes]);
  const { run: remove } = useAction(deletePaymentType, {
    undo: ({ params }) => undo(params.id),
    refreshes: [listPaymentTypes],
    confirm: ({ params }) => deleting(`payment type ${rowOf(types.data, params.id)?.title ?? ''}`),
  });

  return (
    <SetupPage
      title="Payment Types"
      from={types}
      empty={{
        icon: IconCreditCard,
        sentence: 'No payment types yet. Until you add one (cash, card or another), bills are paid without a type.',
        label: 'Add the first payment type',
      }}
      dialog={(type, onClose) => <PaymentTypeDialog type={type} onClose={onClose} />}
    >
      {(rows, onEdit) => (
        <SetupTable
          label="Payment types"
          columns={[
            { title: 'Title', cell: ({ title }) => title, isMain: true },
            { title: 'Kind', cell: ({ kind }) => kindTitles[kind] },
            { title: 'At the till', cell: traitsText, isWideOnly: true },
            { title: 'Active', cell: (type) => <ActiveSwitch type={type} /> },
          ]}
          rows={rows}
          onEdit={onEdit}
          onDelete={({ id }) => void remove({ params: { id: String(id) } })}
        />
      )}
    </SetupPage>
  );
};
