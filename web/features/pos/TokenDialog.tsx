import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Dialog } from '#web/ui/Dialog.tsx';
import classes from './TokenDialog.module.css';

interface TokenDialogProps {
  tokenNo: number;
  onPrint: () => void;
  /** Where the receipt is still to be printed. */
  onPrintReceipt?: (() => void) | undefined;
  onClose: () => void;
}

export const TokenDialog = ({ tokenNo, onPrint, onPrintReceipt, onClose }: TokenDialogProps) => (
  <Dialog
    opened
    onClose={onClose}
    title="Order sent"
    size="sm"
    footer={
      <div className={classes.footer}>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={onPrint}>
          Print Token
        </Button>
        {onPrintReceipt && (
          <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={onPrintReceipt}>
            Print Receipt
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    }
  >
    <p className={classes.token}>
      <span className={classes.word}>Token</span>
      <span className={classes.number}>{tokenNo}</span>
    </p>
  </Dialog>
);
