import { resolve } from 'node:path';
import * as z from 'zod';
import { DEMO_PASSWORD } from '#contract/own-account.ts';
import { findCurrency } from '#contract/currencies.ts';
import { toMinor } from '#contract/pricing.ts';
import { addressOnHostOf, readAddress } from './database/addresses.ts';
import { isEasyPassword } from './security/passwords.ts';

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `is below ${min}`).max(max, `is above ${max}`));

const switches = z.enum(['on', 'off'], 'is neither on nor off').transform((value) => value === 'on');

const wrong = (sentence: string) => new Error(`The configuration is wrong: ${sentence}.`);
const RATES = 'is no JSON of currencies and what one of each is worth in USD, such as {"EUR": 1.08}';
const rates = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: RATES });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string().regex(/^[A-Z]{3}$/), z.number(RATES).positive(RATES), { error: RATES }));

const database = z.string().transform((text, context) => {
  try {
    return readAddress(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

/** Pages lie at the root of it, and e-mails and QR codes name them behind it. */
const publicAddress = z
  .url({ protocol: /^https?$/, error: 'is no http or https address' })
  .refine((text) => /^https?:\/\/[^/?#@]+\/*$/i.test(text), 'has more than a host and a port, such as https://pos.example.com');

/** 'Name <address>' or an address; a name with a comma stands in quotes. One address, and one line. */
const SENDER = /^(?:(?:"(?:[^"\\\r\n]|\\.)*"\s*|[^"<>@,;\r\n]*)<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s"<>@,;]+@[^\s"<>@,;]+)$/;

/** Origins as browsers write them, by spaces or commas. */
const origins = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .transform((names, context) =>
    names.map((name) => {
      const url = URL.parse(name);
      if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
      context.addIssue({ code: 'custom', message: 'is no list of origins such as https://till.example.com' });
      return z.NEVER;
    }),
  );

/** What one of each currency is worth in USD, roughly: a provider sets USD_RATES, and these stand in for what it leaves out. */
const ROUGH_RATES = Object.fromEntries(
  (
    'USD 1, EUR 1.1, GBP 1.28, CHF 1.13, JPY 0.0067, CNY 0.14, INR 0.0118, AUD 0.66, NZD 0.6, CAD 0.73, SEK 0.095, NOK 0.093, DKK 0.147, ' +
    'PLN 0.25, CZK 0.044, HUF 0.0028, RON 0.22, TRY 0.029, ILS 0.27, AED 0.2723, SAR 0.2667, QAR 0.2747, KWD 3.25, BHD 2.65, OMR 2.6, ' +
    'EGP 0.02, ZAR 0.055, NGN 0.0006, KES 0.0077, BRL 0.18, MXN 0.053, ARS 0.001, CLP 0.00105, COP 0.00024, PEN 0.27, SGD 0.75, ' +
    'HKD 0.128, MYR 0.23, THB 0.029, IDR 0.000063, PHP 0.0175, VND 0.00004, KRW 0.00073, TWD 0.031, PKR 0.0036, BDT 0.0083, LKR 0.0033, ' +
    'NPR 0.0074'
  )
    .split(', ')
    .map((pair) => pair.split(' '))
    .map(([code, rate]) => [code, Number(rate)]),
);

/** Every variable that is read. */
export const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production'], 'is neither development nor production').default('development'),
  PORT: whole(0, 65_535).prefault('3000'),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  PUBLIC_URL: publicAddress.optional(),
  ALLOWED_ORIGINS: origins.prefault(''),
  INSECURE_HTTP: switches.prefault('off'),
  SIGNUP: switches.prefault('on'),
  DATABASE_URL: database.optional(),
  DATABASE_READ_URL: database.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'is no redis address' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'is no smtp address' }).optional(),
  MAIL_FROM: z.string().trim().regex(SENDER, 'is no sender such as Comanda <till@example.com>').optional(),
  TRIAL_DAYS: whole(0, 3650).prefault('14'),
  GRACE_DAYS: whole(0, 365).prefault('3'),
  PURGE_AFTER_DAYS: whole(0, 365).prefault('7'),
  PLAN_PRICE: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,3})?$/, 'is not a price')
    .default('2000'),
  PLAN_CURRENCY: z
    .string()
    .toUpperCase()
    .refine((code) => findCurrency(code) !== undefined, 'is no currency of ISO 4217')
    .default('INR'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'is no secret key of Stripe')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'is no webhook secret of Stripe')
    .optional(),
  STRIPE_PRICE_ID: z
    .string()
    .regex(/^price_\w+$/, 'is not a price id of Stripe')
    .optional(),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/, error: 'is no http or https address' }).optional(),
  SUPPORT_EMAIL: z.email('is not an e-mail address').default('support@comanda.example'),
  USD_RATES: rates.prefault('{}'),
  SUPERADMIN_EMAIL: z.email('is not an e-mail address').optional(),
  SUPERADMIN_PASSWORD: z
    .string()
    .min(8, 'has fewer than 8 characters')
    .max(1000, 'has more than 1000 characters')
    .refine((password) => password !== DEMO_PASSWORD, 'is the password of the demonstration, which everybody knows')
    .optional(),
  MARKER_COOKIE: z
    .string()
    .regex(/^(comanda_signed_in|(?!comanda_|__)[A-Za-z0-9_-]{1,64})$/, 'is no name of a cookie, or one that has another use')
    .default('comanda_signed_in'),
  DEMO: switches.optional(),
  TRUST_PROXY: switches.prefault('off'),
  PRINTER_NETWORK: switches.optional(),
  METRICS_TOKEN: z.string().min(8, 'is shorter than 8 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is no level of the log').default('info'),
});

export interface Plan {
  /** in minor units of the currency */
  minorPrice: number;
  /** ISO 4217 */
  currency: string;
}

/** Present all together or not at all. */
export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  priceId: string;
  /** another address of the API, for tests */
  apiBase: string | undefined;
}

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  publicUrl: string;
  /** of pages elsewhere that may call this server as its own pages do */
  allowedOrigins: readonly string[];
  /** whether anybody may register a restaurant */
  signUp: boolean;
  /** undefined: the embedded database in dataDir */
  databaseUrl: string | undefined;
  /** the same database on the host of a standby, from which figures are read; undefined: there is none */
  readUrl: string | undefined;
  /** undefined: this is the only node, and it counts by itself */
  redisUrl: string | undefined;
  /** undefined: e-mails are written to dataDir/outbox */
  smtpUrl: string | undefined;
  /** the sender of e-mails, an address or 'Name <address>' */
  mailFrom: string;
  trialDays: number;
  graceDays: number;
  /** how long a deleted tenant can be restored; 0: not at all */
  purgeAfterDays: number;
  plan: Plan;
  /** undefined: test billing, which charges nobody */
  stripe: StripeSettings | undefined;
  /** where questions go */
  supportEmail: string;
  /** what one of each currency is worth in USD */
  usdRates: Readonly<Record<string, number>>;
  /** made at the first start when there is no super administrator yet */
  superAdmin: { username: string; password: string } | undefined;
  /** the cookie by which pages know that somebody is signed in; it grants nothing */
  markerCookie: string;
  demo: boolean;
  trustProxy: boolean;
  /** whether it connects to printers of its network, where a restaurant says that they stand */
  printerNetwork: boolean;
  /** undefined: GET /metrics is for this machine alone */
  metricsToken: string | undefined;
  logLevel: string;
  production: boolean;
}

type Values = z.output<typeof variables>;

const readPlan = ({ PLAN_PRICE, PLAN_CURRENCY }: Values): Plan => {
  const minorPrice = toMinor(PLAN_PRICE, findCurrency(PLAN_CURRENCY)?.decimals ?? 2);
  if (!minorPrice) throw wrong(`PLAN_PRICE is not a price in ${PLAN_CURRENCY}`);
  return { minorPrice: Number(minorPrice), currency: PLAN_CURRENCY };
};

const readStripe = (values: Values, production: boolean): StripeSettings | undefined => {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'] as const;
  const given = names.find((name) => values[name] !== undefined);
  const missing = names.find((name) => values[name] === undefined);
  if (production && !given)
    throw wrong('STRIPE_SECRET_KEY is missing: test billing, which charges nobody, is refused when NODE_ENV is production');
  if (!given && values.STRIPE_API_BASE) throw wrong('STRIPE_SECRET_KEY is missing, although STRIPE_API_BASE is set');
  if (!given) return undefined;
  const [secretKey, webhookSecret, priceId] = names.map((name) => values[name]);
  if (!secretKey || !webhookSecret || !priceId) throw wrong(`${missing} is missing, although ${given} is set`);
  if (production && values.STRIPE_API_BASE) throw wrong('STRIPE_API_BASE is for tests and is refused when NODE_ENV is production');
  return { secretKey, webhookSecret, priceId, apiBase: values.STRIPE_API_BASE };
};

const readReadUrl = ({ DATABASE_URL, DATABASE_READ_URL }: Values): string | undefined => {
  if (!DATABASE_READ_URL) return undefined;
  if (!DATABASE_URL) throw wrong('DATABASE_URL is missing, although DATABASE_READ_URL is set');
  try {
    return addressOnHostOf(DATABASE_URL, DATABASE_READ_URL);
  } catch (error) {
    throw wrong(`DATABASE_READ_URL ${(error as Error).message}`);
  }
};

const readPublicUrl = ({ PUBLIC_URL, PORT, INSECURE_HTTP }: Values, production: boolean): string => {
  const publicUrl = (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '');
  if (production && !INSECURE_HTTP && !publicUrl.startsWith('https:')) {
    const what = PUBLIC_URL ? 'PUBLIC_URL has no https' : 'PUBLIC_URL is missing';
    throw wrong(
      `${what}: when NODE_ENV is production, passwords and sessions do not travel in the clear. For trying it out, set INSECURE_HTTP=on`,
    );
  }
  return publicUrl;
};

/** Reads and checks the configuration (cases.md §2). Throws one sentence that names the variable; empty variables count as absent. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = variables.safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw wrong(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const values = result.data;
  const production = values.NODE_ENV === 'production';
  const { SUPERADMIN_EMAIL: username, SUPERADMIN_PASSWORD: password } = values;
  if ((username === undefined) !== (password === undefined)) throw wrong('SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD need each other');
  if (username !== undefined && password !== undefined && isEasyPassword(password, [username]))
    throw wrong('SUPERADMIN_PASSWORD is easy to guess: it is one of the most used passwords, or a part of SUPERADMIN_EMAIL');
  const stripe = readStripe(values, production);
  const publicUrl = readPublicUrl(values, production);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    publicUrl,
    allowedOrigins: values.ALLOWED_ORIGINS,
    signUp: values.SIGNUP,
    databaseUrl: values.DATABASE_URL,
    readUrl: readReadUrl(values),
    redisUrl: values.REDIS_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `Comanda <no-reply@${new URL(publicUrl).hostname}>`,
    trialDays: values.TRIAL_DAYS,
    graceDays: values.GRACE_DAYS,
    purgeAfterDays: values.PURGE_AFTER_DAYS,
    plan: readPlan(values),
    stripe,
    supportEmail: values.SUPPORT_EMAIL,
    usdRates: { ...ROUGH_RATES, ...values.USD_RATES },
    superAdmin: username !== undefined && password !== undefined ? { username, password } : undefined,
    markerCookie: values.MARKER_COOKIE,
    demo: values.DEMO ?? !production,
    trustProxy: values.TRUST_PROXY,
    // production sells subscriptions: those who name the addresses are strangers
    printerNetwork: values.PRINTER_NETWORK ?? !production,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    production,
  };
};
