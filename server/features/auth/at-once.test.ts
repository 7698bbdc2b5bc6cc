import { expect, test } from 'vitest';
import { signIn, signOut } from '#contract/auth.ts';
import { forgotPassword, resetPassword } from '#contract/own-account.ts';
import { listDevices, removeDevice } from '#contract/devices.ts';
import { initPos } from '#contract/pos.ts';
import { listEvents } from '#contract/events.ts';
import { addUser, deleteUser, updateUser, updateUserPassword } from '#contract/users.ts';
import { callAs, database, openMailbox, openRestaurant, openVisitor } from '#server/testing/restaurant.ts';
import { connect, openListening, until } from '#server/testing/sockets.ts';

const password = 'battery staple';

/** A restaurant with a colleague on two devices, each with an open socket, and the owner's and a stranger's, which must stay open. */
const openScene = async (parts: Parameters<typeof openListening>[0] = {}) => {
  const app = await openListening(parts);
  const [mine, theirs] = [await openRestaurant({ app }), await openRestaurant({ app })];
  const ben = await mine.colleague('POS');
  const second = await ben.otherDevice();
  const sockets = {
    first: await connect(app, ben.cookies),
    second: await connect(app, second),
    owner: await connect(app, mine.cookies),
    stranger: await connect(app, theirs.cookies),
  };
  return {
    ...mine,
    ben,
    tablet: callAs(app, second),
    ...sockets,
    isOpen: () => Object.entries(sockets).flatMap(([name, { connected }]) => (connected ? [name] : [])),
  };
};
const of = (username: string) => ({ params: { username } });

test('signing out ends this device and its socket, and no other', async () => {
  const { ben, tablet, first, isOpen } = await openScene();
  await ben.call(signOut, {});
  expect([(await ben.call(initPos, {})).status, (await tablet(initPos, {})).status]).toEqual([401, 200]);
  await until(() => !first.connected);
  expect(isOpen()).toEqual(['second', 'owner', 'stranger']);
});

test('signing in where somebody is signed in ends their session and its socket, and no other', async () => {
  const { admin, ben, tablet, first, isOpen } = await openScene();
  const username = `cleo-${ben.username}`;
  await admin(addUser, { body: { username, password, name: 'Cleo' } });
  expect((await ben.call(signIn, { body: { username, password } })).status).toBe(200);
  expect([(await ben.call(initPos, {})).status, (await tablet(initPos, {})).status]).toEqual([401, 200]);
  await until(() => !first.connected);
  expect(isOpen()).toEqual(['second', 'owner', 'stranger']);
});

test('signing in with a wrong password ends nobody’s session', async () => {
  const { ben } = await openScene();
  await ben.call(signIn, { body: { username: ben.username, password: 'wrong' } });
  expect((await ben.call(initPos, {})).status).toBe(200);
});

test('a removed device is out at its next call, and its socket is closed', async () => {
  const { ben, tablet, first, isOpen } = await openScene();
  const { reply } = await tablet(listDevices, {});
  const { device_id } = reply.find(({ isMyDevice }) => !isMyDevice)!;
  await tablet(removeDevice, { body: { device_id } });
  expect([(await ben.call(initPos, {})).status, (await tablet(initPos, {})).status]).toEqual([401, 200]);
  await until(() => !first.connected);
  expect(isOpen()).toEqual(['second', 'owner', 'stranger']);
});

test('a password that is set by an admin ends all devices of its user', async () => {
  const { admin, ben, tablet, first, isOpen } = await openScene();
  await admin(updateUserPassword, { ...of(ben.username), body: { password } });
  expect([(await ben.call(initPos, {})).status, (await tablet(initPos, {})).status]).toEqual([401, 401]);
  await until(() => !first.connected && isOpen().length === 2);
  expect(isOpen()).toEqual(['owner', 'stranger']);
});

test('a password that is set with a mailed link ends all devices of its user', async () => {
  const mail = openMailbox();
  const { app, ben, tablet, isOpen } = await openScene({ mail });
  const visitor = await openVisitor(app);
  await visitor(forgotPassword, { body: { username: ben.username } });
  await until(() => mail.emails.length > 0);
  const token = /token=([\w-]+)/.exec(mail.emails[0]!.text)![1]!;
  await visitor(resetPassword, { params: { token }, body: { password } });
  expect([(await ben.call(initPos, {})).status, (await tablet(initPos, {})).status]).toEqual([401, 401]);
  await until(() => isOpen().length === 2);
  expect(isOpen()).toEqual(['owner', 'stranger']);
});

test('changed scopes hold at the next call, and the sockets open again', async () => {
  const { app, admin, ben, isOpen } = await openScene();
  await admin(updateUser, { ...of(ben.username), body: { name: 'Ben', userScopes: ['KITCHEN'] } });
  expect([(await ben.call(initPos, {})).status, (await ben.call(listEvents, { query: {} })).status]).toEqual([403, 200]);
  await until(() => isOpen().length === 2);
  expect(isOpen()).toEqual(['owner', 'stranger']);
  expect((await connect(app, ben.cookies)).connected).toBe(true);
});

test('a change of the name alone leaves the sockets open', async () => {
  const { admin, ben, isOpen } = await openScene();
  await admin(updateUser, { ...of(ben.username), body: { name: 'Benjamin', userScopes: ['POS'] } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isOpen()).toHaveLength(4);
});

test('a deleted user is out at the next call, on all devices', async () => {
  const { admin, ben, tablet, isOpen } = await openScene();
  await admin(deleteUser, of(ben.username));
  expect([(await ben.call(initPos, {})).status, (await tablet(initPos, {})).status]).toEqual([401, 401]);
  await until(() => isOpen().length === 2);
  expect(isOpen()).toEqual(['owner', 'stranger']);
});

test('a deactivated restaurant gets 402 at the next call; its sockets close by themselves and open no ear for it', async () => {
  const { app, admin, cookies, tenantId, ben, isOpen } = await openScene();
  await database.query('update tenants set is_active = false where id = $1', [tenantId]);
  expect([(await ben.call(initPos, {})).status, (await admin(initPos, {})).status]).toEqual([402, 402]);
  await until(() => isOpen().length === 1);
  expect(isOpen()).toEqual(['stranger']);
  const socket = await connect(app, cookies);
  const answer: { success: boolean } = await socket.emitWithAck('authenticate', tenantId);
  expect(answer.success).toBe(false);
});

test('a trial that runs out closes the sockets too, though nobody said so', async () => {
  let now = new Date();
  const { isOpen } = await openScene({ clock: () => now });
  expect(isOpen()).toHaveLength(4);
  now = new Date(now.getTime() + 18 * 86_400_000);
  await until(() => isOpen().length === 0);
  expect(isOpen()).toEqual([]);
});

test('a session that another node ended closes its sockets here', async () => {
  const { app, cookies, isOpen, admin } = await openScene();
  const other = await openListening();
  const elsewhere = await connect(other, cookies);
  await admin(signOut, {});
  await until(() => !elsewhere.connected && !isOpen().includes('owner'));
  expect(app).not.toBe(other);
  expect(isOpen()).toEqual(['first', 'second', 'stranger']);
});

test('nothing is closed when the change was not stored', async () => {
  const { ben, isOpen, username } = await openScene();
  expect((await ben.call(deleteUser, of(username))).status).toBe(403);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isOpen()).toHaveLength(4);
});

test('a terminal that waits for the subscription is closed with its session too, and waits on otherwise', async () => {
  const app = await openListening();
  const { admin, cookies, tenantId, ownersDevice } = await openRestaurant({ app });
  await database.query('update tenants set is_active = false where id = $1', [tenantId]);
  const [first, second] = [await connect(app, cookies), await connect(app, await ownersDevice())];
  await admin(signOut, {});
  await until(() => !first.connected);
  // longer than the sweep takes to find whoever has no business here
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(second.connected).toBe(true);
});

test('a forged token and one that has run out join no room: they are told to sign in, and closed', async () => {
  let now = new Date();
  const app = await openListening({ clock: () => now });
  const { cookies, tenantId } = await openRestaurant({ app });
  const ask = async (shown: Record<string, string>) => {
    const socket = await connect(app, shown);
    const reply: unknown = await new Promise((resolve) => socket.emit('authenticate', tenantId, resolve));
    return { socket, reply };
  };
  expect((await ask(cookies)).reply).toMatchObject({ success: true });

  const refused = [await ask({ comanda_access: 'x'.repeat(43) })];
  now = new Date('2100-01-02');
  refused.push(await ask(cookies));

  expect(refused.map(({ reply }) => reply)).toEqual(
    refused.map(() => ({ success: false, code: 'not_signed_in', message: 'Please sign in!' })),
  );
  await until(() => refused.every(({ socket }) => !socket.connected));
});
