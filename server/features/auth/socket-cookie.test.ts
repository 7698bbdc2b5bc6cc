import { expect, test } from 'vitest';
import { refreshToken, signIn, signOut } from '#contract/auth.ts';
import { signUp } from '#contract/own-account.ts';
import { initPos } from '#contract/pos.ts';
import { callAs, database, newAddress, openVisitor } from '#server/testing/restaurant.ts';
import { connect, openListening, until } from '#server/testing/sockets.ts';

const password = 'correct horse battery';
const NEXT = 10 * 60_000 + 1000; // ms: the access cookie has run out

const cookiesOf = (response: { cookies: { name: string; value: string }[] }) =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));

/** A device that has signed in, on a server whose clock the test holds. */
const open = async () => {
  let now = new Date('2026-05-01T10:00:00Z');
  const app = await openListening({ clock: () => now });
  const username = newAddress();
  const visitor = await openVisitor(app);
  await visitor(signUp, { body: { biz_name: 'Chez Ada', username, password } });
  const { reply, response } = await visitor(signIn, { body: { username, password } });
  const { tenant_id: tenantId } = reply.user;
  const cookies = cookiesOf(response);
  const authenticate = async (shown: Record<string, string>): Promise<boolean> => {
    const socket = await connect(app, shown);
    const answer: { success: boolean } = await socket.emitWithAck('authenticate', tenantId);
    return answer.success;
  };
  const pass = (ms: number) => void (now = new Date(now.getTime() + ms));
  const socketCookie = (from = cookies) => ({ comanda_socket: from['comanda_socket']! });
  return { app, tenantId, cookies, authenticate, pass, socketCookie };
};

test('a terminal is live however long ago its last call was, as long as its session lives', async () => {
  const { authenticate, pass, socketCookie } = await open();
  pass(NEXT);
  expect(await authenticate(socketCookie())).toBe(true);
  pass(13 * 86_400_000);
  expect(await authenticate(socketCookie())).toBe(true);
  pass(86_400_000);
  expect(await authenticate(socketCookie())).toBe(false);
});

test('the cookie of sockets opens nothing else, under no name', async () => {
  const { app, cookies } = await open();
  const token = cookies['comanda_socket']!;
  for (const name of ['comanda_socket', 'comanda_access', 'comanda_refresh']) {
    expect((await callAs(app, { [name]: token })(initPos, {})).status).toBe(401);
    expect((await callAs(app, { [name]: token })(refreshToken, {})).status).toBe(401);
  }
  // nor does it end the session
  expect((await callAs(app, cookies)(initPos, {})).status).toBe(200);
});

test('a renewal hands out the same one for as long as the session now lives; signing out ends it', async () => {
  const { app, cookies, authenticate, pass, socketCookie } = await open();
  pass(NEXT);
  const { response } = await callAs(app, cookies)(refreshToken, {});
  const renewed = cookiesOf(response);
  expect(renewed['comanda_socket']).toBe(cookies['comanda_socket']);
  pass(13 * 86_400_000 + 3_600_000);
  expect(await authenticate(socketCookie())).toBe(true);

  await callAs(app, renewed)(signOut, {});

  expect(await authenticate(socketCookie())).toBe(false);
});

test('a session that began before there was such a cookie gets one when it is renewed', async () => {
  const { app, tenantId, cookies, authenticate, pass, socketCookie } = await open();
  await database.query('update sessions set socket_hash = null where tenant_id = $1', [tenantId]);
  expect(await authenticate(socketCookie())).toBe(false);
  pass(NEXT);
  const renewed = cookiesOf((await callAs(app, cookies)(refreshToken, {})).response);
  expect(await authenticate(socketCookie(renewed))).toBe(true);
});

test('who was refused, and whose session ended, is closed so that a client comes back by itself', async () => {
  const { app, cookies, tenantId } = await open();
  const reasons: string[] = [];
  const watched = async (shown: Record<string, string>) => {
    const socket = await connect(app, shown);
    socket.on('disconnect', (reason) => reasons.push(reason));
    return socket;
  };
  const [stranger] = [await watched({}), await watched(cookies)];
  const answer: { code: string } = await stranger.emitWithAck('authenticate', tenantId);
  expect(answer.code).toBe('not_signed_in');
  await callAs(app, cookies)(signOut, {});
  await until(() => reasons.length === 2);
  // a Socket.IO client never comes back after 'io server disconnect'
  expect(reasons).toEqual(['transport close', 'transport close']);
});

test('whoever waits for the subscription is told so, and stays on the line', async () => {
  const { app, cookies, tenantId } = await open();
  await database.query('update tenants set is_active = false where id = $1', [tenantId]);
  const socket = await connect(app, cookies);
  const received: unknown[] = [];
  socket.on('unauthorized', (reply) => received.push(reply));
  const answer: unknown = await socket.emitWithAck('authenticate', tenantId);
  expect(answer).toEqual({ success: false, code: 'subscription_inactive', message: 'The subscription is not active!' });
  await until(() => received.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([received, socket.connected]).toEqual([[answer], true]);
});
