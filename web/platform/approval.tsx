import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { addApproval, type ApprovalAct, type ApprovalTarget, listColleagues } from '#contract/approvals.ts';
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts';
import { moneyText } from '#contract/money-text.ts';
import type { Right } from '#contract/permissions.ts';
import classes from './approval.module.css';
import { ask } from './ask.tsx';
import { type Colleague, PinFields } from './PinFields.tsx';
import { rightWords } from './right-words.ts';
import { readStoredUser } from './session.tsx';

/** What a colleague would have to allow, as approval_needed says it (wire-2.md §1). */
export interface ApprovalRequest {
  action: Right;
  targetId: number | string | null;
  /** Of what this is the id; a server before does not say. */
  target?: ApprovalTarget;
  /** Which act of those of the right; left out where there is one only, and by a server before. */
  act?: ApprovalAct;
  /** A decimal of the wire; null where no money is in it. */
  amount: number | null;
  /** What leaves the drawer, where it is another sum. */
  given?: number;
  /** ISO 4217 code of the amount; an older server says none. */
  currency?: string;
  /** What is done, as the screen that asks says it. */
  sentence?: string | undefined;
}

/** As `call` of api.ts, which fetches this file when it is needed. */
type Call = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<Reply<E>>;

interface SheetProps {
  wanted: ApprovalRequest;
  colleagues: readonly Colleague[];
  call: Call;
  onAnswer: (token: string | undefined) => void;
}

const Sheet = ({
  wanted: { action, targetId, target, act, amount, given, currency, sentence },
  colleagues,
  call,
  onAnswer,
}: SheetProps) => {
  const sum = given ?? amount;
  const [chosen, setChosen] = useState(colleagues.length === 1 ? colleagues[0]!.username : undefined);
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);

  const allow = async (event: FormEvent) => {
    event.preventDefault();
    // Enter once more: what the server said of the digits stays
    if (pin === '' && error !== undefined) return;
    if (chosen === undefined || pin.length < 4)
      return setError(chosen === undefined ? 'Please choose a colleague!' : 'Please enter the PIN!');
    setPending(true);
    try {
      onAnswer((await call(addApproval, { body: { username: chosen, pin, action, targetId, target, act, amount } })).approvalToken);
    } catch (failure) {
      setPin('');
      setError((failure as Error).message);
    } finally {
      setPending(false);
    }
  };
  return (
    <form onSubmit={(event) => void allow(event)}>
      {sentence && <p className={classes.act}>{sentence}</p>}
      <p>
        You may not {rightWords[action]} alone{sum !== null && ` (${currency ? moneyText(sum, currency) : sum})`}.
        {colleagues.length > 0
          ? ' A colleague who may can allow it here, once.'
          : ' No colleague has a PIN yet: whoever may allow it sets one on their profile.'}
      </p>
      {colleagues.length > 0 && (
        <PinFields
          colleagues={colleagues}
          chosen={chosen}
          pin={pin}
          error={error}
          onChosen={(username) => {
            setChosen(username);
            setPin('');
            setError(undefined);
          }}
          onPin={setPin}
        />
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => onAnswer(undefined)}>
          Go back
        </Button>
        {colleagues.length > 0 && (
          <Button type="submit" loading={isPending}>
            Allow
          </Button>
        )}
      </div>
    </form>
  );
};

/** Asks a colleague beside the till for the PIN; answers the token, or undefined when nobody allowed it. */
export const askApproval = async (wanted: ApprovalRequest, call: Call): Promise<string | undefined> => {
  const me = readStoredUser()?.username;
  const colleagues = (await call(listColleagues, {})).filter(({ username, has_pin }) => has_pin && username !== me);
  return ask<string | undefined>('A colleague has to allow this', undefined, (answer) => (
    <Sheet wanted={wanted} colleagues={colleagues} call={call} onAnswer={answer} />
  ));
};
