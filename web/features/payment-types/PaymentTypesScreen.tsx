import { Button } from '@mantine/core';
import { IconCreditCard, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { deletePaymentType, listPaymentTypes, type PaymentType } from '#contract/payment-types.ts';
import { setupSkeleton, SetupTable } from '#web/parts/SetupTable.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { ActiveSwitch } from './ActiveSwitch.tsx';
import { PaymentTypeDialog } from './PaymentTypeDialog.tsx';
import { kindTitles, traitsText } from './traits.ts';

export const PaymentTypesScreen = () => {
  const [editing, setEditing] = useState<PaymentType | 'new'>();
  const types = useReply(listPaymentTypes, {});
  const undo = useUndo('payment_types', [listPaymentTypes]);
  const { run: remove } = useAction(deletePaymentType, {
    undo: ({ params }) => undo(params.id),
    refreshes: [listPaymentTypes],
    confirm: ({ params }) => deleting(`payment type ${rowOf(types.data, params.id)?.title ?? ''}`),
  });
  const add = () => setEditing('new');

  return (
    <Page
      title="Payment Types"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          New
        </Button>
      }
    >
      <Loaded
        from={types}
        failure="Error loading data, Try Later!"
        skeleton={setupSkeleton}
        empty={
          <EmptyState
            icon={IconCreditCard}
            sentence="No payment types yet. Until you add one (cash, card or another), bills are paid without a type."
            action={<Button onClick={add}>Add the first payment type</Button>}
          />
        }
      >
        {(rows) => (
          <SetupTable
            label="Payment types"
            columns={[
              { title: 'Title', cell: ({ title }) => title, isMain: true },
              { title: 'Kind', cell: ({ kind }) => kindTitles[kind] },
              { title: 'At the till', cell: traitsText, isWideOnly: true },
              { title: 'Active', cell: (type) => <ActiveSwitch type={type} /> },
            ]}
            rows={rows}
            onEdit={setEditing}
            onDelete={({ id }) => void remove({ params: { id: String(id) } })}
          />
        )}
      </Loaded>
      {editing && <PaymentTypeDialog type={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
};
