import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

const TYPING_MS = 400;

export interface Search {
  typed: string;
  setTyped: (text: string) => void;
  /** Searches at once. */
  enter: () => void;
  /** Shows and searches this text. */
  show: (text: string) => void;
  /** What is searched for; empty when nothing is. */
  wanted: string;
}

/** What is searched for: a while after the last letter, or at once with Enter. */
export const useSearch = (first = '', typingMs = TYPING_MS): Search => {
  const [typed, setTyped] = useState(first);
  const [late] = useDebouncedValue(typed, typingMs);
  const [entered, setEntered] = useState(first);
  // Blank text is no search; an emptied box shows everything again at once.
  const wanted = typed.trim() && (entered === typed ? typed : late).trim();
  const show = (text: string) => {
    setTyped(text);
    setEntered(text);
  };
  return { typed, setTyped, enter: () => setEntered(typed), show, wanted };
};
