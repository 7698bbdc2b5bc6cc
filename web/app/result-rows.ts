import { quickSearchStore } from './quick-search-store.ts';

/** The rows of the quick search as they are shown: Mantine marks the selected one there, and nowhere else. */
export const resultRows = (): Element[] => {
  const { listId } = quickSearchStore.getState();
  return listId === '' ? [] : [...document.querySelectorAll(`#${listId} [data-action]`)];
};

export const isSelected = (row: Element): boolean => row.hasAttribute('data-selected');
