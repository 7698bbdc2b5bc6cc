import type { UseFormReturnType } from '@mantine/form';
import { useRef } from 'react';

/**
 * For a dialog that adds: after 'Add another' it stays, empty but for what mostly stays the same (`kept`), and the first field has the
 * focus. After 'Add' it closes.
 */
export const useAnother = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  onClose: () => void,
  kept: readonly (keyof Values)[] = [],
) => {
  const asking = useRef<HTMLFormElement | null>(null);
  return {
    /** Of the button that sends: the form when it is to stay. */
    ask: (stays: HTMLFormElement | null) => {
      asking.current = stays;
    },
    onDone: () => {
      if (!asking.current) return onClose();
      const values = form.getValues();
      form.reset();
      form.setValues(Object.fromEntries(kept.map((name) => [name, values[name]])) as Partial<Values>);
      // what was kept is nothing that closing would throw away
      form.resetDirty();
      asking.current.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    },
  };
};
