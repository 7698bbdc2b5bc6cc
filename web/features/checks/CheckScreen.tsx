import { Button, Skeleton } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { getCheck, listChecks } from '#contract/checks.ts';
import { initOrders } from '#contract/orders.ts';
import { useLiveChecks } from '#web/parts/live-checks.ts';
import { useReply } from '#web/platform/api.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Bill } from './Bill.tsx';
import { billName } from '#web/parts/bill-text.ts';
import classes from './CheckScreen.module.css';

const NOT_LOADED = 'The bill could not be loaded! Please try later!';
const missing = { icon: IconFileOff, sentence: 'This bill does not exist!', back: { to: '/dashboard/checks', label: 'All bills' } };

const skeleton = (
  <div className={classes.columns}>
    <Skeleton height={320} radius="lg" />
    <Skeleton height={320} radius="lg" />
  </div>
);

/** A bill: its rounds, what is due, and everything that can be done with it. */
export const CheckScreen = () => {
  const { id = '' } = useParams();
  useLiveChecks();
  const check = useReply(getCheck, { params: { id } }, { refetchOnMount: 'always' });
  const checks = useReply(listChecks, { query: {} }, { refetchOnMount: 'always' });
  const settings = useReply(initOrders, {});
  return (
    <Page
      title={check.data ? billName(check.data) : 'Bill'}
      actions={
        <Button variant="default" component={Link} to="/dashboard/checks">
          All bills
        </Button>
      }
    >
      <Loaded from={check} failure={NOT_LOADED} missing={missing} skeleton={skeleton}>
        {(bill) => (
          <Loaded from={settings} failure={NOT_LOADED} skeleton={skeleton}>
            {(known) => <Bill key={bill.check_id} check={bill} checks={checks.data ?? []} settings={known} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
};
