import { modals } from '@mantine/modals';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { rememberFocus } from './focus-return.ts';
import { createPause } from './opening-pause.ts';
import { questionsAreHere } from './questions.ts';
import { readStoredUser } from './session.tsx';

interface SheetProps {
  onShown: () => void;
  /** It left the page, closed or not: a till that locks itself takes its dialogs away and closes none. */
  onGone: () => void;
  children: ReactNode;
}

const Sheet = ({ onShown, onGone, children }: SheetProps) => {
  useLayoutEffect(onShown, [onShown]);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      // React's strict mode takes every effect back once, and does it again at once
      queueMicrotask(() => isHere.current || onGone());
    };
  }, [onGone]);
  return children;
};

let turn: Promise<unknown> = Promise.resolve();
let asked = 0;

/**
 * Shows a question, and waits for its answer; `unanswered` when it was closed, or went with the page that it stood on. One at a time: a second
 * one waits, and nobody types for the first into the second.
 */
export const ask = <T,>(title: string, unanswered: T, content: (answer: (value: T) => void) => ReactNode): Promise<T> => {
  const asker = readStoredUser()?.username;
  // whoever works here when its turn comes has not asked
  const answered = turn.then(() => show(title, unanswered, content, () => readStoredUser()?.username === asker));
  turn = answered.catch(() => {});
  return answered;
};

const show = async <T,>(
  title: string,
  unanswered: T,
  content: (answer: (value: T) => void) => ReactNode,
  isStillAsked: () => boolean,
): Promise<T> => {
  if (!(await questionsAreHere()) || !isStillAsked()) return unanswered;
  const giveFocusBack = rememberFocus();
  return new Promise<T>((resolve) => {
    const pause = createPause();
    const giveUp = () => resolve(unanswered);
    const id = modals.open({
      ...pause.handlers,
      title,
      onClose: giveUp,
      children: (
        // nothing of the one before, which may still be fading
        <Sheet key={(asked += 1)} onShown={pause.begin} onGone={giveUp}>
          {content((value) => {
            resolve(value);
            modals.close(id);
          })}
        </Sheet>
      ),
    });
  }).finally(giveFocusBack);
};
