import { Button, Group } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
import { IconCheck, IconExclamationMark } from '@tabler/icons-react';
import { createElement } from 'react';

/** Part-1 §9. */
export const TOAST_LIMIT = 20;
export const TOAST_MS = 4000;
const SUCCESS_MS = 2000;
const UNDO_MS = 10_000;

/** Away from titles, from the head of a dialog, and from the pay buttons at the lower right; above the bars of a phone (global.css). */
export const TOAST_POSITION = 'bottom-left';

const icon = { size: 18, 'aria-hidden': true };
const good = { color: 'green', icon: createElement(IconCheck, icon), role: 'status' };

/** Answers how to hide it. */
const show = (message: NotificationData): (() => void) => {
  const id = notifications.show(message);
  return () => notifications.hide(id);
};

/** How to hide the message that shows a sentence now. */
const lastErrors = new Map<string, () => void>();

/** Short messages over the page; plain text only. */
export const notify = {
  success: (message: string): void => {
    notifications.show({ ...good, message, autoClose: SUCCESS_MS });
  },
  /** What somebody reads between two touches: it stands until the next one, which does its work all the same. */
  standing: (message: string): void => {
    document.addEventListener('pointerdown', show({ ...good, message, autoClose: false }), { capture: true, once: true });
  },
  /** The same sentence is told again, in place of the one before: five wrong tries do not cover the form. */
  error: (message: string): void => {
    lastErrors.get(message)?.();
    const hide = show({
      message,
      color: 'red',
      icon: createElement(IconExclamationMark, icon),
      autoClose: TOAST_MS,
      role: 'alert',
      onClose: () => {
        if (lastErrors.get(message) === hide) lastErrors.delete(message);
      },
    });
    lastErrors.set(message, hide);
  },
  /** What is done at once and can be undone with one touch, for as long as the message stands; the returned function hides it. */
  undoable: (message: string, undo: () => void, milliseconds = UNDO_MS): (() => void) => {
    const hide = show({
      message: createElement(
        Group,
        { justify: 'space-between', wrap: 'nowrap' },
        message,
        createElement(
          Button<'button'>,
          {
            variant: 'default',
            // a long sentence takes no letter off its word
            flex: 'none',
            onClick: () => {
              hide();
              undo();
            },
          },
          'Undo',
        ),
      ),
      autoClose: milliseconds,
      role: 'status',
    });
    return hide;
  },
  /** Stays until the returned function is called. */
  loading: (message: string): (() => void) =>
    show({
      message,
      loading: true,
      autoClose: false,
      withCloseButton: false,
      role: 'status',
      // there is nothing to touch on it: what lies below takes the touch, also while it goes
      style: { pointerEvents: 'none' },
    }),
};
