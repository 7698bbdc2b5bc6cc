import { Anchor, Button, Title } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addSampleMenu } from '#contract/categories.ts';
import { addPaymentType, listPaymentTypes } from '#contract/payment-types.ts';
import { completeFirstStep, type FirstStep, firstSteps, getFirstSteps } from '#contract/first-steps.ts';
import { ReachThisTill } from '#web/parts/ReachThisTill.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { useMay } from '#web/platform/session.tsx';
import classes from './FirstSteps.module.css';

const texts: Record<FirstStep, { title: string; hint: string; button: string; path: string }> = {
  store: {
    title: 'Store details',
    hint: 'Address or phone, as receipts show them',
    button: 'Enter',
    path: '/dashboard/settings/details',
  },
  items: {
    title: 'First items',
    hint: 'By hand, from a CSV file, or a sample menu to try with',
    button: 'Add items',
    path: '/dashboard/settings/menu-items',
  },
  tables: { title: 'First table', hint: 'Each gets a QR code of its own', button: 'Add tables', path: '/dashboard/settings/tables' },
  card: {
    title: 'Cards',
    hint: 'The till starts with Cash alone',
    button: 'Other types',
    path: '/dashboard/settings/payment-types',
  },
  staff: { title: 'Staff', hint: 'Everybody signs in with an account of their own', button: 'Invite', path: '/dashboard/users' },
  print: {
    title: 'Test print',
    hint: 'Or sell something: the first receipt counts too',
    button: 'Print settings',
    path: '/dashboard/settings/print-settings',
  },
};

interface StepProps {
  step: FirstStep;
  isDone: boolean;
  more?: ReactNode;
}

const Step = ({ step, isDone, more }: StepProps) => {
  const { title, hint, button, path } = texts[step];
  const Mark = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Mark size={24} aria-hidden className={classes.mark} />
      <span className={classes.words}>
        <span className={classes.title}>
          {title}
          {isDone && <span className="sr-only">, done</span>}
        </span>
        {!isDone && <span className={classes.hint}>{hint}</span>}
      </span>
      {!isDone && (
        <span className={classes.buttons}>
          {more}
          <Button component={Link} to={path} variant="default" aria-label={`${button}: ${title}`}>
            {button}
          </Button>
        </span>
      )}
    </li>
  );
};

/** What is left to do before the first evening; nothing once it is done, or put away. */
export const FirstSteps = () => {
  const mayDo = useMay(getFirstSteps);
  // steps are done elsewhere
  const { data } = useReply(getFirstSteps, {}, { enabled: mayDo, refetchOnMount: 'always' });
  const complete = useAction(completeFirstStep, { refreshes: [getFirstSteps], quiet: true });
  const sample = useAction(addSampleMenu, { refreshes: [getFirstSteps] });
  const card = useAction(addPaymentType, { refreshes: [getFirstSteps, listPaymentTypes] });
  if (!data || data.isOver) return null;

  const tick = (step: FirstStep | 'all', words: string) => (
    <Button variant="subtle" color="gray" loading={complete.isPending} onClick={() => void complete.run({ body: { step } })}>
      {words}
    </Button>
  );
  const more: Partial<Record<FirstStep, ReactNode>> = {
    items: (
      <Button variant="default" loading={sample.isPending} onClick={() => void sample.run({})}>
        Use the sample menu
      </Button>
    ),
    card: (
      <Button variant="default" loading={card.isPending} onClick={() => void card.run({ body: { title: 'Card', kind: 'card' } })}>
        Add Card
      </Button>
    ),
    staff: tick('staff', 'I work alone'),
  };

  return (
    <section className={`surface ${classes.card}`} aria-labelledby="first-steps-title">
      <div className={classes.head}>
        <Title order={2} id="first-steps-title">
          First steps: {data.done.length} of {firstSteps.length} done
        </Title>
        {tick('all', 'Put this list away')}
      </div>
      {data.hasTax === false && (
        <p className={classes.taxes}>
          No tax is set up: what you sell is not taxed.{' '}
          <Anchor component={Link} to="/dashboard/settings/tax-setup" inherit underline="always">
            Add your taxes
          </Anchor>{' '}
          before the first receipt if your prices have any.
        </p>
      )}
      <div className={classes.columns}>
        <ol>
          {firstSteps.map((step) => (
            <Step key={step} step={step} isDone={data.done.includes(step)} more={more[step]} />
          ))}
        </ol>
        <ReachThisTill order={3} />
      </div>
    </section>
  );
};
