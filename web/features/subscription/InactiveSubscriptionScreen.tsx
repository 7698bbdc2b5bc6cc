import { Anchor, Card, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { getProfile } from '#contract/auth.ts';
import { DETAILS_FAILED, getSubscription, type Subscription } from '#contract/subscription.ts';
import { useDayText } from '#web/parts/day-text.ts';
import { PlanCard } from '#web/parts/PlanCard.tsx';
import { againEvery, useReply } from '#web/platform/api.ts';
import { useConnection } from '#web/platform/realtime.tsx';
import { useMay } from '#web/platform/session.tsx';
import { SUPPORT_ADDRESS } from '#web/platform/page-facts.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';

// ms; a tablet in the kitchen comes back by itself. The socket tells it (FreshUser), this asks in case that it could not: tabs of those
// who do not pay ask next to nothing.
const ASK_EVERY = 120_000;

const reasonOf = ({ phase, subscription_id, subscription_end, was_paid }: Subscription, dayText: (instant: string) => string): string => {
  if (phase === 'suspended') return `This account was switched off. Please write to ${SUPPORT_ADDRESS}.`;
  if (subscription_end === null) return 'There is no subscription at the moment.';
  return `${subscription_id === null && !was_paid ? 'The trial' : 'What was paid for'} ended on ${dayText(subscription_end)}.`;
};

const OwnersWay = () => {
  const subscription = useReply(getSubscription, {}, { refetchOnMount: 'always' });
  const dayText = useDayText();
  return (
    <Loaded from={subscription} failure={DETAILS_FAILED} skeleton={<Skeleton h={320} maw={400} />}>
      {(details) => (
        <Stack gap="md">
          <Card maw={640} w="100%">
            <Text>{reasonOf(details, dayText)}</Text>
            <Text c="dimmed" mt={4}>
              Nothing is lost: orders, menu and settings are kept.
              {details.phase !== 'suspended' && ' Everything opens again as soon as you subscribe.'}
            </Text>
          </Card>
          {details.phase !== 'suspended' && <PlanCard product={details.product} isTest={details.is_test} />}
          <Text c="dimmed" size="sm">
            Questions?{' '}
            <Anchor component={Link} to="/dashboard/contact-support">
              Contact support
            </Anchor>
          </Text>
        </Stack>
      )}
    </Loaded>
  );
};

/** Where a 402 leads: the owner may subscribe, everybody else reads a notice (part-2 §2). */
export const InactiveSubscriptionScreen = () => {
  const isOwner = useMay(getSubscription);
  const { from } = (useLocation().state ?? {}) as { from?: string };
  const {
    data: profile,
    isFetchedAfterMount,
    refetch,
  } = useReply(getProfile, {}, { refetchInterval: againEvery(ASK_EVERY), refetchOnMount: 'always' });
  const connection = useConnection();
  // who subscribed after that question and before the socket was there has told nobody of this page
  useEffect(() => {
    if (connection === 'online') void refetch();
  }, [connection, refetch]);
  // what was received before this page was shown may be what has just ended
  if (isFetchedAfterMount && profile?.is_active) return <Navigate to={from ?? '/'} replace />;
  return (
    <Page title="Subscription inactive">
      {isOwner ? (
        <OwnersWay />
      ) : (
        <Card maw={640}>
          <Text>The subscription of this restaurant is not active at the moment.</Text>
          <Text c="dimmed" mt={4}>
            Nothing is lost: orders, menu and settings are kept. Please ask the owner of the account to renew it; this page follows by
            itself.
          </Text>
        </Card>
      )}
    </Page>
  );
};
