import { expect, test } from 'vitest';
import { getProfile, refreshToken, signIn } from '#contract/auth.ts';
import { signUp } from '#contract/own-account.ts';
import { listDevices } from '#contract/devices.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { callAs, database, newAddress, openRestaurant, openVisitor, openApp } from '#server/testing/restaurant.ts';
import { connect, openListening, until } from '#server/testing/sockets.ts';

const DAY = 86_400_000; // ms
const start = Date.parse('2026-05-01T10:00:00Z');
const password = 'correct horse';
type Answered = { cookies: { name: string; value: string; maxAge?: number }[] };
const cookiesOf = (response: Answered) => Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
const daysOf = (response: Answered, cookie: string) => (response.cookies.find(({ name }) => name === cookie)?.maxAge ?? 0) / 86_400;

/** A device of an owner's, on a server whose clock the test holds. */
const openDevice = async () => {
  let now = new Date(start);
  const app = await openApp({ clock: () => now });
  const visitor = await openVisitor(app);
  const username = newAddress();
  await visitor(signUp, { body: { biz_name: 'Chez Ada', username, password } });
  const { response } = await visitor(signIn, { body: { username, password } });
  let cookies = cookiesOf(response);
  return {
    username,
    at: (days: number) => (now = new Date(start + days * DAY)),
    renew: async () => {
      const renewed = await callAs(app, cookies)(refreshToken, {});
      if (renewed.status === 200) cookies = { ...cookies, ...cookiesOf(renewed.response) };
      return renewed;
    },
    enter: async () => (await callAs(app, cookies)(getProfile, {})).status,
  };
};

test('a session ends fourteen days after its last use', async () => {
  const { at, renew } = await openDevice();
  at(13.9);
  expect((await renew()).status).toBe(200);
  at(27.8);
  expect((await renew()).status).toBe(200);
  at(41.9);
  expect((await renew()).status).toBe(401);
});

test('it ends ninety days after sign-in, however often it is used, and the cookies live as long as what is left', async () => {
  const { at, renew, enter } = await openDevice();
  for (let day = 10; day <= 80; day += 10) {
    at(day);
    const { response } = await renew();
    expect([daysOf(response, 'comanda_refresh'), daysOf(response, 'comanda_signed_in')]).toEqual(day < 80 ? [14, 14] : [10, 10]);
  }
  at(90 - 1 / 1440);
  const { response } = await renew();
  expect(daysOf(response, 'comanda_access') * 86_400).toBe(60);
  expect(await enter()).toBe(200);
  at(90);
  expect(await enter()).toBe(401);
  expect((await renew()).status).toBe(401);
});

test('a session that is back-dated by 400 days is dead: for calls, for renewal, for sockets, and as a device', async () => {
  const app = await openListening();
  const { admin, cookies, tenantId, ownersDevice } = await openRestaurant({ app });
  const alive = callAs(app, await ownersDevice());
  const socket = await connect(app, cookies);
  await database.query(
    "update sessions set created_at = created_at - interval '400 days' where tenant_id = $1 and id = (select min(id) from sessions where tenant_id = $1)",
    [tenantId],
  );
  expect((await admin(getProfile, {})).status).toBe(401);
  await until(() => !socket.connected);
  expect((await alive(listDevices, {})).reply).toHaveLength(1);

  const { username, renew } = await openDevice();
  await database.query(
    "update sessions set created_at = created_at - interval '400 days' where member_id = (select id from members where username = $1)",
    [username],
  );
  expect((await renew()).status).toBe(401);
});

test('a member has fifty sessions at most: the oldest ends, with its sockets, and nobody else’s does', async () => {
  const app = await openListening();
  const { ownersDevice, admin, cookies, colleague, tenantId, username } = await openRestaurant({ app });
  const ben = await colleague('POS');
  const socket = await connect(app, cookies);
  for (let device = 0; device < 49; device++) await ownersDevice();
  expect((await admin(getProfile, {})).status).toBe(200);
  const second = await database.query(
    'select min(id) as id from sessions where tenant_id = $1 and id > (select min(id) from sessions where tenant_id = $1) and member_id = (select id from members where username = $2)',
    [tenantId, username],
  );

  // the fifty-first comes in by the door
  await database.query('update members set password_hash = $2 where username = $1', [username, await hashPassword(password, systemRandom)]);
  const { response } = await (await openVisitor(app))(signIn, { body: { username, password } });

  expect((await admin(getProfile, {})).status).toBe(401);
  await until(() => !socket.connected);
  const { rows } = await database.query(
    'select count(*)::int as open, bool_or(id = $3) as second from sessions where tenant_id = $1 and ended_at is null and member_id = (select id from members where username = $2)',
    [tenantId, username, second.rows[0].id],
  );
  expect(rows).toEqual([{ open: 50, second: true }]);
  expect((await callAs(app, cookiesOf(response))(getProfile, {})).status).toBe(200);
  expect((await ben.call(getProfile, {})).status).toBe(200);
});
