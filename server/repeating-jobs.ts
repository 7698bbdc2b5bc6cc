import { sendDueEmails } from './features/emails/due-emails.queries.ts';
import { dueEmail } from './features/emails/due-emails.rules.ts';
import { raiseAlarms } from './features/kitchen/tickets.queries.ts';
import { completeSettledOrders } from './features/orders/settled-orders.queries.ts';
import { rollUp } from './features/provider-reports/roll-up.queries.ts';
import { printBackups } from './features/printers/ticket-jobs.queries.ts';
import { sendPartingEmails } from './features/tenants/parting-emails.queries.ts';
import { purgeTenants } from './features/tenants/purge.queries.ts';
import type { AppOptions } from './app-options.ts';
import type { Databases } from './platform/database/database.ts';
import type { Mail } from './platform/mail.ts';
import type { Photos } from './platform/files/photos.ts';
import { startRepeating } from './platform/work/repeating.ts';
import type { Clock } from './platform/clock-and-random.ts';

/** ms: so long an order may stay on the board that leaves it by itself */
const SETTLED_EVERY = 60_000;
/** ms: so late the alarm of a ticket may be; every node looks, at an index that is empty while nothing waits */
const ALARMS_EVERY = 500;
/** ms: so late an e-mail to an owner may be, and so soon after a start the first ones go */
const EMAILS_EVERY = 10 * 60_000;
const EMAILS_FIRST = 60_000;
/** ms: so long a new order may be missing in the platform's sums */
const ROLL_UP_EVERY = 5000;

interface Options {
  databases: Databases;
  clock: Clock;
  photos: Photos;
  mail: Mail;
  /** An event of this tenant waits to be told. */
  nudge: (tenantId: number) => void;
  config: AppOptions['config'];
  onError: (error: unknown) => void;
}

/** Starts what the features repeat, whether anybody calls or not; `stop` waits for what is under way. */
export const startJobs = ({ databases, clock, photos, mail, nudge, config, onError }: Options) => {
  const platformSums = startRepeating({
    every: ROLL_UP_EVERY,
    work: async (isStopping) => {
      await purgeTenants({ databases, photos, clock, onError, isStopping });
      return rollUp(databases, clock(), { onError, isStopping });
    },
    onError,
  });

  const settledOrders = startRepeating({
    every: SETTLED_EVERY,
    work: async (isStopping) => {
      await completeSettledOrders({ databases, clock, nudge, onError, isStopping });
      return false;
    },
    onError,
  });

  const ticketAlarms = startRepeating({
    every: ALARMS_EVERY,
    work: async (isStopping) => {
      await raiseAlarms({ databases, clock, nudge, onBackupDue: printBackups, onError, isStopping });
      return false;
    },
    onError,
  });

  const dueEmails = startRepeating({
    every: EMAILS_EVERY,
    first: EMAILS_FIRST,
    work: async (isStopping) => {
      await sendDueEmails({ databases, mail, clock, compose: (due) => dueEmail(due, config), onError, isStopping });
      await sendPartingEmails({ databases, mail, clock, onError, isStopping });
      return false;
    },
    onError,
  });

  return {
    stop: async (): Promise<void> => {
      await Promise.all([platformSums, settledOrders, ticketAlarms, dueEmails].map((job) => job.stop()));
    },
  };
};
