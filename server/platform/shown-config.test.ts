import { expect, test } from 'vitest';
import { variables } from './config.ts';
import { showConfig } from './shown-config.ts';

const shown = (env: Record<string, string>) => Object.fromEntries(showConfig(env).map(({ name, value }) => [name, value]));

test('no secret is shown, wherever it stands', () => {
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://pos.example',
    DATABASE_URL: 'postgres://comanda:s3cret3@db.example:5432/comanda?sslmode=require&password=s3cret4&sslpassword=s3cret5',
    REDIS_URL: 'redis://:s3cret6@redis.example:6379/1',
    SMTP_URL: 'smtps://mail%40example.com:s3cr%65t7@mail.example',
    STRIPE_SECRET_KEY: 'sk_live_s3cret8',
    STRIPE_WEBHOOK_SECRET: 'whsec_s3cret9',
    STRIPE_PRICE_ID: 'price_1',
    METRICS_TOKEN: 's3cret10',
    SUPERADMIN_EMAIL: 'sam@example.com',
    SUPERADMIN_PASSWORD: 's3cret11',
  };
  const told = JSON.stringify(showConfig(env));
  expect(told).not.toMatch(/s3cr/);

  const { DATABASE_URL, REDIS_URL, STRIPE_SECRET_KEY, STRIPE_PRICE_ID, SUPERADMIN_EMAIL, METRICS_TOKEN } = shown(env);
  expect({ DATABASE_URL, REDIS_URL, STRIPE_SECRET_KEY, STRIPE_PRICE_ID, SUPERADMIN_EMAIL, METRICS_TOKEN }).toEqual({
    DATABASE_URL: 'postgres://comanda:hidden@db.example:5432/comanda?sslmode=require&password=hidden&sslpassword=hidden',
    REDIS_URL: 'redis://:hidden@redis.example:6379/1',
    STRIPE_SECRET_KEY: '(hidden)',
    STRIPE_PRICE_ID: 'price_1',
    SUPERADMIN_EMAIL: 'sam@example.com',
    METRICS_TOKEN: '(hidden)',
  });
});

test('of a database with several hosts the hosts are shown, and no password', () => {
  expect(shown({ DATABASE_URL: 'postgres://comanda:s3cr%40t@db1,db2:5433/comanda?target_session_attrs=read-write' })['DATABASE_URL']).toBe(
    'postgres:///comanda?target_session_attrs=read-write&host=db1,db2&port=5432,5433&user=comanda&password=hidden',
  );
});

test('every variable is shown with what is in force, and whether it was given', () => {
  const settings = showConfig({ PORT: '4000', HOST: '' });
  expect(settings.map(({ name }) => name)).toEqual(Object.keys(variables.shape));
  const of = (name: string) => settings.find((setting) => setting.name === name);
  expect(of('PORT')).toEqual({ name: 'PORT', value: '4000', isGiven: true });
  expect(of('HOST')).toEqual({ name: 'HOST', value: '127.0.0.1', isGiven: false });
  expect(of('PUBLIC_URL')).toEqual({ name: 'PUBLIC_URL', value: 'http://localhost:4000', isGiven: false });
  expect(of('DEMO')).toEqual({ name: 'DEMO', value: 'on', isGiven: false });
  expect(of('DATA_DIR')?.value).toMatch(/^\/.*\/data$/);
  expect(of('DATABASE_URL')).toEqual({ name: 'DATABASE_URL', value: undefined, isGiven: false });
});

test('of the rates those are shown that count: what was given, and the rough ones for all else', () => {
  const rates = JSON.parse(shown({ USD_RATES: '{"EUR": 1.5}' })['USD_RATES']!) as Record<string, number>;
  expect(rates).toMatchObject({ USD: 1, EUR: 1.5, JPY: 0.0067 });
  expect(showConfig({}).find(({ name }) => name === 'USD_RATES')).toMatchObject({ isGiven: false });
});
