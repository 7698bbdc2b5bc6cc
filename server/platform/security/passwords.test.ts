import { expect, test } from 'vitest';
import { dictionary } from '@zxcvbn-ts/language-common';
import { signIn } from '#contract/auth.ts';
import { resetPassword, signUp, forgotPassword } from '#contract/own-account.ts';
import { addTenant } from '#contract/tenants.ts';
import { addUser, updateUserPassword } from '#contract/users.ts';
import { newAddress, openApp, openMailbox, openRestaurant, openSuperAdmin, openVisitor } from '#server/testing/restaurant.ts';
import { until } from '#server/testing/sockets.ts';
import { readConfig } from '#server/platform/config.ts';
import { EASY_PASSWORD, isEasyPassword } from './passwords.ts';

const ada = ['Giulia Moretti', 'giulia@sole.example', 'Trattoria Sole'];

test.each([
  'password',
  'PASSWORD1',
  '12345678',
  'qwertyui',
  'aaaaaaaa',
  '🍕🍕🍕🍕🍕🍕🍕🍕',
  'comanda1',
  'Comanda2026!',
  'Giulia Moretti',
  'giuliamoretti',
  'Moretti1990',
  '12giulia34',
  'giulia@sole.example',
  'trattoria.sole',
  'TRATTORIASOLE7',
  'Trattoria!!',
])('%s is easy to guess', (password) => {
  expect(isEasyPassword(password, ada)).toBe(true);
});

test.each([
  'correct horse',
  'comanda-demo',
  'giulia 8f3kq2Lm',
  'giulia 4830194821',
  'sole mio e bello',
  'moretti giulia und der Hund',
  '86753091',
])('%s will do', (password) => {
  expect(isEasyPassword(password, ada)).toBe(false);
});

test('the 10,000 most used that are long enough are all refused, in whatever letters', () => {
  const most = dictionary['passwords-common'].slice(0, 10_000).filter(({ length }) => length >= 8);
  expect(most.length).toBeGreaterThan(3000);
  expect(most.filter((password) => !isEasyPassword(password.toUpperCase(), []))).toEqual([]);
});

const refused = { status: 400, code: 'invalid_input', message: EASY_PASSWORD, errors: [{ path: ['password'], message: EASY_PASSWORD }] };
type Answered = { status: number; reply: { code: string; message: string; errors?: object[] } };
const shortOf = ({ status, reply: { code, message, errors } }: Answered) => ({ status, code, message, errors });

test('registration, a colleague’s password and a restaurant opened by hand refuse it at the field; nothing is made', async () => {
  const visitor = await openVisitor();
  const username = newAddress();
  const body = { biz_name: 'Chez Ada', username, password: 'chez-ada-7' };
  expect(shortOf(await visitor(signUp, { body }))).toEqual(refused);
  expect(shortOf(await visitor(signUp, { body: { ...body, password: username.split('@', 1)[0]! } }))).toEqual(refused);
  const signed = { ...body, username: `ada_b-c4.${username}`, password: 'Ada_B-C4.' + username.split('@', 1)[0]! };
  expect(shortOf(await visitor(signUp, { body: signed }))).toEqual(refused);
  expect((await visitor(signUp, { body: { ...body, password: 'a long password' } })).status).toBe(200);

  const { admin, colleague } = await openRestaurant();
  const ben = newAddress();
  for (const easy of ['testkitchen1', 'iloveyou', 'Benedict'])
    expect(shortOf(await admin(addUser, { body: { name: 'Benedict', username: ben, password: easy } }))).toEqual(refused);
  const { username: known } = await colleague();
  for (const easy of ['Colleague1', known, 'sunshine'])
    expect(shortOf(await admin(updateUserPassword, { params: { username: known }, body: { password: easy } }))).toEqual(refused);

  const { call } = await openSuperAdmin();
  expect(shortOf(await call(addTenant, { body: { name: 'Chez Eve', email: newAddress(), password: 'chezeve1' } }))).toEqual(refused);
});

test('a mailed link refuses it and stays good', async () => {
  const mail = openMailbox();
  const visitor = await openVisitor(await openApp({ mail }));
  const username = newAddress();
  await visitor(signUp, { body: { biz_name: 'Chez Ada', username, password: 'correct horse' } });
  await until(() => mail.emails.length === 1);
  mail.emails.length = 0;
  await visitor(forgotPassword, { body: { username } });
  await until(() => mail.emails.length === 1);
  const params = { token: /token=([\w-]+)/.exec(mail.emails[0]!.text)![1]! };
  for (let time = 0; time < 21; time++)
    expect(shortOf(await visitor(resetPassword, { params, body: { password: 'ChezAda2026' } }))).toEqual(refused);
  expect((await visitor(resetPassword, { params, body: { password: 'battery staple' } })).status).toBe(200);
  expect((await visitor(signIn, { body: { username, password: 'battery staple' } })).status).toBe(200);
});

test('the configuration refuses an easy one for the super administrator', () => {
  const env = (password: string) => ({ SUPERADMIN_EMAIL: 'boss@sole.example', SUPERADMIN_PASSWORD: password });
  for (const easy of ['password', 'boss2026', 'comanda!'])
    expect(() => readConfig(env(easy))).toThrow('The configuration is wrong: SUPERADMIN_PASSWORD is easy to guess');
  expect(readConfig(env('a long overview')).superAdmin?.password).toBe('a long overview');
});
