import { Textarea } from '@mantine/core';
import { NOTES_MAX } from '#contract/pos.ts';

interface NotesFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Notes for the kitchen; counted in code points, so that an emoji is one character. */
export const NotesField = ({ value, onChange }: NotesFieldProps) => (
  <Textarea
    label="Notes"
    placeholder="No onions, extra hot …"
    description={`${[...value].length} of ${NOTES_MAX} characters`}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    autosize
    minRows={2}
    maxRows={4}
    value={value}
    onChange={(event) => onChange([...event.currentTarget.value].slice(0, NOTES_MAX).join(''))}
  />
);
