import { Button } from '@mantine/core';
import { ask } from './ask.tsx';

/** Part-1 §5, of a customer and of everything else that is deleted. */
export const IRREVERSIBLE = 'Are you sure! This process is irreversible!';

export interface Question {
  /** What its button does: 'Delete'. */
  verb: string;
  /** To what, by name: 'customer Amelia Hart'. */
  thing: string;
  /** Shown exactly so. */
  sentence: string;
  /** What the button says where the verb alone is not clear. */
  button?: string;
  /** What else changes: '25 items lose their tax.' */
  consequence?: string | undefined;
}

/** The question before something is deleted; `thing` names it: 'tax VAT'. */
export const deleting = (thing: string, consequence?: string): Question => ({ verb: 'Delete', thing, sentence: IRREVERSIBLE, consequence });

/** The row that a call's parameter means. */
export const rowOf = <Row extends { id: number }>(rows: readonly Row[] | undefined, id: string): Row | undefined =>
  rows?.find((row) => String(row.id) === id);

interface ConfirmQuestionProps {
  question: Question;
  onAnswer: (isConfirmed: boolean) => void;
}

const ConfirmQuestion = ({ question: { verb, button = verb, sentence, consequence }, onAnswer }: ConfirmQuestionProps) => (
  <>
    <p>{sentence}</p>
    {consequence && <p>{consequence}</p>}
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, justifyContent: 'flex-end', marginTop: 24 }}>
      <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
        {verb === 'Cancel' ? 'Go back' : 'Cancel'}
      </Button>
      <Button color="red" onClick={() => onAnswer(true)}>
        {button}
      </Button>
    </div>
  </>
);

/** Asks a question of consequence: the title names verb and thing, and the focus is on the way back. */
export const confirmed = (question: Question): Promise<boolean> =>
  ask(`${question.verb} ${question.thing}?`, false, (answer) => <ConfirmQuestion question={question} onAnswer={answer} />);
