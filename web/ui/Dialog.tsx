import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { keepFocusOfWaiting, rememberFocus } from '#web/platform/focus-return.ts';
import { useOpeningPause } from '#web/platform/opening-pause.ts';
import { hideUndoAtTouch } from '#web/platform/undo-messages.ts';
import classes from './Dialog.module.css';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Buttons; they stay in reach however long the content is. */
  footer?: ReactNode;
  size?: ModalProps['size'];
  /** Makes the dialog a form, so that a submit button in the footer works. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** For what is shown once and must not be thrown away by Escape or the cross: only the footer closes it. */
  mustAnswer?: boolean;
  /** Something was chosen in it, as how a guest pays: a touch beside it must not throw that away. */
  isChosenIn?: boolean;
  /** Where several follow each other in one dialog: each takes no touch right after it came, as a dialog that opens. */
  step?: number;
  /** A question of confirm.tsx lies over it: Escape is for that one. */
  isCovered?: boolean;
  children: ReactNode;
}

/** Whoever closes the dialog stands again where they were; one that is taken away while open does not do that by itself. */
const useFocusReturn = (opened: boolean): void => {
  useEffect(() => {
    if (!opened) return undefined;
    const giveBack = rememberFocus();
    const stop = keepFocusOfWaiting();
    return () => {
      stop();
      giveBack();
    };
  }, [opened]);
};

interface Layer {
  owner: object;
}
let open: readonly Layer[] = [];
const listeners = new Set<() => void>();
const change = (layers: readonly Layer[]): void => {
  open = layers;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Mantine gives Escape to all open dialogs at once; it is for the last one alone, as this says for whatever lies over dialogs. */
export const useIsLast = (opened: boolean): boolean => {
  const [owner] = useState(() => ({}));
  useEffect(() => {
    if (!opened) return undefined;
    const layer = { owner };
    change([...open, layer]);
    // not before the key that has closed it is done with: the dialog below receives it after it
    return () => void setTimeout(() => change(open.filter((one) => one !== layer)));
  }, [opened, owner]);
  return useSyncExternalStore(subscribe, () => open.at(-1)?.owner === owner);
};

/** A dialog with a title and a footer; on a phone it fills the screen. */
export const Dialog = ({
  opened,
  onClose,
  title,
  footer,
  size = 'md',
  onSubmit,
  mustAnswer,
  isChosenIn,
  isCovered,
  step,
  children,
}: DialogProps) => {
  useFocusReturn(opened);
  const pause = useOpeningPause(opened, step);
  const isLast = useIsLast(opened);
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const isFull = opened && (isPhone ?? false);
  // what could be undone before lies over the fields: who touches one goes on
  useEffect(() => (isFull ? hideUndoAtTouch() : undefined), [isFull]);
  const content = (
    <>
      <div className={classes.body}>{children}</div>
      {footer && <div className={classes.footer}>{footer}</div>}
    </>
  );
  return (
    <Modal
      {...pause}
      opened={opened}
      onClose={onClose}
      // a touch beside a form must not throw away what was typed
      closeOnClickOutside={!onSubmit && !mustAnswer && !isChosenIn}
      closeOnEscape={!mustAnswer && !isCovered && isLast}
      withCloseButton={!mustAnswer}
      title={title}
      size={size}
      fullScreen={isPhone ?? false}
      radius={isPhone ? 0 : 'lg'}
      classNames={{ content: classes.content, body: classes.frame, header: classes.header }}
    >
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit} className={classes.form}>
          {content}
        </form>
      ) : (
        content
      )}
    </Modal>
  );
};
