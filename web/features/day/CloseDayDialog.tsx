import { Alert, Anchor, Button, Group, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { getCheckSums } from '#contract/check-sums.ts';
import { listClosings } from '#contract/day.ts';
import { listDrawers } from '#contract/drawers.ts';
import { type Counts, countedOf, isCounted } from '#web/parts/CountFields.tsx';
import { KeptCount } from '#web/parts/KeptCount.tsx';
import { useKeptCount } from '#web/parts/kept-count.ts';
import { Money } from '#web/parts/Money.tsx';
import { dayText } from '#web/parts/day-text.ts';
import { useDiscard } from '#web/parts/use-discard.ts';
import { useReply } from '#web/platform/api.ts';
import { useMay } from '#web/platform/session.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { CountedSums } from './CountedSums.tsx';
import { CountStep, type Others, sumOf } from './CountStep.tsx';
import classes from './DayEnd.module.css';
import { useFirstCounts } from './first-count.ts';
import { useCloseDay } from './use-close-day.ts';

interface CloseDayDialogProps {
  /** The running business day. */
  today: string;
  currency: string;
  /** What may be counted. */
  types: { id: number; title: string; kind: string }[];
  /** Before the running day: it is to be closed first. */
  oldestOpen: string | null;
  onClosed: (closingNo: number) => void;
  onClose: () => void;
}

/** The last one is the closing itself, which is a page. */
const STEPS = ['What is still open', 'Count', 'Difference and note', 'The closing'] as const;

const NOTHING = { bills: 0, due: 0, paid: 0 };

/** What is still open: bills, which go on to the next day, and drawers that nobody counted. */
const StillOpen = ({ currency }: { currency: string }) => {
  const { data: { bills, due, paid } = NOTHING, isError } = useReply(getCheckSums, {}, { enabled: useMay(getCheckSums), staleTime: 0 });
  const drawers = (useReply(listDrawers, {}, { enabled: useMay(listDrawers) }).data ?? []).filter(({ closed_at }) => closed_at === null);
  if (bills + drawers.length === 0 && !isError) return <p className={classes.quiet}>No bill and no drawer is open that you may see.</p>;
  return (
    <>
      {isError && <p>The open bills could not be loaded.</p>}
      {bills > 0 && (
        <p>
          <Anchor component={Link} to="/dashboard/checks" inherit underline="always">
            {bills} open {bills === 1 ? 'bill' : 'bills'}
          </Anchor>
          , <Money value={due} currency={currency} /> due. They are paid another day, and count on that one.
          {paid > 0 && (
            <>
              {' '}
              <Money value={paid} currency={currency} /> is already paid on them, and counts on that day too: what of it is cash is over in
              this count.
            </>
          )}
        </p>
      )}
      {drawers.length > 0 && (
        <>
          <p>Drawers that nobody has counted; count them at the till first:</p>
          <ul className={classes.list}>
            {drawers.map(({ drawer_id: id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
};

interface DayStepProps {
  today: string;
  currency: string;
  oldestOpen: string | null;
  businessDate: string;
  /** The number under which the day was closed already. */
  closedAs: number | undefined;
  onDate: (day: string) => void;
}

/** Its number, where a day is closed: nobody counts it for nothing. */
const useClosedAs = (businessDate: string) =>
  useReply(listClosings, { query: { type: 'custom', from: businessDate, to: businessDate } }, { staleTime: 0 }).data?.find(
    ({ business_date: day }) => day === businessDate,
  )?.closing_no;

/** Which day, and what is still open. */
const DayStep = ({ today, currency, oldestOpen, businessDate, closedAs, onDate }: DayStepProps) => (
  <>
    <TextInput
      type="date"
      label="Business day"
      description="Each day is closed once, the oldest first. Selling goes on; what is sold later on a closed day is in the next closing."
      max={today}
      value={businessDate}
      onChange={({ currentTarget }) => onDate(currentTarget.value || today)}
      mb="md"
    />
    {oldestOpen !== null && oldestOpen < businessDate && (
      <Alert color="yellow" mb="md">
        <p className={classes.refusal}>{dayText(oldestOpen)} is not closed yet, and the oldest day is closed first.</p>
        <Button variant="default" onClick={() => onDate(oldestOpen)}>
          Go to {dayText(oldestOpen)}
        </Button>
      </Alert>
    )}
    {closedAs !== undefined && (
      <Alert color="yellow" mb="md" role="status">
        {dayText(businessDate)} is already closed: No. {closedAs}.
      </Alert>
    )}
    <StillOpen currency={currency} />
  </>
);

interface Typed {
  businessDate: string;
  cash: Counts;
  others: Others;
  note: string;
}

const isTypedIn = ({ cash, others, note }: Typed): boolean =>
  isCounted(cash) || Object.values(others).some((amount) => amount !== '') || note.trim() !== '';

/** As the call takes them; NaN where a sum cannot be read. */
const countsOf = ({ cash, others }: Typed, types: CloseDayDialogProps['types'], currency: string) => {
  const cashType = types.find(({ kind }) => kind === 'cash');
  return [
    ...(cashType && isCounted(cash) ? [{ paymentTypeId: cashType.id, amount: countedOf(cash, currency) }] : []),
    ...Object.entries(others)
      .filter(([, amount]) => amount !== '')
      .map(([id, amount]) => ({ paymentTypeId: Number(id), amount: sumOf(amount, currency) ?? Number.NaN })),
  ];
};

interface RefusedProps {
  failure: string;
  /** The oldest day, where that is what is in the way. */
  first: string | undefined;
  businessDate: string;
  onGo: (day: string) => void;
  onCatchUp: () => void;
}

/** Why the day was not closed, and what to do. */
const Refused = ({ failure, first, businessDate, onGo, onCatchUp }: RefusedProps) => (
  <Alert color="red" role="alert" mt="md">
    <p className={classes.refusal}>{failure}</p>
    {first && (
      <>
        <p className={classes.refusal}>
          {dayText(first)} is still open. Close it first, or close all days before {dayText(businessDate)} without a count.
        </p>
        <Group gap="xs">
          <Button variant="default" onClick={() => onGo(first)}>
            Go to {dayText(first)}
          </Button>
          <Button variant="default" onClick={onCatchUp}>
            Close all before {dayText(businessDate)} without a count
          </Button>
        </Group>
      </>
    )}
  </Alert>
);

/** Closes a business day in steps: what is open, a blind count, the difference and a note; the closing follows. */
export const CloseDayDialog = ({ today, currency, types, oldestOpen, onClosed, onClose }: CloseDayDialogProps) => {
  const [step, setStep] = useState(0);
  const nothing: Typed = { businessDate: today, cash: {}, others: {}, note: '' };
  const { typed, isFound, type, forget: forgetTyped } = useKeptCount('day-count', currency, nothing, isTypedIn);
  const { businessDate, cash, others, note } = typed;
  const firstCounts = useFirstCounts(currency);
  const closedAs = useClosedAs(businessDate);
  const change = (part: Partial<Typed>) => type({ ...typed, ...part });
  // what was counted is of the day that it was counted for
  const goTo = (day: string) => day !== businessDate && change({ businessDate: day, cash: {}, others: {} });
  const counts = countsOf(typed, types, currency);
  const isLast = step === STEPS.length - 2;
  const { failure, first, isPending, isCatchingUp, closeChosen, catchUp, forget } = useCloseDay({
    businessDate,
    counts,
    recountedOf: firstCounts.recountedOf,
    note: note.trim(),
    onClosed: (closingNo) => {
      forgetTyped();
      firstCounts.drop(businessDate);
      onClosed(closingNo);
    },
  });
  const { leave, isAsking } = useDiscard(isTypedIn(typed), () => {
    forgetTyped();
    onClose();
  });
  return (
    <Dialog
      opened
      onClose={() => isPending || leave()}
      isCovered={isAsking}
      step={step}
      title="Close day"
      size="lg"
      onSubmit={(event) => {
        event.preventDefault();
        // the field says so
        if (counts.some(({ amount }) => Number.isNaN(amount))) return;
        if (step === 1 && counts.length > 0) firstCounts.keep(businessDate, counts);
        if (!isLast) setStep(step + 1);
        else if (!isPending) void closeChosen();
      }}
      footer={
        <>
          <Button variant="default" disabled={isPending} onClick={() => (step === 0 ? leave() : setStep(step - 1))}>
            {step === 0 ? 'Go back' : isLast && counts.length > 0 ? 'Count again' : 'Back'}
          </Button>
          <Button type="submit" loading={isPending} disabled={step === 0 && closedAs !== undefined}>
            {isLast ? `Close ${dayText(businessDate)}` : 'Next'}
          </Button>
        </>
      }
    >
      <p className={classes.steps} aria-live="polite">
        Step {step + 1} of {STEPS.length}: {STEPS[step]}
      </p>
      {isFound && step < 2 && <KeptCount onForget={forgetTyped} />}
      {step === 0 && <DayStep {...{ today, currency, oldestOpen, businessDate, closedAs }} onDate={goTo} />}
      {step === 1 && (
        <CountStep
          {...{ types, currency, cash, others }}
          isAgain={firstCounts.isShown(businessDate)}
          onCash={(counted) => change({ cash: counted })}
          onOthers={(sums) => change({ others: sums })}
        />
      )}
      {step === 2 && (
        <>
          <CountedSums businessDate={businessDate} currency={currency} counts={counts} />
          <Textarea
            label="Note (optional)"
            description="Why something differs, for example. The closing keeps it, and is mailed to the owner."
            maxLength={500}
            autosize
            minRows={2}
            value={note}
            onChange={({ currentTarget }) => change({ note: currentTarget.value })}
          />
          {failure && !isCatchingUp && (
            <Refused
              {...{ failure, first, businessDate }}
              onGo={(day) => {
                goTo(day);
                forget();
                setStep(1);
              }}
              onCatchUp={() => void catchUp()}
            />
          )}
        </>
      )}
    </Dialog>
  );
};
