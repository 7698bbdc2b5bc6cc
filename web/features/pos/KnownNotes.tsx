import { Button } from '@mantine/core';
import { useState } from 'react';
import { has, notesFor, toggled } from './known-notes.ts';
import classes from './KnownNotes.module.css';

interface KnownNotesProps {
  itemId: number;
  notes: string;
  onChange: (notes: string) => void;
}

/** What this till said to the kitchen before, each one touch away. */
export const KnownNotes = ({ itemId, notes, onChange }: KnownNotesProps) => {
  const [offered] = useState(() => notesFor(itemId));
  if (offered.length === 0) return null;
  return (
    <div role="group" aria-label="Notes before" className={classes.notes}>
      {offered.map((text) => {
        const next = toggled(notes, text);
        return (
          <Button
            key={text}
            variant="default"
            className={classes.note}
            aria-pressed={has(notes, text)}
            disabled={next === undefined}
            onClick={() => next !== undefined && onChange(next)}
          >
            {text}
          </Button>
        );
      })}
    </div>
  );
};
