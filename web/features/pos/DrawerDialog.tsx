import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { addDrawerMovement, countDrawer, listDrawers, type movementKinds, openDrawer } from '#contract/drawers.ts';
import type { CallInput, Reply } from '#contract/endpoint.ts';
import { currencyOf, moneyText } from '#contract/money-text.ts';
import { CountFields, type Counts, isCounted, toDenominations } from '#web/parts/CountFields.tsx';
import { KeptCount } from '#web/parts/KeptCount.tsx';
import { useKeptCount } from '#web/parts/kept-count.ts';
import { Money } from '#web/parts/Money.tsx';
import { plainSum, unclearSum } from '#web/parts/money-text.ts';
import { useOwnDrawer } from '#web/parts/own-drawer.ts';
import { ReasonFields, toReason, useGivenReason } from '#web/parts/ReasonFields.tsx';
import { useDiscard } from '#web/parts/use-discard.ts';
import { useSentOnce } from '#web/parts/use-sent-once.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { dateAndTime } from '#web/platform/dates.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import classes from './DrawerDialog.module.css';

type Kind = (typeof movementKinds)[number];
type Drawer = Reply<typeof listDrawers>[number];

const names: Record<Kind, string> = { pay_in: 'Pay in', pay_out: 'Pay out', drop: 'Drop', no_sale: 'No sale' };
const refreshes = [listDrawers];

/** As the calls take a sum: 12,50 and 1,250.00 are sums, too. */
const sumOf = (text: string, currency: string) => plainSum(text, currencyOf(currency).decimals);
const unclearOf = (text: string, currency: string) => unclearSum(text, currencyOf(currency).decimals);

interface DrawerDialogProps {
  currency: string;
  timezone: string;
  onClose: () => void;
}

/** Whether closing the dialog would throw away what was typed. */
type OnTyped = (isTyped: boolean) => void;

const useTyped = (isTyped: boolean, onTyped: OnTyped): void => {
  useEffect(() => {
    onTyped(isTyped);
    return () => onTyped(false);
  }, [isTyped, onTyped]);
};

interface ChooseProps extends Omit<DrawerDialogProps, 'onClose'> {
  drawers: readonly Drawer[];
  onTyped: OnTyped;
  onChosen: (id: number) => void;
}

/** Opens a drawer with its float, or takes one that is open to this till. */
const Choose = ({ drawers, currency, timezone, onTyped, onChosen }: ChooseProps) => {
  const [title, setTitle] = useState('');
  const [float, setFloat] = useState('');
  const open = useAction(openDrawer, { refreshes, onDone: ({ drawerId }) => onChosen(drawerId) });
  useTyped((title !== '' || float !== '') && !open.isPending, onTyped);
  return (
    <>
      <p className={classes.quiet}>Cash of this till goes into its drawer, so that a count knows what should be in it.</p>
      {drawers.length > 0 && (
        <ul className={classes.list} aria-label="Open drawers">
          {drawers.map(({ drawer_id: id, title: name, opened_at: at, member_name: member }) => (
            <li key={id} className={classes.open}>
              <span>
                {name}
                <p className={classes.quiet}>{[dateAndTime(at, timezone), member].filter(Boolean).join(' · ')}</p>
              </span>
              <Button variant="default" onClick={() => onChosen(id)}>
                Use here
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!open.isPending && !unclearOf(float, currency)) void open.run({ body: { title, float: sumOf(float, currency) || '0' } });
        }}
      >
        <TextInput
          label="New drawer"
          placeholder="Bar"
          maxLength={120}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <TextInput
          mt="sm"
          label={`Float (${currency})`}
          inputMode="decimal"
          placeholder="0"
          value={float}
          error={unclearOf(float, currency)}
          onChange={({ currentTarget }) => setFloat(currentTarget.value)}
        />
        <Button type="submit" mt="md" loading={open.isPending} disabled={title.trim() === ''}>
          Open drawer
        </Button>
      </form>
    </>
  );
};

interface MovementProps {
  drawerId: number;
  title: string;
  currency: string;
  onTyped: OnTyped;
}

/** Cash goes in or out of a drawer without a sale, or it is only opened. */
const Movement = ({ drawerId, title, currency, onTyped }: MovementProps) => {
  const [kind, setKind] = useState<Kind>('pay_in');
  const [amount, setAmount] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { why, setWhy, isComplete, fields } = useGivenReason('drawer');
  const actOf = ({ kind, amount }: CallInput<typeof addDrawerMovement>['body']) =>
    `${[names[kind], Number(amount) > 0 && moneyText(Number(amount), currency)].filter(Boolean).join(' ')}, ${title}`;
  const move = useSentOnce(addDrawerMovement, {
    name: 'drawer-movement',
    id: drawerId,
    refreshes,
    act: actOf,
    onDone: () => {
      setAsked(false);
      setAmount('');
      setWhy({ note: '' });
    },
  });
  const { unanswered } = move;
  const unclear = unclearOf(amount, currency);
  const wrong = kind === 'no_sale' ? undefined : (unclear ?? (amount.trim() === '' ? 'Please provide amount!' : undefined));
  useTyped((amount !== '' || why.reasonId !== undefined || why.note !== '') && !move.isPending && !unanswered, onTyped);
  if (unanswered)
    return (
      <>
        <p role="alert" className={classes.wrong}>
          There was no answer to ‘{actOf(unanswered)}’. Press {names[unanswered.kind]} again: nothing is noted twice.
        </p>
        <Button onClick={() => void move.send(unanswered)}>{names[unanswered.kind]}</Button>
        <Button variant="subtle" onClick={move.forget}>
          Something else
        </Button>
      </>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const body = { kind, amount: kind === 'no_sale' ? 0 : sumOf(amount, currency), ...toReason(why) };
        setAsked(true);
        if (!move.isPending && isComplete(!wrong) && !wrong) void move.send(body);
      }}
    >
      <SegmentedControl
        fullWidth
        aria-label="What is done"
        classNames={{ label: classes.kind! }}
        value={kind}
        onChange={setKind}
        data={Object.entries(names).map(([value, label]) => ({ value: value as Kind, label }))}
      />
      {kind !== 'no_sale' && (
        <TextInput
          mt="sm"
          label={`Amount (${currency})`}
          inputMode="decimal"
          value={amount}
          error={unclear ?? (isAsked && wrong)}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
      )}
      <ReasonFields {...fields} />
      <Button type="submit" mt="md" loading={move.isPending}>
        {names[kind]}
      </Button>
    </form>
  );
};

/** What a count found. */
const CountResult = ({ result, currency }: { result: Reply<typeof countDrawer>; currency: string }) => (
  <div role="status">
    <dl className={classes.result}>
      <dt>Expected</dt>
      <dd>
        <Money value={result.expected} currency={currency} />
      </dd>
      <dt>Counted</dt>
      <dd>
        <Money value={result.counted} currency={currency} />
      </dd>
      <dt>{result.difference === 0 ? 'Difference' : result.difference < 0 ? 'Short' : 'Over'}</dt>
      <dd>
        <Money value={Math.abs(result.difference)} currency={currency} />
      </dd>
    </dl>
  </div>
);

/** The drawer of this till: opened with a float, moved, and counted blind. */
export const DrawerDialog = ({ currency, timezone, onClose }: DrawerDialogProps) => {
  const [own, setOwn] = useOwnDrawer();
  const drawers = useReply(listDrawers, {}, { refetchOnMount: 'always' });
  const [isCounting, setCounting] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const { typed: counts, isFound, type, forget } = useKeptCount<Counts>('drawer-count', `${own} ${currency}`, {}, isCounted);
  const open = (drawers.data ?? []).filter(({ closed_at }) => closed_at === null);
  const mine = open.find(({ drawer_id: id }) => id === own);
  const [result, setResult] = useState<Reply<typeof countDrawer> & { title: string | undefined }>();
  const count = useAction(countDrawer, {
    refreshes,
    onDone: (reply) => {
      setResult({ ...reply, title: mine?.title });
      forget();
      setOwn(0);
    },
  });
  const { leave, isAsking } = useDiscard(isCounting ? isCounted(counts) : isTyped, () => {
    forget();
    onClose();
  });
  // a movement that was typed and not noted would be missing in the count
  const toCount = useDiscard(isTyped, () => setCounting(true));
  const toOther = useDiscard(isTyped, () => setOwn(0));
  const name = (result ?? mine)?.title;
  const footer = (
    <>
      <Button variant="default" onClick={isCounting && !result ? () => setCounting(false) : leave}>
        {isCounting && !result ? 'Back' : 'Back to the till'}
      </Button>
      {mine && isCounting && !result && (
        <Button
          loading={count.isPending}
          disabled={!isCounted(counts)}
          onClick={() => void count.run({ params: { id: String(mine.drawer_id) }, body: { denominations: toDenominations(counts) } })}
        >
          Counted: close the drawer
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      opened
      onClose={() => count.isPending || leave()}
      isCovered={[isAsking, toCount.isAsking, toOther.isAsking].includes(true)}
      isChosenIn={!result}
      title={name ? `Drawer – ${name}` : 'Drawer'}
      footer={footer}
    >
      {result ? (
        <CountResult result={result} currency={currency} />
      ) : !mine ? (
        drawers.data && <Choose drawers={open} currency={currency} timezone={timezone} onTyped={setTyped} onChosen={setOwn} />
      ) : isCounting ? (
        <>
          {isFound && <KeptCount onForget={forget} />}
          <CountFields currency={currency} counts={counts} onChange={type} />
          {!isCounted(counts) && <p className={classes.quiet}>An empty drawer is counted by a 0 in any of the fields.</p>}
        </>
      ) : (
        <>
          <p className={classes.quiet}>
            Opened {dateAndTime(mine.opened_at, timezone)}
            {mine.member_name && ` by ${mine.member_name}`} with <Money value={mine.float} currency={currency} />
          </p>
          <ul className={classes.list}>
            {mine.movements.map(({ movement_id: id, kind, amount, reason, note, member_name: member }) => (
              <li key={id} className={classes.open}>
                <span>
                  {names[kind]}
                  <p className={classes.quiet}>{[reason, note, member].filter(Boolean).join(' · ')}</p>
                </span>
                {amount > 0 && <Money value={kind === 'pay_in' ? amount : -amount} currency={currency} />}
              </li>
            ))}
          </ul>
          <Movement key={mine.drawer_id} drawerId={mine.drawer_id} title={mine.title} currency={currency} onTyped={setTyped} />
          <Button variant="default" fullWidth mt="lg" onClick={toCount.leave}>
            Count the drawer
          </Button>
          <Button variant="subtle" fullWidth mt="xs" onClick={toOther.leave}>
            Another drawer
          </Button>
        </>
      )}
    </Dialog>
  );
};
