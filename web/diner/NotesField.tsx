import { useId } from 'react';
import { NOTES_MAX } from './cart.ts';

/** At most 100 characters, as people count them (part-2 §5). */
export const shorten = (text: string): string => [...text].slice(0, NOTES_MAX).join('');

interface NotesFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Whose notes they are, where several stand below each other. */
  of?: string;
}

/** What the kitchen should know of a line. */
export const NotesField = ({ value, onChange, of }: NotesFieldProps) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Notes{of !== undefined && <span className="sr-only"> for {of}</span>}</label>
      <input
        id={id}
        value={value}
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(shorten(target.value))}
      />
      <small id={`${id}-hint`}>
        {[...value].length} of {NOTES_MAX} characters
      </small>
    </div>
  );
};
