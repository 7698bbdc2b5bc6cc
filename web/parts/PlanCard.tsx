import { Button, Card, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { createCheckout, getSubscription, LOOKUP_FAILED, type Product } from '#contract/subscription.ts';
import { useAction } from '#web/platform/api.ts';
import { leaveFor } from '#web/platform/navigation.ts';
import { readUrl } from '#web/platform/read-url.ts';
import { notify } from '#web/platform/toast.ts';
import { Money } from './Money.tsx';
import classes from './PlanCard.module.css';

const CHECKOUT_HOST = 'checkout.stripe.com';
const contents = ['Unlimited orders', 'Monthly renewals', 'Unlimited devices', 'Live kitchen orders'];

/** True for a page that may take a payment; whatever else an answer names is not gone to (cases.md N20). */
const isCheckoutPage = (text: string): boolean => {
  const url = readUrl(text);
  return url?.protocol === 'https:' && url.host === CHECKOUT_HOST;
};

/** What the one plan holds and costs. */
export const PlanFacts = ({ product: { title, price, currency } }: { product: Product }) => (
  <>
    <h2 className={classes.title}>{title}</h2>
    <Text className={classes.price}>
      <Money value={price} currency={currency} className={classes.sum} /> <span>per month</span>
    </Text>
    <ul className={classes.contents}>
      {contents.map((words) => (
        <li key={words}>
          <IconCheck size={18} stroke={2.25} aria-hidden />
          {words}
        </li>
      ))}
    </ul>
  </>
);

/** The plan and the way to the checkout. Only for whoever may subscribe. */
export const PlanCard = ({ product, isTest }: { product: Product; isTest: boolean }) => {
  const navigate = useNavigate();
  const { run, isPending } = useAction(createCheckout, {
    failure: LOOKUP_FAILED,
    refreshes: [getSubscription],
    onDone: ({ url }) => {
      // a checkout of our own is a screen of this application, at whatever address it was opened
      if (isTest) void navigate('/test-checkout');
      else if (isCheckoutPage(url)) leaveFor(url);
      else notify.error(LOOKUP_FAILED);
    },
  });
  return (
    <Card className={classes.card}>
      <PlanFacts product={product} />
      <Button fullWidth loading={isPending} onClick={() => void run({ body: { id: product.id } })}>
        Subscribe
      </Button>
      <Text size="sm" c="dimmed" ta="center" mt="xs">
        {isTest ? 'Test billing: no card is charged.' : 'You pay on the page of our payment provider. Cancel whenever you like.'}
      </Text>
    </Card>
  );
};
