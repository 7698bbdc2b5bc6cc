import { Alert, Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { listChecks } from '#contract/checks.ts';
import { closeDay, getDay, listClosings } from '#contract/day.ts';
import { listDrawers } from '#contract/drawers.ts';
import { initInvoices } from '#contract/invoices.ts';
import { type Counts, CountFields, countedOf } from '#web/parts/CountFields.tsx';
import { Money } from '#web/parts/Money.tsx';
import { addSums } from '#web/parts/money-text.ts';
import { type CallFailed, useAction, useReply } from '#web/platform/api.ts';
import { useMay } from '#web/platform/session.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import classes from './DayEnd.module.css';

interface CloseDayDialogProps {
  /** The running business day. */
  today: string;
  currency: string;
  onClosed: (closingNo: number) => void;
  onClose: () => void;
}

const STEPS = ['What is still open', 'Count', 'Note'] as const;

/** What is still open: bills, which go on to the next day, and drawers that nobody counted. */
const StillOpen = ({ currency }: { currency: string }) => {
  const checks = useReply(listChecks, {}, { enabled: useMay(listChecks) }).data ?? [];
  const drawers = (useReply(listDrawers, {}, { enabled: useMay(listDrawers) }).data ?? []).filter(({ closed_at }) => closed_at === null);
  if (checks.length + drawers.length === 0) return <p className={classes.quiet}>No bill and no drawer is open that you may see.</p>;
  const due = addSums(
    checks.map((check) => check.due),
    currency,
  );
  return (
    <>
      {checks.length > 0 && (
        <p>
          <Link to="/dashboard/checks">
            {checks.length} open {checks.length === 1 ? 'bill' : 'bills'}
          </Link>
          , <Money value={due} currency={currency} /> due. They are paid another day, and count on that one.
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

/** Closes a business day in steps: what is open, a blind count, a note; the closing follows. */
export const CloseDayDialog = ({ today, currency, onClosed, onClose }: CloseDayDialogProps) => {
  const [step, setStep] = useState(0);
  const [businessDate, setBusinessDate] = useState(today);
  const [cash, setCash] = useState<Counts>({});
  const [others, setOthers] = useState<Record<number, number | string>>({});
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<string>();
  const mayCount = useMay(initInvoices);
  const types = (useReply(initInvoices, {}, { enabled: mayCount }).data?.paymentTypes ?? []).filter(({ is_active }) => is_active);
  const cashType = types.find(({ kind }) => kind === 'cash');
  const close = useAction(closeDay, {
    quiet: true,
    expects: 'conflict',
    refreshes: [getDay, listClosings],
    onFailed: ({ message }: CallFailed) => setFailure(message),
    onDone: ({ closingNo }) => onClosed(closingNo),
  });
  const first = failure && /^Close (\d{4}-\d\d-\d\d) first!$/.exec(failure)?.[1];
  const counts = [
    ...(cashType && Object.keys(cash).length > 0 ? [{ paymentTypeId: cashType.id, amount: countedOf(cash, currency) }] : []),
    ...Object.entries(others)
      .filter(([, amount]) => amount !== '')
      .map(([id, amount]) => ({ paymentTypeId: Number(id), amount: Number(amount) })),
  ];
  const isLast = step === STEPS.length - 1;
  return (
    <Dialog
      opened
      onClose={() => close.isPending || onClose()}
      title="Close day"
      size="lg"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isLast) setStep(step + 1);
        else if (!close.isPending) {
          setFailure(undefined);
          void close.run({ body: { businessDate, counts, ...(note.trim() && { note: note.trim() }) } });
        }
      }}
      footer={
        <>
          <Button variant="default" disabled={close.isPending} onClick={() => (step === 0 ? onClose() : setStep(step - 1))}>
            {step === 0 ? 'Go back' : 'Back'}
          </Button>
          <Button type="submit" loading={close.isPending}>
            {isLast ? `Close ${businessDate}` : 'Next'}
          </Button>
        </>
      }
    >
      <p className={classes.steps} aria-live="polite">
        Step {step + 1} of {STEPS.length}: {STEPS[step]}
      </p>
      {step === 0 && (
        <>
          <TextInput
            type="date"
            label="Business day"
            description="Each day is closed once, the oldest first. Selling goes on; what is sold later on a closed day is in the next closing."
            max={today}
            value={businessDate}
            onChange={({ currentTarget }) => setBusinessDate(currentTarget.value || today)}
            mb="md"
          />
          <StillOpen currency={currency} />
        </>
      )}
      {step === 1 &&
        (types.length === 0 ? (
          <p className={classes.quiet}>You may not see the payment types. The day can be closed without a count.</p>
        ) : (
          <>
            <p className={classes.quiet}>Count what is there, without looking at what should be. Leave empty what is not counted.</p>
            {cashType && <h3 className={classes.heading}>{cashType.title}</h3>}
            {cashType && <CountFields currency={currency} counts={cash} onChange={setCash} />}
            {types
              .filter(({ id }) => id !== cashType?.id)
              .map(({ id, title }) => (
                <NumberInput
                  key={id}
                  mt="md"
                  label={title}
                  description="By its slips or the terminal"
                  min={0}
                  hideControls
                  value={others[id] ?? ''}
                  onChange={(amount) => setOthers({ ...others, [id]: amount })}
                />
              ))}
          </>
        ))}
      {step === 2 && (
        <>
          <Textarea
            label="Note (optional)"
            description="Why something differs, for example. The closing says by how much; it is mailed to the owner."
            maxLength={500}
            autosize
            minRows={2}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          {failure && (
            <Alert color="red" role="alert" mt="md">
              {failure}
              {first && (
                <Button
                  variant="default"
                  mt="xs"
                  onClick={() => {
                    setBusinessDate(first);
                    setFailure(undefined);
                  }}
                >
                  Take {first}
                </Button>
              )}
            </Alert>
          )}
        </>
      )}
    </Dialog>
  );
};
