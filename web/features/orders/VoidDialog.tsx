import { NumberInput, Switch } from '@mantine/core';
import { useState } from 'react';
import type { OrderItem } from '#contract/orders.ts';
import { ReasonFields, toReason, useGivenReason } from '#web/parts/ReasonFields.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Why, as the calls take it. */
export interface Why {
  reasonId?: number;
  note?: string;
  isMade?: boolean;
  quantity?: number;
}

interface VoidDialogProps {
  title: string;
  sentence: string;
  label: string;
  warnings?: readonly (string | undefined)[];
  /** A line as it was when it was asked about, of which a part may be cancelled; left out for whole orders, of which each line says by itself whether it was made. */
  item?: OrderItem;
  isPending: boolean;
  onConfirm: (why: Why) => void;
  onClose: () => void;
}

/** Cancels what was sent: how much of it, why, and whether the kitchen had made it. */
export const VoidDialog = ({ item, onConfirm, ...frame }: VoidDialogProps) => {
  const { why, isComplete, fields } = useGivenReason('void');
  const [isMade, setMade] = useState(item?.status === 'completed' || item?.status === 'delivered');
  const [typed, setTyped] = useState<number | string>(item?.quantity ?? 1);
  const quantity = Number(typed);
  const isWrong = item !== undefined && !(Number.isInteger(quantity) && quantity >= 1 && quantity <= item.quantity);

  const confirm = () => {
    if (!isComplete(!isWrong) || isWrong) return;
    onConfirm({
      ...toReason(why),
      // as many as the dialog says: an undone split may have put more onto the line since
      ...(item && { isMade, quantity }),
    });
  };
  return (
    <ConfirmDialog {...frame} isDangerous isChanged={why.note !== '' || typed !== (item?.quantity ?? 1)} onConfirm={confirm}>
      {item && item.quantity > 1 && (
        <NumberInput
          label={`How many of ${item.quantity}`}
          min={1}
          max={item.quantity}
          clampBehavior="none"
          allowDecimal={false}
          value={typed}
          onChange={setTyped}
          error={isWrong && `Please provide a quantity of 1 to ${item.quantity}!`}
          mt="md"
          maw={200}
        />
      )}
      <ReasonFields {...fields} />
      {item && (
        <Switch label="The kitchen had made it" checked={isMade} onChange={({ currentTarget }) => setMade(currentTarget.checked)} mt="md" />
      )}
    </ConfirmDialog>
  );
};
