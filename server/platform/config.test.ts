import { expect, test } from 'vitest';
import { placesOf } from './database/addresses.ts';
import { readConfig } from './config.ts';
import { urlFor } from './database/roles.ts';

const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE_ID: 'price_1' };
const production = { ...stripe, NODE_ENV: 'production', PUBLIC_URL: 'https://pos.example.com' };
const inTheClear =
  'when NODE_ENV is production, passwords and sessions do not travel in the clear. For trying it out, set INSECURE_HTTP=on.';
const noRates = 'is no JSON of currencies and what one of each is worth in USD, such as {"EUR": 1.08}.';

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
  [{ ...stripe, STRIPE_PRICE_ID: 'prod_1' }, 'STRIPE_PRICE_ID is not a price id of Stripe.'],
  [{ STRIPE_API_BASE: 'http://127.0.0.1:1' }, 'STRIPE_SECRET_KEY is missing, although STRIPE_API_BASE is set.'],
  [{ ...production, STRIPE_API_BASE: 'http://127.0.0.1:1' }, 'STRIPE_API_BASE is for tests and is refused when NODE_ENV is production.'],
  [{ PLAN_PRICE: '-1' }, 'PLAN_PRICE is not a price.'],
  [{ PLAN_PRICE: '0' }, 'PLAN_PRICE is not a price in INR.'],
  [{ PLAN_PRICE: '9.99', PLAN_CURRENCY: 'JPY' }, 'PLAN_PRICE is not a price in JPY.'],
  [{ PLAN_CURRENCY: 'XXX' }, 'PLAN_CURRENCY is no currency of ISO 4217.'],
  [{ SUPPORT_EMAIL: 'support' }, 'SUPPORT_EMAIL is not an e-mail address.'],
  [{ PURGE_AFTER_DAYS: '-1' }, 'PURGE_AFTER_DAYS is not a whole number.'],
  [
    { SUPERADMIN_EMAIL: 'sam@provider.example', SUPERADMIN_PASSWORD: 'comanda-demo' },
    'SUPERADMIN_PASSWORD is the password of the demonstration, which everybody knows.',
  ],
  [{ ...production, PUBLIC_URL: '' }, `PUBLIC_URL is missing: ${inTheClear}`],
  [{ ...production, PUBLIC_URL: 'http://pos.example.com' }, `PUBLIC_URL has no https: ${inTheClear}`],
  [{ PUBLIC_URL: 'https://example.com/till' }, 'PUBLIC_URL has more than a host and a port, such as https://pos.example.com.'],
  [{ PUBLIC_URL: 'https://me:secret@example.com' }, 'PUBLIC_URL has more than a host and a port, such as https://pos.example.com.'],
  [{ NODE_ENV: 'Production' }, 'NODE_ENV is neither development nor production.'],
  [{ MAIL_FROM: 'Comanda' }, 'MAIL_FROM is no sender such as Comanda <till@example.com>.'],
  [{ MAIL_FROM: 'a@b.example, c@d.example' }, 'MAIL_FROM is no sender such as Comanda <till@example.com>.'],
  [{ USD_RATES: '{"EUR": "1.08"}' }, `USD_RATES.EUR ${noRates}`],
  [
    { SUPERADMIN_EMAIL: 'sam@provider.example', SUPERADMIN_PASSWORD: 'x'.repeat(1001) },
    'SUPERADMIN_PASSWORD has more than 1000 characters.',
  ],
  [{ SIGNUP: 'invite' }, 'SIGNUP is neither on nor off.'],
  [{ ALLOWED_ORIGINS: 'https://till.example.com/page' }, 'ALLOWED_ORIGINS is no list of origins such as https://till.example.com.'],
  [{ ALLOWED_ORIGINS: '*' }, 'ALLOWED_ORIGINS is no list of origins such as https://till.example.com.'],
  [{ DATABASE_URL: 'mysql://db/comanda' }, 'DATABASE_URL is no postgres address.'],
  [{ DATABASE_URL: 'postgres://db:port/comanda' }, 'DATABASE_URL is no postgres address.'],
  [{ DATABASE_URL: 'postgres://u:%zz@a,b/comanda' }, 'DATABASE_URL is no postgres address.'],
  [{ DATABASE_URL: 'postgres://a,,b/comanda' }, 'DATABASE_URL has several hosts, and the 2. is none, such as db1.example:5432.'],
  [{ DATABASE_URL: 'postgres://a,b:x/comanda' }, 'DATABASE_URL has several hosts, and the 2. is none, such as db1.example:5432.'],
  [{ DATABASE_URL: 'postgres:///comanda?host=a,b,c&port=1,2' }, 'DATABASE_URL has 3 hosts and 2 ports.'],
  [{ DATABASE_URL: 'postgres:///comanda?host=a,&port=1' }, 'DATABASE_URL has several hosts, and one is empty.'],
  [{ DATABASE_URL: 'postgres://a,b:65536/comanda' }, 'DATABASE_URL has a port that is no number from 1 to 65535.'],
  [
    { DATABASE_URL: 'postgres://a,b/comanda?target_session_attrs=standby' },
    'DATABASE_URL asks by target_session_attrs for another host than the one that takes writes, which is read-write.',
  ],
  [{ DATABASE_READ_URL: 'postgres://b' }, 'DATABASE_URL is missing, although DATABASE_READ_URL is set.'],
  [
    { DATABASE_URL: 'postgres://a/db', DATABASE_READ_URL: 'postgres://b,c' },
    'DATABASE_READ_URL has 2 hosts, and figures are read from one.',
  ],
  [{ DATABASE_URL: 'postgres://a/db', DATABASE_READ_URL: 'postgres:///db' }, 'DATABASE_READ_URL names no host.'],
])('%j stops the start with a sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(`The configuration is wrong: ${sentence}`);
});

test('who tries production out without TLS says so', () => {
  const url = 'http://192.168.1.5:8080';
  expect(readConfig({ ...production, PUBLIC_URL: url, INSECURE_HTTP: 'on' }).publicUrl).toBe(url);
  expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe(url);
});

test('strangers’ restaurants name no address of the provider’s network, unless it is said so', () => {
  expect(readConfig({}).printerNetwork).toBe(true);
  expect(readConfig({ PRINTER_NETWORK: 'off' }).printerNetwork).toBe(false);
  expect(readConfig(production).printerNetwork).toBe(false);
  expect(readConfig({ ...production, PRINTER_NETWORK: 'on' }).printerNetwork).toBe(true);
});

test('anybody may register unless it is switched off, and no page elsewhere is ours unless it is named', () => {
  expect(readConfig({})).toMatchObject({ signUp: true, allowedOrigins: [] });
  const { signUp, allowedOrigins } = readConfig({ SIGNUP: 'off', ALLOWED_ORIGINS: 'https://Till.example.com/, http://10.0.0.7:8080' });
  expect({ signUp, allowedOrigins }).toEqual({ signUp: false, allowedOrigins: ['https://till.example.com', 'http://10.0.0.7:8080'] });
});

test.each([
  [
    'postgresql://u:p@a:5432,b:5433/db?target_session_attrs=read-write',
    [
      ['a', 5432],
      ['b', 5433],
    ],
  ],
  [
    'postgres://u:p%2C%40@[::1]:7,b/db',
    [
      ['::1', 7],
      ['b', 5432],
    ],
  ],
  [
    'postgres:///db?host=a,b&port=5433&user=u',
    [
      ['a', 5433],
      ['b', 5433],
    ],
  ],
  [
    'postgres:///db?host=/run/one,/run/two',
    [
      ['/run/one', 5432],
      ['/run/two', 5432],
    ],
  ],
  ['postgres://u:p,q@a/db', []],
])('the hosts of %s', (given, hosts) => {
  const { databaseUrl } = readConfig({ DATABASE_URL: given });
  expect(placesOf(databaseUrl!).map(({ host, port }) => [host, port])).toEqual(hosts);
});

test('figures are read from the host of DATABASE_READ_URL, and all else is as in DATABASE_URL', () => {
  const read = (given: string) => {
    const { readUrl } = readConfig({ DATABASE_URL: 'postgres://u:p@a,b:5433/db?sslmode=require', DATABASE_READ_URL: given });
    return Object.fromEntries(new URL(readUrl!).searchParams);
  };
  const others = { sslmode: 'require', user: 'u', password: 'p' };
  expect(read('postgres://c:6000')).toEqual({ ...others, host: 'c', port: '6000' });
  expect(read('postgres://x:y@[::1]/z')).toEqual({ ...others, host: '::1', port: '5432' });
  expect(read('postgres:///?host=/run/three&port=7')).toEqual({ ...others, host: '/run/three', port: '7' });
});

test('of several hosts each role has its own user and password, as with one', () => {
  const { databaseUrl } = readConfig({ DATABASE_URL: 'postgres://u:p%2C%40@a,b:5433/db?sslmode=require' });
  const { pathname, searchParams } = new URL(databaseUrl!);
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/db',
    { sslmode: 'require', host: 'a,b', port: '5432,5433', user: 'u', password: 'p,@' },
  ]);
  const role = new URL(urlFor(databaseUrl!, 'comanda_app')).searchParams;
  const alone = new URL(urlFor('postgres://u:p%2C%40@a/db', 'comanda_app'));
  expect([role.get('user'), role.get('password'), role.get('host')]).toEqual(['comanda_app', alone.password, 'a,b']);
});

test.each([
  'till@example.com',
  'Comanda <till@example.com>',
  '"Café, Bar" <till@example.com>',
  '"The \\"Bar\\"" <till@example.com>',
  'Bar: Ada <till@example.com>',
  '<till@example.com>',
])('a sender may be written %s', (from) => {
  expect(readConfig({ MAIL_FROM: from }).mailFrom).toBe(from);
});
