import { Button } from '@mantine/core';

interface EditConflictProps {
  /** Who changed the field elsewhere, where that is known. */
  by: string | null;
  /** What it holds there now. */
  value: string;
  onKeep: () => void;
  onTake: () => void;
}

// Spans: what stands below a field is a paragraph.
const sentence = { display: 'block', overflowWrap: 'anywhere' } as const;
const choices = { display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 6 } as const;
// read aloud, not shown
const unseen = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' } as const;

/** Stands at a field that somebody else changed since the form was opened, and asks which value stays. */
export const EditConflict = ({ by, value, onKeep, onTake }: EditConflictProps) => (
  <>
    <span style={sentence}>
      {by ?? 'Somebody'} {value === '' ? 'cleared this' : `changed this to ${value}`}
    </span>
    <span style={choices}>
      <Button size="xs" h={36} variant="default" onClick={onKeep}>
        Keep mine
      </Button>
      <span style={unseen}> or </span>
      <Button size="xs" h={36} variant="default" onClick={onTake}>
        Take theirs
      </Button>
    </span>
  </>
);
