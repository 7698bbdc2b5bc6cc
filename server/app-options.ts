import type { may } from '#contract/permissions.ts';
import type { Billing } from './platform/billing/billing.ts';
import type { Plan, StripeSettings } from './platform/config.ts';
import type { Databases } from './platform/database/database.ts';
import type { Renderer } from './platform/pages/diner-renderer.ts';
import type { Fiscal } from './platform/fiscal.ts';
import type { BucketTable } from './platform/limits/limit-table.ts';
import type { Mail } from './platform/mail.ts';
import type { Photos } from './platform/files/photos.ts';
import type { Clock, Random } from './platform/clock-and-random.ts';

/** What the server is put together from: its database, its configuration, and every way out that a test may replace. */
export interface AppOptions {
  databases: Databases;
  clock: Clock;
  random: Random;
  /** Files of the data directory, unless another place is given. */
  photos?: Photos;
  /** What the configuration names, unless another way is given. */
  mail?: Mail;
  /** What the configuration names, unless another way is given. */
  billing?: Billing;
  /** A device that signs invoices and closings: none, unless one is attached. */
  fiscal?: Fiscal;
  /** How the diner's pages are rendered: as they were built, unless a test renders them. */
  pages?: Renderer;
  /** Where the log goes, line by line: standard output, unless a test reads it. */
  logTo?: { write: (line: string) => void };
  /** How much one caller may ask: the table's, unless a test of something else asks more from one address. */
  buckets?: BucketTable;
  /** ms that the event loop is behind: as it is measured, unless a test says. */
  lag?: () => number;
  /** The rule of roles and scopes. Only a test puts another in its place, to see that the walls between tenants hold without it. */
  guard?: typeof may;
  config: {
    publicUrl: string;
    /** none, unless given */
    allowedOrigins?: readonly string[];
    /** open, unless given */
    signUp?: boolean;
    dataDir: string;
    trialDays: number;
    graceDays: number;
    purgeAfterDays: number;
    usdRates: Readonly<Record<string, number>>;
    trustProxy: boolean;
    logLevel: string;
    redisUrl?: string | undefined;
    smtpUrl?: string | undefined;
    mailFrom?: string;
    markerCookie?: string;
    /** on, unless given */
    printerNetwork?: boolean;
    metricsToken?: string | undefined;
    plan: Plan;
    stripe?: StripeSettings | undefined;
    supportEmail: string;
    /** a super administrator needs a second factor */
    production?: boolean;
  };
}
