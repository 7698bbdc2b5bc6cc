import { expect, test } from 'vitest';
import { addApproval, listColleagues, setPin, signInColleague } from '#contract/approvals.ts';
import { getProfile, signIn } from '#contract/auth.ts';
import { updateOwnPassword } from '#contract/own-account.ts';
import { listChecks, moveCheck, payCheck, reversePayment } from '#contract/checks.ts';
import { cancelOrders, listOrders, updateItemStatus } from '#contract/orders.ts';
import { removeDevice } from '#contract/devices.ts';
import { listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder } from '#contract/pos.ts';
import { updateUserPassword } from '#contract/users.ts';
import { assertRight } from '#server/platform/security/rights.queries.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { callAs, database, databases, openApp, openRestaurant, openVisitor } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const PIN = '2580';
/** What a soup costs. */
const SOUP = 4.5;
const pinHash = hashPassword(PIN, systemRandom);

/** A waiter without rights, and a manager with a PIN who has these. */
const open = async (...rights: string[]) => {
  const shop = await withMenu(await openRestaurant());
  const waiter = await shop.colleague('POS');
  const manager = await shop.colleague('POS');
  await database.query("update members set rights = '{}' where username = $1", [waiter.username]);
  await database.query('update members set rights = $2, pin_hash = $3 where username = $1', [manager.username, rights, await pinHash]);
  const sell = async () =>
    (await shop.admin(createOrder, { body: { cart: [{ id: shop.menu.soup, quantity: 1 }], tableId: null } })).reply.orderId;
  const ask = (targetId: number | string, amount = SOUP) =>
    waiter.call(addApproval, { body: { username: manager.username, pin: PIN, action: 'void_sent', targetId, amount } });
  const cancel = (orderId: number, approvalToken?: string) => waiter.call(cancelOrders, { body: { orderIds: [orderId], approvalToken } });
  return { ...shop, waiter, manager, sell, ask, cancel };
};
const cookiesOf = (response: { cookies: { name: string; value: string }[] }) =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));

test('a colleague allows with the PIN what a waiter may not, once, and both names are kept', async () => {
  const { waiter, manager, sell, ask, cancel } = await open('void_sent', 'approve');
  const order = await sell();
  expect((await cancel(order)).reply).toMatchObject({
    code: 'approval_needed',
    action: 'void_sent',
    targetId: `${order}`,
    target: 'order',
    amount: SOUP,
  });
  const { approvalToken: token, name } = (await ask(order)).reply;
  expect(name).toBe('Colleague');
  expect([(await cancel(order, token)).status, (await cancel(order, token)).status]).toEqual([200, 409]);
  const { rows } = await database.query(
    `select m.username as who, a.username as approver from audit_log l join members m on m.id = l.member_id join members a on a.id = l.approver_id
     where l.entity = 'orders' and l.entity_id = $1 and l.action = 'cancel' and m.username = $2`,
    [order, waiter.username],
  );
  expect(rows).toEqual([{ who: waiter.username, approver: manager.username }]);
});

test('an approval holds for its act, target and amount, in its restaurant, for 120 seconds, while its colleague may', async () => {
  const { admin, waiter, manager, sell, ask, cancel } = await open('void_sent', 'approve');
  const [order, other] = [await sell(), await sell()];
  const { approvalToken: token } = (await ask(order)).reply;
  const needed = { status: 409, reply: { code: 'approval_needed' } };
  expect(await cancel(other, token)).toMatchObject(needed);
  const bill = (await admin(listChecks, { query: {} })).reply[0]!.check_id;
  const move = (approvalToken: string) => waiter.call(moveCheck, { params: { id: `${bill}` }, body: { tableId: null, approvalToken } });
  expect(await move((await ask(bill)).reply.approvalToken)).toMatchObject(needed);
  const foreign = await open('void_sent', 'approve');
  expect(await cancel(order, (await foreign.ask(order)).reply.approvalToken)).toMatchObject(needed);
  await database.query('update approvals set expires_at = now() where approver_id = (select id from members where username = $1)', [
    manager.username,
  ]);
  expect(await cancel(order, token)).toMatchObject(needed);
  const fresh = (await ask(order)).reply.approvalToken;
  await database.query("update members set rights = '{approve}' where username = $1", [manager.username]);
  expect(await cancel(order, fresh)).toMatchObject(needed);
  await database.query("update members set rights = '{approve,void_sent}' where username = $1", [manager.username]);
  // none of the refusals has spent it
  expect((await cancel(order, fresh)).status).toBe(200);
});

test('of two calls at once with one approval one goes through, and of money it allows no more than it says', async () => {
  const { admin, menu, sell, waiter, manager } = await open('move_check', 'refund', 'approve');
  await sell();
  const [bill] = (await admin(listChecks, { query: {} })).reply;
  const at = { params: { id: `${bill!.check_id}` } };
  const approve = async (action: 'move_check' | 'refund', amount?: number | string) =>
    (
      await waiter.call(addApproval, {
        body: { username: manager.username, pin: PIN, action, targetId: bill!.check_id, ...(amount !== undefined && { amount }) },
      })
    ).reply.approvalToken;
  const approvalToken = await approve('move_check');
  const tables = [menu.t1, menu.t2];
  const moves = await Promise.all(tables.map((tableId) => waiter.call(moveCheck, { ...at, body: { tableId, approvalToken } })));
  expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(moves.find(({ status }) => status === 409)!.reply.code).toBe('approval_needed');

  // an answer that was lost is had again under its key, by who has no token any more
  const lost = { headers: { 'idempotency-key': 'lost' } };
  const away = await waiter.call(moveCheck, { ...at, body: { tableId: null, approvalToken: await approve('move_check') } }, lost);
  const again = await waiter.call(moveCheck, { ...at, body: { tableId: null } }, lost);
  expect([away.status, again.status, again.reply.changeId]).toEqual([200, 200, away.reply.changeId]);
  expect((await waiter.call(moveCheck, { ...at, body: { tableId: menu.t1 } }, lost)).status).toBe(422);

  const paymentTypeId = (await admin(listPaymentTypes, {})).reply[0]!.id;
  const { paymentIds } = (await admin(payCheck, { ...at, body: { due: bill!.due, payments: [{ paymentTypeId, amount: 2 }] } })).reply;
  const takeBack = async (token: string) =>
    (await waiter.call(reversePayment, { params: { ...at.params, paymentId: `${paymentIds[0]}` }, body: { approvalToken: token } })).status;
  expect([await takeBack(await approve('refund', 1.99)), await takeBack(await approve('refund'))]).toEqual([409, 409]);
  for (const wrong of ['-2', 'two', '1e3', -2]) expect(await approve('refund', wrong)).toBeUndefined();
  expect(await takeBack(await approve('refund', '2.00'))).toBe(200);
});

test('an approval to cancel one of ten pieces cancels no more, and one for a table is none for a line of its number', async () => {
  const { admin, menu, waiter, manager } = await open('void_sent', 'approve');
  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 10 }], tableId: null } })).reply;
  const [order] = (await admin(listOrders, { query: {} })).reply.find(({ order_ids: ids }) => ids.includes(orderId))!.orders;
  const lineId = order!.items[0]!.id;
  const cancel = (quantity: number, approvalToken?: string) =>
    waiter.call(updateItemStatus, { params: { id: `${lineId}` }, body: { status: 'cancelled', quantity, approvalToken } });
  const approve = async (target: 'line' | 'table') => {
    const body = { username: manager.username, pin: PIN, action: 'void_sent' as const, targetId: lineId, target, amount: SOUP };
    return (await waiter.call(addApproval, { body })).reply.approvalToken;
  };
  const needed = { status: 409, reply: { code: 'approval_needed', targetId: lineId, target: 'line', amount: SOUP } };
  expect(await cancel(1)).toMatchObject(needed);
  expect(await cancel(1, await approve('table'))).toMatchObject(needed);
  const token = await approve('line');
  expect(await cancel(10, token)).toMatchObject({ status: 409, reply: { amount: 45 } });
  expect((await cancel(1, token)).status).toBe(200);
});

test('an approver allows no more percent than the own limit, and whose limit is passed needs one', async () => {
  const { tenantId, waiter, manager } = await open('discount', 'approve');
  await database.query("update members set discount_limit = 10, rights = '{discount}' where username = $1", [waiter.username]);
  await database.query('update members set discount_limit = 20 where username = $1', [manager.username]);
  const { rows } = await database.query<{ id: number; who: string }>('select id, username as who from members where tenant_id = $1', [
    tenantId,
  ]);
  const idOf = (name: string) => Number(rows.find(({ who }) => who === name)!.id);
  const session = {
    id: 1,
    tenantId,
    memberId: idOf(waiter.username),
    role: 'user',
    scopes: [],
    isSubscribed: true,
    version: 0,
    eventSeq: 0,
  } as const;
  const { approvalToken } = (
    await waiter.call(addApproval, { body: { username: manager.username, pin: PIN, action: 'discount', targetId: 7, amount: 5 } })
  ).reply;
  const off = (percent: number) =>
    databases.asTenant(tenantId, (db) =>
      assertRight({ db, session, now: new Date() }, 'discount', {
        targetId: 7,
        target: 'check',
        amount: 5,
        percent: () => percent,
        approvalToken,
      }),
    );
  expect(await off(10)).toBeNull();
  await expect(off(20.01)).rejects.toMatchObject({ code: 'approval_needed' });
  expect(await off(20)).toBe(idOf(manager.username));
  await expect(off(20)).rejects.toMatchObject({ code: 'approval_needed' });
});

test('a PIN is guessed five times in five minutes, from whatever devices and by either call', async () => {
  const { app, waiter, manager, ownersDevice, ask, sell } = await open('void_sent', 'approve');
  const order = await sell();
  const devices = [waiter.call, callAs(app, await ownersDevice()), callAs(app, await waiter.otherDevice())];
  const guesses = await Promise.all(
    Array.from({ length: 24 }, (_, nth) => {
      const call = devices[nth % devices.length]!;
      const pin = `${1000 + nth * 7}`;
      const { username } = manager;
      return nth % 2 === 0
        ? call(signInColleague, { body: { username, pin } })
        : call(addApproval, { body: { username, pin, action: 'void_sent', targetId: order } });
    }),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(19);
  // the right one waits too, and goes through when the five minutes are over
  expect((await ask(order)).status).toBe(429);
  await database.query(
    "update pin_failures set at = at - interval '301 seconds' where member_id = (select id from members where username = $1)",
    [manager.username],
  );
  expect((await ask(order)).status).toBe(200);
  expect((await ask(order)).status).toBe(200);
});

test('after fifty wrong ones within a day a PIN is off until its owner signs in with the password, or sets it again', async () => {
  const { app, admin, manager, ask } = await open('void_sent', 'approve');
  const { username } = manager;
  const hash = await hashPassword('correct horse', systemRandom);
  await database.query('update members set password_hash = $2 where username = $1', [username, hash]);
  const later = (time: string) =>
    database.query('update pin_failures set at = at - $2::interval where member_id = (select id from members where username = $1)', [
      username,
      time,
    ]);
  const guess = async (times: number) => {
    const statuses: number[] = [];
    for (let nth = 0; nth < times; nth++) {
      if (nth % 5 === 0) await later('6 minutes');
      statuses.push((await admin(signInColleague, { body: { username, pin: `${2000 + nth * 7}` } })).status);
    }
    return statuses;
  };
  const guessedBefore = (times: number) =>
    database.query(
      `insert into pin_failures (tenant_id, member_id, at)
       select tenant_id, id, now() - interval '1 hour' from members, generate_series(1, $2) where username = $1`,
      [username, times],
    );
  await guessedBefore(44);
  expect(new Set(await guess(5))).toEqual(new Set([401]));
  await later('1 day');
  // those of the day before count no more
  expect(await guess(1)).toEqual([401]);
  await guessedBefore(44);
  expect(new Set(await guess(5))).toEqual(new Set([401]));
  await later('6 minutes');
  const off = 'This PIN is off after too many wrong ones. Its owner has to sign in with the password once!';
  expect(await ask(7)).toMatchObject({ status: 409, reply: { message: off } });
  await later('3 days');
  expect((await ask(7)).reply.message).toBe(off);

  expect((await (await openVisitor(app))(signIn, { body: { username, password: 'correct horse' } })).status).toBe(200);
  expect((await ask(7)).status).toBe(200);
  await guessedBefore(50);
  expect((await ask(7)).reply.message).toBe(off);
  expect((await manager.call(setPin, { body: { password: 'correct horse', pin: PIN } })).status).toBe(200);
  expect((await ask(7)).status).toBe(200);
});

test('a member has sixty PINs a minute looked at, of known colleagues and others, right ones too', async () => {
  const { waiter, manager, ask } = await open('void_sent', 'approve');
  const [known, unknown] = [manager.username, 'nobody@example.com'];
  const look = async (username: string) =>
    (await waiter.call(addApproval, { body: { username, pin: PIN, action: 'void_sent', targetId: 7 } })).status;
  for (let nth = 0; nth < 60; nth++) expect(await look(nth % 2 ? known : unknown)).toBe(nth % 2 ? 200 : 401);
  expect([await look(unknown), await look(known)]).toEqual([429, 429]);
  // which was no wrong PIN
  const count = 'select 1 from pin_failures where member_id = (select id from members where username = $1)';
  expect((await database.query(count, [known])).rows).toEqual([]);
  expect((await ask(7)).status).toBe(429);
});

test('who may not approve is told so; nobody approves for themselves or with a colleague who is gone', async () => {
  const { admin, waiter, manager, ask, sell } = await open('approve');
  const order = await sell();
  const foreign = await open('void_sent', 'approve');
  expect((await ask(order)).reply.message).toBe('This PIN does not allow that.');
  const approve = (username: string) => waiter.call(addApproval, { body: { username, pin: PIN, action: 'void_sent', targetId: order } });
  expect((await approve(waiter.username)).reply.message).toBe('You cannot approve your own request.');
  expect((await approve(foreign.manager.username)).status).toBe(401);
  expect((await admin(listColleagues, {})).reply.map(({ username }) => username)).not.toContain(foreign.manager.username);
  await database.query('update members set archived_at = now() where username = $1', [manager.username]);
  expect((await approve(manager.username)).status).toBe(401);
});

test('a device passes to a colleague with the PIN, there and back', async () => {
  const { app, waiter, manager } = await open();
  expect((await waiter.call(listColleagues, {})).reply).toContainEqual({
    username: manager.username,
    name: 'Colleague',
    photo: null,
    has_pin: true,
  });
  const { username } = waiter;
  expect((await callAs(app, manager.cookies)(signInColleague, { body: { username, pin: PIN } })).reply.message).toBe(
    'This colleague has no PIN yet.',
  );
  const { reply, response, status } = await waiter.call(signInColleague, { body: { username: manager.username, pin: PIN } });
  expect([status, reply.user.username]).toEqual([200, manager.username]);
  const now = callAs(app, cookiesOf(response));
  expect([(await waiter.call(getProfile, {})).status, (await now(getProfile, {})).reply.username]).toEqual([401, manager.username]);
  await database.query('update members set pin_hash = $2 where username = $1', [username, await pinHash]);
  const back = await now(signInColleague, { body: { username, pin: PIN } });
  expect([back.reply.user.username, (await now(getProfile, {})).status]).toEqual([username, 401]);
});

test('a device that was passed on is signed in no longer than it was, and the session that called ends whatever its cookies are', async () => {
  const { app, waiter, manager } = await open();
  const idOf = async (username: string) =>
    (await database.query<{ id: number }>('select id from members where username = $1', [username])).rows[0]!.id;
  const [from, to] = [await idOf(waiter.username), await idOf(manager.username)];
  // another tab has renewed the session meanwhile: this one still shows the access token before
  await database.query(
    `update sessions set created_at = now() - interval '89 days', used_access_hash = access_hash, used_access_until = now() + interval '1 minute',
       access_hash = repeat('0', 64), refresh_hash = repeat('0', 64) where member_id = $1`,
    [from],
  );
  const { response, status } = await waiter.call(signInColleague, { body: { username: manager.username, pin: PIN } });
  expect([status, (await callAs(app, cookiesOf(response))(getProfile, {})).status]).toEqual([200, 200]);
  expect((await waiter.call(getProfile, {})).status).toBe(401);
  const { rows } = await database.query<{ left: number }>(
    `select extract(epoch from max(refresh_expires_at) - now()) / 86400 as left from sessions where member_id = $1 and ended_at is null
       and created_at < now() - interval '1 day'`,
    [to],
  );
  expect(Number(rows[0]!.left)).toBeCloseTo(1, 1);
});

test('a device that is removed while a colleague takes it over stays removed', async () => {
  const { admin, waiter, manager } = await open();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  // the PIN is looked at at once, the session is stored later
  const acrossTenants: typeof databases.acrossTenants = (work, mode) => released.then(() => databases.acrossTenants(work, mode));
  const app = await openApp({ databases: { ...databases, acrossTenants } });
  const ofMember =
    'from sessions s join members m on m.tenant_id = s.tenant_id and m.id = s.member_id where username = $1 and ended_at is null';
  const { rows } = await database.query(`select device_id ${ofMember}`, [waiter.username]);

  const taking = callAs(app, waiter.cookies)(signInColleague, { body: { username: manager.username, pin: PIN } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await admin(removeDevice, { body: { device_id: rows[0].device_id } })).status).toBe(200);
  release();

  expect((await taking).status).toBe(401);
  expect((await database.query(`select device_id ${ofMember}`, [manager.username])).rows).toHaveLength(1);
});

test('a PIN that everybody tries first is refused, and the own password is asked for', async () => {
  const { waiter } = await open();
  const set = async (pin: string) => (await waiter.call(setPin, { body: { password: 'not mine', pin } })).reply.message;
  for (const pin of ['1111', '1234', '654321', '7890'])
    expect(await set(pin)).toBe('This PIN is easy to guess! Please choose another one.');
  for (const pin of ['123', '1234567', 'abcd']) expect(await set(pin)).toBe('A PIN has 4 to 6 digits!');
  // of what is no PIN, however long, nobody asks whether it is an easy one
  const { reply: refusal } = await waiter.call(setPin, { body: { password: 'not mine', pin: '1'.repeat(1000) } });
  expect(refusal.errors).toEqual([{ path: ['pin'], message: 'A PIN has 4 to 6 digits!' }]);
  expect(await set(PIN)).toBe('The current password is wrong!');
  const password = 'correct horse';
  const hash = await hashPassword(password, systemRandom);
  await database.query('update members set password_hash = $2 where username = $1', [waiter.username, hash]);
  const change = async (pin: string | null) => (await waiter.call(setPin, { body: { password, pin } })).reply.message;
  const hasPin = async () => (await waiter.call(listColleagues, {})).reply.find(({ username }) => username === waiter.username)!.has_pin;
  expect([await change(PIN), await hasPin(), await change(null), await hasPin()]).toEqual(['PIN set.', true, 'PIN removed.', false]);
});

test('a PIN goes with the password that a colleague sets again, and stays with one that its owner chose', async () => {
  const { admin, manager } = await open('approve');
  const hasPin = async () => (await admin(listColleagues, {})).reply.find(({ username }) => username === manager.username)!.has_pin;
  const password = 'correct horse';
  const hash = await hashPassword(password, systemRandom);
  await database.query('update members set password_hash = $2 where username = $1', [manager.username, hash]);
  const own = await manager.call(updateOwnPassword, { body: { current: password, password: 'quite another one' } });
  expect([own.status, await hasPin()]).toEqual([200, true]);
  const params = { username: manager.username };
  expect((await admin(updateUserPassword, { params, body: { password: 'and one more of them' } })).status).toBe(200);
  expect(await hasPin()).toBe(false);
  const taken = await admin(signInColleague, { body: { username: manager.username, pin: PIN } });
  expect(taken).toMatchObject({ status: 409, reply: { message: 'This colleague has no PIN yet.' } });
});
