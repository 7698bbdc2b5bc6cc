import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Dialog } from '#web/ui/Dialog.tsx';
import classes from './TokenDialog.module.css';

interface TokenDialogProps {
  tokenNo: number;
  onPrint: () => void;
  onClose: () => void;
}

export const TokenDialog = ({ tokenNo, onPrint, onClose }: TokenDialogProps) => (
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
