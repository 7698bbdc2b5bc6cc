import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE_ID: 'price_1' };
const production = { ...stripe, NODE_ENV: 'production', PUBLIC_URL: 'https://pos.example.com' };
const inTheClear =
  'when NODE_ENV is production, passwords and sessions do not travel in the clear. For trying it out, set INSECURE_HTTP=on.';

test('without a key billing is for tests, and the plan costs what the specification says', () => {
  const { stripe: none, plan, supportEmail } = readConfig({});
  expect({ none, plan, supportEmail }).toEqual({
    none: undefined,
    plan: { minorPrice: 200_000, currency: 'INR' },
    supportEmail: 'support@comanda.example',
  });
});

test('all of the provider’s values together', () => {
  const { stripe: settings, plan } = readConfig({ ...production, PLAN_PRICE: '19.5', PLAN_CURRENCY: 'usd' });
  expect(settings).toEqual({ secretKey: 'sk_live_1', webhookSecret: 'whsec_1', priceId: 'price_1', apiBase: undefined });
  expect(plan).toEqual({ minorPrice: 1950, currency: 'USD' });
});

test.each([
  [{ NODE_ENV: 'production' }, 'STRIPE_SECRET_KEY is missing: test billing, which charges nobody, is refused when NODE_ENV is production.'],
  [{ STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_WEBHOOK_SECRET is missing, although STRIPE_SECRET_KEY is set.'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY is missing, although STRIPE_WEBHOOK_SECRET is set.'],
  [{ ...stripe, STRIPE_PRICE_ID: '' }, 'STRIPE_PRICE_ID is missing, although STRIPE_SECRET_KEY is set.'],
  [{ ...stripe, STRIPE_SECRET_KEY: 'pk_live_1' }, 'STRIPE_SECRET_KEY is no secret key of Stripe.'],
  [{ ...stripe, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET is no webhook secret of Stripe.'],
  [{ ...stripe, STRIPE_PRICE_ID: 'prod_1' }, 'STRIPE_PRICE_ID is no price id of Stripe.'],
  [{ STRIPE_API_BASE: 'http://127.0.0.1:1' }, 'STRIPE_SECRET_KEY is missing, although STRIPE_API_BASE is set.'],
  [{ ...production, STRIPE_API_BASE: 'http://127.0.0.1:1' }, 'STRIPE_API_BASE is for tests and is refused when NODE_ENV is production.'],
  [{ PLAN_PRICE: '-1' }, 'PLAN_PRICE is no price.'],
  [{ PLAN_PRICE: '0' }, 'PLAN_PRICE is no price in INR.'],
  [{ PLAN_PRICE: '9.99', PLAN_CURRENCY: 'JPY' }, 'PLAN_PRICE is no price in JPY.'],
  [{ PLAN_CURRENCY: 'XXX' }, 'PLAN_CURRENCY is no currency of ISO 4217.'],
  [{ SUPPORT_EMAIL: 'support' }, 'SUPPORT_EMAIL is no e-mail address.'],
  [{ PURGE_AFTER_DAYS: '-1' }, 'PURGE_AFTER_DAYS is not a whole number.'],
  [
    { SUPERADMIN_EMAIL: 'sam@provider.example', SUPERADMIN_PASSWORD: 'comanda-demo' },
    'SUPERADMIN_PASSWORD is the password of the demonstration, which everybody knows.',
  ],
  [{ ...production, PUBLIC_URL: '' }, `PUBLIC_URL is missing: ${inTheClear}`],
  [{ ...production, PUBLIC_URL: 'http://pos.example.com' }, `PUBLIC_URL has no https: ${inTheClear}`],
  [{ SIGNUP: 'invite' }, 'SIGNUP is neither on nor off.'],
  [{ ALLOWED_ORIGINS: 'https://till.example.com/page' }, 'ALLOWED_ORIGINS is no list of origins such as https://till.example.com.'],
  [{ ALLOWED_ORIGINS: '*' }, 'ALLOWED_ORIGINS is no list of origins such as https://till.example.com.'],
])('%j stops the start with a sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(`The configuration is wrong: ${sentence}`);
});

test('who tries production out without TLS says so', () => {
  const url = 'http://192.168.1.5:8080';
  expect(readConfig({ ...production, PUBLIC_URL: url, INSECURE_HTTP: 'on' }).publicUrl).toBe(url);
  expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe(url);
});

test('anybody may register unless it is switched off, and no page elsewhere is ours unless it is named', () => {
  expect(readConfig({})).toMatchObject({ signUp: true, allowedOrigins: [] });
  const { signUp, allowedOrigins } = readConfig({ SIGNUP: 'off', ALLOWED_ORIGINS: 'https://Till.example.com/, http://10.0.0.7:8080' });
  expect({ signUp, allowedOrigins }).toEqual({ signUp: false, allowedOrigins: ['https://till.example.com', 'http://10.0.0.7:8080'] });
});
