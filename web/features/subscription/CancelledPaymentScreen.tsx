import { Button } from '@mantine/core';
import { IconCreditCardOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Outcome } from './Outcome.tsx';

/** Where the checkout comes back to when nothing was paid (part-2 §2). */
export const CancelledPaymentScreen = () => (
  <Outcome
    icon={IconCreditCardOff}
    title="Payment cancelled"
    actions={
      <Button component={Link} to="/dashboard/profile">
        Back to profile
      </Button>
    }
  >
    Payment Cancelled/Failed, you can try again!
  </Outcome>
);
