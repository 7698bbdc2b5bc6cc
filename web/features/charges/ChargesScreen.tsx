import { Button } from '@mantine/core';
import { IconPercentage, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Charge, deleteCharge, listCharges } from '#contract/charges.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { deliveryTitles } from '#web/parts/delivery-titles.ts';
import { moneyText } from '#contract/money-text.ts';
import { setupSkeleton, SetupTable } from '#web/parts/SetupTable.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { ChargeDialog } from './ChargeDialog.tsx';

/** 'Dine-In, from 6 guests' */
const whenOf = ({ deliveryTypes, minCovers }: Charge): string =>
  [
    deliveryTypes.length === 0 ? 'Always' : deliveryTypes.map((type) => deliveryTitles[type]).join(', '),
    minCovers > 0 && `from ${minCovers} ${minCovers === 1 ? 'guest' : 'guests'}`,
  ]
    .filter(Boolean)
    .join(', ');

/** What bills are charged beside their lines: service, delivery, a box. */
export const ChargesScreen = () => {
  const [editing, setEditing] = useState<Charge | 'new'>();
  const charges = useReply(listCharges, {});
  const currency = useReply(getStoreSetting, {}).data?.currency;
  const undo = useUndo('charges', [listCharges]);
  const { run: remove } = useAction(deleteCharge, {
    undo: ({ params }) => undo(params.id),
    refreshes: [listCharges],
    confirm: ({ params }) => deleting(`charge ${rowOf(charges.data, params.id)?.title ?? ''}`, 'Invoices keep what they were charged.'),
  });
  const add = () => setEditing('new');

  return (
    <Page
      title="Charges"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          New
        </Button>
      }
    >
      <Loaded
        from={charges}
        failure="Error loading data, Try Later!"
        skeleton={setupSkeleton}
        empty={
          <EmptyState
            icon={IconPercentage}
            sentence="No charges yet. One is added to each bill that fits by itself: 12.5 % service for six guests or more, or a fee for delivery."
            action={<Button onClick={add}>Add the first charge</Button>}
          />
        }
      >
        {(rows) => (
          <SetupTable
            label="Charges"
            columns={[
              { title: 'Title', cell: ({ title }) => title, isMain: true },
              {
                title: 'Value',
                cell: ({ kind, value }) =>
                  kind === 'percent' || !currency ? `${value}${kind === 'percent' ? ' %' : ''}` : moneyText(value, currency),
                isFigure: true,
              },
              { title: 'When', cell: whenOf, isWideOnly: true },
              { title: '', cell: ({ isActive }) => (isActive ? '' : 'Off') },
            ]}
            rows={rows}
            onEdit={setEditing}
            onDelete={({ id }) => void remove({ params: { id: String(id) } })}
          />
        )}
      </Loaded>
      {editing && <ChargeDialog charge={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
};
