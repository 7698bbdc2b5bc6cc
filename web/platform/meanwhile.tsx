import { UnstyledButton, VisuallyHidden } from '@mantine/core';

interface MeanwhileProps {
  /** Who changed the field elsewhere, where that is known. */
  by: string | null;
  /** What it holds there now. */
  value: string;
  onKeep: () => void;
  onTake: () => void;
}

const choice = { display: 'inline-block', padding: '4px 0', fontSize: 'inherit', fontWeight: 600, textDecoration: 'underline' } as const;

/** Stands at a field that somebody else changed since the form was opened, and asks which value stays. */
export const Meanwhile = ({ by, value, onKeep, onTake }: MeanwhileProps) => (
  <>
    {by ?? 'Somebody'} {value === '' ? 'cleared this' : `changed this to ${value}`}
    <span aria-hidden> · </span>
    <UnstyledButton component="button" type="button" style={choice} onClick={onKeep}>
      Keep mine
    </UnstyledButton>
    <span aria-hidden> · </span>
    <VisuallyHidden component="span"> or </VisuallyHidden>
    <UnstyledButton component="button" type="button" style={choice} onClick={onTake}>
      Take theirs
    </UnstyledButton>
  </>
);
