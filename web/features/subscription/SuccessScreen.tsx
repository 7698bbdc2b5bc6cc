import { Button } from '@mantine/core';
import { IconCircleCheck, IconClock, IconLogout } from '@tabler/icons-react';
import { Link } from 'react-router';
import { getProfile } from '#contract/auth.ts';
import { getSubscription } from '#contract/subscription.ts';
import { useDayText } from '#web/parts/day-text.ts';
import { useReply } from '#web/platform/api.ts';
import { useMay, useMember } from '#web/platform/session.tsx';
import { useSignOut } from '#web/platform/sign-out.ts';
import { SUPPORT_ADDRESS } from '#web/platform/page-facts.ts';
import { Outcome } from './Outcome.tsx';

const ASK_EVERY = 2000; // ms

/** Where the checkout comes back to. It grants nothing: it only shows what the provider has reported to the server meanwhile. */
export const SuccessScreen = () => {
  const mayAsk = useMay(getSubscription);
  const member = useMember();
  // this page stands outside the frame, where FreshUser would ask
  useReply(getProfile, {}, { enabled: mayAsk });
  const dayText = useDayText();
  const { leave, isPending } = useSignOut();
  const { data } = useReply(
    getSubscription,
    {},
    {
      enabled: mayAsk,
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => (state.data?.phase === 'subscribed' ? false : ASK_EVERY),
    },
  );
  const isThere = data?.phase === 'subscribed';
  if (!mayAsk)
    return (
      <Outcome
        icon={IconCircleCheck}
        title="Thank you"
        actions={
          member ? (
            <Button variant="default" leftSection={<IconLogout size={18} aria-hidden />} loading={isPending} onClick={leave}>
              Logout
            </Button>
          ) : (
            <Button component={Link} to="/login">
              Login
            </Button>
          )
        }
      >
        Please sign in as the owner to see the subscription.
      </Outcome>
    );
  return (
    <Outcome
      icon={isThere ? IconCircleCheck : IconClock}
      title={isThere ? 'Subscription created' : 'Waiting for the confirmation'}
      actions={
        <>
          {isThere && (
            <Button component={Link} to="/dashboard/home">
              To the dashboard
            </Button>
          )}
          <Button variant="default" leftSection={<IconLogout size={18} aria-hidden />} loading={isPending} onClick={leave}>
            Logout
          </Button>
        </>
      }
    >
      {isThere
        ? `Thank you! Everything is open${data.subscription_end ? ` and paid until ${dayText(data.subscription_end)}` : ''}.`
        : `The payment provider confirms your payment within a few seconds, as a rule. This page follows by itself. If nothing happens within some minutes, please write to ${SUPPORT_ADDRESS}.`}
    </Outcome>
  );
};
