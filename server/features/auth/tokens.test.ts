import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { getProfile, refreshToken, signIn } from '#contract/auth.ts';
import { signUp } from '#contract/own-account.ts';
import { findSessions } from '#server/features/devices/sessions.queries.ts';
import { callAs, database, databases, openApp, openVisitor } from '#server/testing/restaurant.ts';

let people = 0;
const password = 'correct horse';

const openDevice = async () => {
  let now = new Date('2026-05-01T10:00:00Z');
  const app = await openApp({ clock: () => now });
  const visitor = await openVisitor(app);
  const username = `token-${process.pid}-${Date.now()}-${++people}@example.com`;
  await visitor(signUp, { body: { biz_name: 'Chez Ada', username, password } });
  const { response } = await visitor(signIn, { body: { username, password } });
  const tokens = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
  const { comanda_access: access, comanda_refresh: refresh } = tokens as Record<'comanda_access' | 'comanda_refresh', string>;
  return {
    access,
    refresh,
    at: (time: string) => (now = new Date(time)),
    enter: async (cookies: Record<string, string>) => (await callAs(app, cookies)(getProfile, {})).status,
    renew: async (cookies: Record<string, string>) => (await callAs(app, cookies)(refreshToken, {})).status,
  };
};

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
/** One bit turned over, in the first character and in the last that carries any. */
const forgeries = (token: string) => [
  `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
  token.slice(0, -1),
  `${token}A`,
  token.toLowerCase(),
  hashOf(token),
  '',
  'true',
  'null',
  '%00',
  "' or true --",
];

test('a token lets in as itself only: not forged, not cut, not as its stored hash', async () => {
  const { access, refresh, enter, renew } = await openDevice();
  for (const forged of forgeries(access)) expect([forged, await enter({ comanda_access: forged })]).toEqual([forged, 401]);
  expect([await enter({ comanda_access: access }), await renew({ comanda_refresh: refresh })]).toEqual([200, 200]);
  for (const forged of forgeries(refresh)) expect([forged, await renew({ comanda_refresh: forged })]).toEqual([forged, 401]);
});

test('one kind of token never passes for the other, nor for a super admin’s, nor in a header', async () => {
  const { access, refresh, enter, renew } = await openDevice();
  expect(await enter({ comanda_access: refresh })).toBe(401);
  expect(await enter({ comanda_refresh: refresh, comanda_signed_in: 'true' })).toBe(401);
  expect(await enter({ comanda_platform_access: access })).toBe(401);
  expect(await renew({ comanda_refresh: access })).toBe(401);
  expect(await renew({ comanda_platform_refresh: refresh })).toBe(401);
  const app = await openApp();
  const headers = { authorization: `Bearer ${access}`, 'x-access-token': access };
  expect((await app.inject({ method: 'GET', url: `/api/v1/auth/profile?comanda_access=${access}`, headers })).statusCode).toBe(401);
});

test('an access token ends after ten minutes, a refresh token after fourteen days', async () => {
  const { access, refresh, enter, renew, at } = await openDevice();
  at('2026-05-01T10:09:59Z');
  expect(await enter({ comanda_access: access })).toBe(200);
  at('2026-05-01T10:10:00Z');
  expect(await enter({ comanda_access: access })).toBe(401);
  at('2026-05-15T10:00:00Z');
  expect(await renew({ comanda_refresh: refresh })).toBe(401);
});

test('what another tab has under way while the session is refreshed still gets in, for a minute', async () => {
  const { access, refresh, enter, renew, at } = await openDevice();
  at('2026-05-01T10:05:00Z');
  expect(await renew({ comanda_refresh: refresh })).toBe(200);
  at('2026-05-01T10:05:59Z');
  expect(await enter({ comanda_access: access })).toBe(200);
  at('2026-05-01T10:06:00Z');
  expect(await enter({ comanda_access: access })).toBe(401);
});

test('the former and the present access token of a session get in at the same moment too', async () => {
  const { access, refresh, enter, renew } = await openDevice();
  expect(await renew({ comanda_refresh: refresh })).toBe(200);
  const { rows } = await database.query('select access_hash, used_access_hash from sessions where used_access_hash = $1', [hashOf(access)]);
  const both = [rows[0].access_hash, rows[0].used_access_hash] as string[];
  const found = await databases.readAcrossTenants((db) => findSessions(db, both, new Date('2026-05-01T10:00:01Z'), 3));
  expect([...found.keys()].toSorted()).toEqual(both.toSorted());
  expect(await enter({ comanda_access: access })).toBe(200);
});

test('refreshing makes no access token last longer, and the end of the session ends the former one with it', async () => {
  const late = await openDevice();
  late.at('2026-05-01T10:09:50Z');
  expect(await late.renew({ comanda_refresh: late.refresh })).toBe(200);
  late.at('2026-05-01T10:10:00Z');
  expect(await late.enter({ comanda_access: late.access })).toBe(401);

  const ended = await openDevice();
  expect(await ended.renew({ comanda_refresh: ended.refresh })).toBe(200);
  expect(await ended.enter({ comanda_access: ended.access })).toBe(200);
  await database.query('update sessions set ended_at = created_at where used_access_hash = $1', [hashOf(ended.access)]);
  expect(await ended.enter({ comanda_access: ended.access })).toBe(401);
});

test('the return of a used refresh token is in the log', async () => {
  const { refresh, renew, at } = await openDevice();
  await renew({ comanda_refresh: refresh });
  at('2026-05-01T10:01:01Z');
  expect(await renew({ comanda_refresh: refresh })).toBe(401);
  const noted = async () => {
    const { rows } = await database.query(
      `select a.action from audit_log a join sessions s on s.id = a.session_id where s.used_refresh_hash = $1`,
      [hashOf(refresh)],
    );
    return rows.map(({ action }) => action).sort();
  };
  await vi.waitFor(async () => expect(await noted()).toEqual(['new device', 'sign-in', 'token reused']));
});
