import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core';
import { IconFlask, IconMapQuestion } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { getProfile } from '#contract/auth.ts';
import { completeTestCheckout, DETAILS_FAILED, getSubscription } from '#contract/subscription.ts';
import { PlanFacts } from '#web/parts/PlanCard.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import classes from './TestCheckoutScreen.module.css';
import { Outcome } from './Outcome.tsx';

/** The checkout of a server without a payment provider: everything but a card (wire.md §2). */
export const TestCheckoutScreen = () => {
  const navigate = useNavigate();
  const subscription = useReply(getSubscription, {});
  const { run, isPending } = useAction(completeTestCheckout, {
    refreshes: [getSubscription, getProfile],
    onDone: () => void navigate('/success', { replace: true }),
  });
  if (subscription.data?.is_test === false)
    return (
      <Outcome
        icon={IconMapQuestion}
        title="Page not found"
        actions={
          <Button component={Link} to="/dashboard/profile">
            Back to profile
          </Button>
        }
      >
        There is nothing at this address.
      </Outcome>
    );
  return (
    <main className={classes.frame}>
      <title>Test checkout · Comanda</title>
      <Wordmark size={36} />
      <Title order={1} size="h2">
        Test checkout
      </Title>
      <Card className={classes.card}>
        <Loaded from={subscription} failure={DETAILS_FAILED}>
          {({ product }) => (
            <Stack gap="md">
              <Alert color="yellow" variant="light" icon={<IconFlask aria-hidden />} title="No card is charged">
                This server has no payment provider. Nothing is asked for and nothing is paid.
              </Alert>
              <div>
                <PlanFacts product={product} />
              </div>
              <Button fullWidth loading={isPending} onClick={() => void run({})}>
                Subscribe without paying
              </Button>
              <Button component={Link} to="/cancelled-payment" variant="default" fullWidth disabled={isPending}>
                Cancel
              </Button>
              <Text size="sm" c="dimmed" ta="center">
                It lasts a month and can be cancelled on the profile page.
              </Text>
            </Stack>
          )}
        </Loaded>
      </Card>
    </main>
  );
};
