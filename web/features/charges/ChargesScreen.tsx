import { IconPercentage } from '@tabler/icons-react';
import { type Charge, deleteCharge, listCharges } from '#contract/charges.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { deliveryTitles } from '#web/parts/delivery-titles.ts';
import { moneyText } from '#contract/money-text.ts';
import { SetupPage } from '#web/parts/SetupPage.tsx';
import { SetupTable } from '#web/parts/SetupTable.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
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
  const charges = useReply(listCharges, {});
  const currency = useReply(getStoreSetting, {}).data?.currency;
  const undo = useUndo('charges', [listCharges]);
  const { run: remove } = useAction(deleteCharge, {
    undo: ({ params }) => undo(params.id),
    refreshes: [listCharges],
    confirm: ({ params }) => deleting(`charge ${rowOf(charges.data, params.id)?.title ?? ''}`, 'Invoices keep what they were charged.'),
  });

  return (
    <SetupPage
      title="Charges"
      from={charges}
      empty={{
        icon: IconPercentage,
        sentence:
          'No charges yet. One is added to each bill that fits by itself: 12.5 % service for six guests or more, or a fee for delivery.',
        label: 'Add the first charge',
      }}
      dialog={(charge, onClose) => <ChargeDialog charge={charge} onClose={onClose} />}
    >
      {(rows, onEdit) => (
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
            { title: 'State', cell: ({ isActive }) => (isActive ? 'On' : 'Off') },
          ]}
          rows={rows}
          onEdit={onEdit}
          onDelete={({ id }) => void remove({ params: { id: String(id) } })}
        />
      )}
    </SetupPage>
  );
};
