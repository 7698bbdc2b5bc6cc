import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import { useUnsaved } from './unsaved.tsx';

/**
 * Ties a form to what is stored: what others save shows here as long as nothing was typed, and leaving with changes asks.
 * Returns whether something was changed; after saving, `form.resetDirty(values)` makes the saved values the new beginning.
 */
export const useSavedForm = <Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, stored: Values): boolean => {
  const isChanged = form.isDirty();
  const storedText = JSON.stringify(stored);
  useEffect(() => {
    if (isChanged) return;
    form.setValues(stored);
    form.resetDirty(stored);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only news from the server are a reason; an undone change is none
  }, [storedText]);
  useUnsaved(isChanged);
  return isChanged;
};

/** The fields that were changed here. What is not sent stays as it is stored, also when somebody else changed it meanwhile. */
export const changedOf = <Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => form.isDirty(field))) as Partial<Values>;
