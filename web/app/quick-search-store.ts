import { createSpotlight } from '@mantine/spotlight';

/** Whether the quick search is open, and which of its rows is selected. */
export const [quickSearchStore, quickSearch] = createSpotlight();
