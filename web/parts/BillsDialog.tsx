import { Button, Text } from '@mantine/core';
import type { CheckRow } from '#contract/checks.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { BillList } from './BillList.tsx';

interface BillsDialogProps {
  title: string;
  bills: readonly CheckRow[];
  currency: string;
  onChoose: (checkId: number) => void;
  onClose: () => void;
}

/** Which bill is meant, where what stands on a card is on several: each one touch. */
export const BillsDialog = ({ title, bills, currency, onChoose, onClose }: BillsDialogProps) => (
  <Dialog
    opened
    onClose={onClose}
    title={title}
    footer={
      <Button variant="default" onClick={onClose}>
        Go back
      </Button>
    }
  >
    <Text mb="sm">
      {bills.length > 1
        ? 'What was ordered here is on several bills. Choose one:'
        : bills.length === 1
          ? 'What was ordered here is on this bill:'
          : 'Nothing is left to pay here.'}
    </Text>
    <BillList
      rows={bills}
      currency={currency}
      row={({ check_id: id }, className, content) => (
        <button type="button" className={className} onClick={() => onChoose(id)}>
          {content}
        </button>
      )}
    />
  </Dialog>
);
