import { Chip, Group, Input, NumberInput, Switch, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { OrderItem } from '#contract/orders.ts';
import { listReasons } from '#contract/reasons.ts';
import { useReply } from '#web/platform/api.ts';
import { useMay } from '#web/platform/session.tsx';
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
  /** A line, of which a part may be cancelled; left out for whole orders, of which each line says by itself whether it was made. */
  item?: OrderItem;
  isPending: boolean;
  onConfirm: (why: Why) => void;
  onClose: () => void;
}

/** Cancels what was sent: how much of it, why, and whether the kitchen had made it. */
export const VoidDialog = ({ item, onConfirm, ...frame }: VoidDialogProps) => {
  const reasons = useReply(listReasons, {}, { enabled: useMay(listReasons) }).data?.filter(({ kind }) => kind === 'void') ?? [];
  const [reasonId, setReasonId] = useState<number>();
  const [note, setNote] = useState('');
  const [isMade, setMade] = useState(item?.status === 'completed' || item?.status === 'delivered');
  const [typed, setTyped] = useState<number | string>(item?.quantity ?? 1);
  const titleId = useId();
  const quantity = Number(typed);
  const isWrong = item !== undefined && !(Number.isInteger(quantity) && quantity >= 1 && quantity <= item.quantity);
  const needsNote = reasons.find(({ id }) => id === reasonId)?.needsNote === true;

  const confirm = () => {
    if (isWrong) return;
    onConfirm({
      ...(reasonId !== undefined && { reasonId }),
      ...(note.trim() !== '' && { note: note.trim() }),
      ...(item && { isMade }),
      ...(item && quantity < item.quantity && { quantity }),
    });
  };
  return (
    <ConfirmDialog {...frame} isDangerous onConfirm={confirm}>
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
      {reasons.length > 0 && (
        <Input.Wrapper label="Reason" labelElement="div" labelProps={{ id: titleId }} mt="md">
          <Chip.Group value={reasonId === undefined ? null : String(reasonId)} onChange={(id) => setReasonId(Number(id))}>
            <Group gap="xs" role="radiogroup" aria-labelledby={titleId}>
              {reasons.map(({ id, title }) => (
                <Chip key={id} value={String(id)} size="md" styles={{ label: { height: 44 } }}>
                  {title}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      )}
      {reasonId !== undefined && (
        <TextInput
          label={needsNote ? 'Note' : 'Note (optional)'}
          maxLength={200}
          autoComplete="off"
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          mt="md"
        />
      )}
      {item && (
        <Switch label="The kitchen had made it" checked={isMade} onChange={({ currentTarget }) => setMade(currentTarget.checked)} mt="md" />
      )}
    </ConfirmDialog>
  );
};
