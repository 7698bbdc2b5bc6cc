import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE_ID: 'price_1' };

test('without a key billing is for tests, and the plan costs what the specification says', () => {
  const { stripe: none, plan, supportEmail } = readConfig({});
  expect({ none, plan, supportEmail }).toEqual({
    none: undefined,
    plan: { minorPrice: 200_000, currency: 'INR' },
    supportEmail: 'support@comanda.example',
  });
});

test('all of the provider’s values together', () => {
  const { stripe: settings, plan } = readConfig({ ...stripe, NODE_ENV: 'production', PLAN_PRICE: '19.5', PLAN_CURRENCY: 'usd' });
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
  [
    { ...stripe, NODE_ENV: 'production', STRIPE_API_BASE: 'http://127.0.0.1:1' },
    'STRIPE_API_BASE is for tests and is refused when NODE_ENV is production.',
  ],
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
])('%j stops the start with a sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(`The configuration is wrong: ${sentence}`);
});
