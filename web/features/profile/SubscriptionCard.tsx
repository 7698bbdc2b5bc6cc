import { Alert, Button, Card, Skeleton, Stack, Text } from '@mantine/core';
import { IconClock, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { getProfile } from '#contract/auth.ts';
import {
  cancelSubscription,
  CANCEL_FAILED,
  DETAILS_FAILED,
  getSubscription,
  type Phase,
  type Subscription,
} from '#contract/subscription.ts';
import { FactList } from '#web/parts/FactList.tsx';
import { useDayText } from '#web/parts/day-text.ts';
import { PlanCard } from '#web/parts/PlanCard.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { SUPPORT_ADDRESS } from '#web/platform/page-facts.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import type { StatusToken } from '#web/platform/theme.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import classes from './ProfileScreen.module.css';

const badges: Record<Phase, [StatusToken, string]> = {
  trial: ['created', 'Trial'],
  subscribed: ['completed', 'Active'],
  grace: ['preparing', 'Payment due'],
  inactive: ['cancelled', 'Inactive'],
  suspended: ['cancelled', 'Switched off'],
};

/** Later than anybody looks ahead: of a restaurant that needs no subscription, such as the demonstration. */
const ENDLESS = 20 * 365 * 86_400_000; // ms
const isEndless = ({ phase, subscription_end: end }: Subscription): boolean =>
  phase === 'trial' && end !== null && Date.parse(end) - serverNow() > ENDLESS;

const badgeOf = (details: Subscription): [StatusToken, string] => {
  const { phase, subscription_id, was_paid } = details;
  if (isEndless(details) || (phase === 'trial' && was_paid)) return badges.subscribed;
  // nothing is owed where nothing renews
  if (phase === 'grace' && subscription_id === null) return [badges.grace[0], was_paid ? 'Ended' : 'Trial over'];
  return badges[phase];
};

/** What the end of the period means for the owner. */
const endOf = (details: Subscription, dayText: (instant: string) => string): [string, string] | undefined => {
  const { phase, subscription_id, subscription_end, is_test, was_paid } = details;
  if (subscription_end === null) return undefined;
  if (isEndless(details)) return ['Ends', 'Never'];
  const day = dayText(subscription_end);
  // who was switched off may have days left
  const runsOut = subscription_id === null && Date.parse(subscription_end) > serverNow();
  if (phase === 'trial' || (phase === 'suspended' && runsOut)) return [was_paid ? 'Paid until' : 'Trial ends', day];
  if (phase === 'subscribed') return [is_test ? 'Runs until' : 'Renews', day];
  return [subscription_id === null ? 'Ended' : 'Paid until', day];
};

const Cancel = ({ id }: { id: string }) => {
  const navigate = useNavigate();
  const { run, isPending } = useAction(cancelSubscription, {
    confirm: () => ({
      verb: 'Cancel',
      thing: 'your subscription',
      button: 'Cancel subscription',
      sentence: 'Are you sure? This will immediately cancel your subscription, and you will lose out access to the product.',
    }),
    failure: CANCEL_FAILED,
    refreshes: [getSubscription, getProfile],
    onDone: () => void navigate('/dashboard/inactive-subscription'),
  });
  return (
    <Button variant="default" c="var(--mantine-color-error)" loading={isPending} onClick={() => void run({ body: { id } })}>
      Cancel Subscription
    </Button>
  );
};

const Details = ({ details }: { details: Subscription }) => {
  const { phase, plan, subscription_id: id, subscription_start: start, access_end: accessEnd, is_test: isTest } = details;
  // cancelled with a restaurant that was restored: nothing renews, and it is no trial
  const isTrial = phase === 'trial' && !details.was_paid;
  const [status, word] = badgeOf(details);
  const dayText = useDayText();
  const end = endOf(details, dayText);
  return (
    <>
      <FactList>
        <dt>Status</dt>
        <dd>
          <StatusBadge status={status} label={word} {...(phase === 'grace' && { icon: IconClock })} />
        </dd>
        <dt>Plan</dt>
        <dd>{plan ?? (isEndless(details) ? 'Free' : isTrial ? 'Free trial' : 'None')}</dd>
        {start && (
          <>
            <dt>Since</dt>
            <dd>{dayText(start)}</dd>
          </>
        )}
        {end && (
          <>
            <dt>{end[0]}</dt>
            <dd>{end[1]}</dd>
          </>
        )}
        {phase === 'grace' && accessEnd && (
          <>
            <dt>Access ends</dt>
            <dd>{dayText(accessEnd)}</dd>
          </>
        )}
        {id && (
          <>
            <dt>Number</dt>
            <dd>
              {/* its letters are no words: '5x6' is no product */}
              <Text span size="sm" c="dimmed" style={{ fontVariantLigatures: 'none', fontFeatureSettings: 'normal' }}>
                {id}
              </Text>
            </dd>
          </>
        )}
      </FactList>
      {isTest && phase === 'subscribed' && (
        <Text size="sm" c="dimmed" mt="md">
          Test billing: no card is charged.
        </Text>
      )}
      {phase === 'suspended' && (
        <Alert color="gray" variant="light" icon={<IconInfoCircle aria-hidden />} mt="md">
          This account was switched off. Please write to {SUPPORT_ADDRESS}.
        </Alert>
      )}
    </>
  );
};

const Waiting = () => (
  <Stack gap="sm">
    <Skeleton h={20} w={220} />
    <Skeleton h={20} w={180} />
    <Skeleton h={20} w={240} />
  </Stack>
);

/** The owner's subscription: what holds, the way to subscribe and the way out. */
export const SubscriptionCard = () => {
  const subscription = useReply(getSubscription, {});
  const section = useRef<HTMLElement>(null);
  const isMeant = useLocation().hash === '#subscription';
  const isLoaded = subscription.data !== undefined;
  useEffect(() => {
    if (!isMeant || !isLoaded) return undefined;
    // after the frame, which shows every new screen from its top
    const frame = requestAnimationFrame(() => section.current?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [isMeant, isLoaded]);
  return (
    <section ref={section} aria-labelledby="subscription" className={classes.section}>
      <h2 id="subscription" className={classes.heading}>
        Subscription
      </h2>
      <Loaded
        from={subscription}
        failure={DETAILS_FAILED}
        skeleton={
          <Card maw={640}>
            <Waiting />
          </Card>
        }
      >
        {(details) => (
          <Stack gap="md">
            <Card maw={640} w="100%">
              <Details details={details} />
              {details.subscription_id && (
                <div className={classes.way}>
                  <Cancel id={details.subscription_id} />
                </div>
              )}
            </Card>
            {!['subscribed', 'suspended'].includes(details.phase) && !isEndless(details) && (
              <PlanCard product={details.product} isTest={details.is_test} />
            )}
          </Stack>
        )}
      </Loaded>
    </section>
  );
};
