import { notifications, notificationsStore } from '@mantine/notifications';

/** The messages that offer Undo: only they are more than a text. */
const findUndo = (): string[] => {
  const { notifications: shown, queue } = notificationsStore.getState();
  return [...shown, ...queue].flatMap(({ id, message }) => (id !== undefined && typeof message !== 'string' ? [id] : []));
};

export const hideUndo = (): void => {
  for (const id of findUndo()) notifications.hide(id);
};

/** Hides those that are there now with the next touch that is not on a button of a message; answers how to stop waiting for it. */
export const hideUndoAtTouch = (): (() => void) => {
  const earlier = findUndo();
  const hide = ({ target }: Event) => {
    if (target instanceof Element && target.closest('.mantine-Notifications-root button')) return;
    for (const id of earlier) notifications.hide(id);
  };
  document.addEventListener('pointerdown', hide, true);
  return () => document.removeEventListener('pointerdown', hide, true);
};
