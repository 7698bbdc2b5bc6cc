import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOpeningPause } from '#web/platform/opening-pause.ts';
import { useIsLast } from '#web/ui/Dialog.tsx';
import classes from './PhoneCart.module.css';

interface PhoneCartProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The cart on a phone: a sheet over the menu, which fills the screen. */
export const PhoneCart = ({ isOpen, onClose, children }: PhoneCartProps) => {
  const pause = useOpeningPause(isOpen);
  const isLast = useIsLast(isOpen);
  return (
    <Modal
      {...pause}
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={isLast}
      title="Cart"
      fullScreen
      padding="sm"
      radius={0}
      classNames={{ content: classes.sheet, body: classes.body }}
    >
      {children}
    </Modal>
  );
};
