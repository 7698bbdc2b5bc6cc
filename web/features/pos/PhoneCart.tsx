import { Modal } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { rememberFocus } from '#web/platform/focus-return.ts';
import { useOpeningPause } from '#web/platform/opening-pause.ts';
import { useIsLast } from '#web/ui/Dialog.tsx';
import classes from './PhoneCart.module.css';

interface PhoneCartProps {
  onClose: () => void;
  children: ReactNode;
}

/** The cart on a phone: a sheet over the menu, which fills the screen. */
export const PhoneCart = ({ onClose, children }: PhoneCartProps) => {
  useEffect(rememberFocus, []);
  const pause = useOpeningPause(true);
  const isLast = useIsLast(true);
  return (
    <Modal
      {...pause}
      opened
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
