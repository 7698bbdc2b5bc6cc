import { resolve } from 'node:path';
import * as z from 'zod';

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `is below ${min}`).max(max, `is above ${max}`));

const switches = z.enum(['on', 'off'], 'is neither on nor off').transform((value) => value === 'on');

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: whole(0, 65_535).prefault('3000'),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'is no http or https address' }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'is no postgres address' }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'is no redis address' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'is no smtp address' }).optional(),
  MAIL_FROM: z.string().max(320).optional(),
  TRIAL_DAYS: whole(0, 3650).prefault('14'),
  GRACE_DAYS: whole(0, 365).prefault('3'),
  DEMO: switches.optional(),
  TRUST_PROXY: switches.prefault('off'),
  METRICS_TOKEN: z.string().min(8, 'is shorter than 8 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is no level of the log').default('info'),
});

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  publicUrl: string;
  /** undefined: the embedded database in dataDir */
  databaseUrl: string | undefined;
  /** undefined: this is the only node, and it counts by itself */
  redisUrl: string | undefined;
  /** undefined: letters are written to dataDir/outbox */
  smtpUrl: string | undefined;
  /** the sender of letters, an address or 'Name <address>' */
  mailFrom: string;
  trialDays: number;
  graceDays: number;
  demo: boolean;
  trustProxy: boolean;
  /** undefined: GET /metrics is for this machine alone */
  metricsToken: string | undefined;
  logLevel: string;
  production: boolean;
}

/** Reads and checks the configuration (design.md §2). Throws one sentence that names the variable; empty variables count as absent. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new Error(`The configuration is wrong: ${issue?.path.join('.')} ${issue?.message}.`);
  }
  const values = result.data;
  const production = values.NODE_ENV === 'production';
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '');
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    publicUrl,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `Comanda <no-reply@${new URL(publicUrl).hostname}>`,
    trialDays: values.TRIAL_DAYS,
    graceDays: values.GRACE_DAYS,
    demo: values.DEMO ?? !production,
    trustProxy: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    production,
  };
};
