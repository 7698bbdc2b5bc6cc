import { globSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { moneyText } from '#contract/money-text.ts';
import { getAuditFile, listAudit } from '#contract/audit.ts';
import { signInColleague } from '#contract/approvals.ts';
import { signIn } from '#contract/auth.ts';
import { addCharge } from '#contract/charges.ts';
import { getCheck, listChecks, markBilled, mergeCheck, payCheck, setCovers, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { addAdjustment, removeAdjustment, removeCharge, restoreCharge } from '#contract/discounts.ts';
import { correctPayment, refundInvoice } from '#contract/invoices.ts';
import { listOrders, updateItemStatus } from '#contract/orders.ts';
import { addPaymentType, listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { listReasons } from '#contract/reasons.ts';
import { addTax, updateTax } from '#contract/taxes.ts';
import { addUser, updateUser } from '#contract/users.ts';
import { insertAuditOf } from '#server/platform/security/audit.queries.ts';
import { callAs, database, databases, openRestaurant } from '#server/testing/restaurant.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { watchAudit } from '#server/testing/audit.ts';
import { withMenu } from '#server/testing/menu.ts';
import { hasWords, sentenceOf, type AuditFacts } from './audit-text.rules.ts';
import { hasKind } from './audit.rules.ts';

const today = { type: 'today' as const };

const openShop = async () => {
  const shop = await withMenu(await openRestaurant());
  const { admin, menu } = shop;
  const list = async (query: object = {}) => (await admin(listAudit, { query: { ...today, ...query } })).reply;
  const texts = async (query: object = {}) => (await list(query)).entries.map(({ text }) => text);
  const place = async (tableId: number | null = null) => {
    const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 3 }], tableId } })).reply;
    const { orders } = (await admin(listOrders, { query: {} })).reply.find(({ order_ids: ids }) => ids.includes(orderId))!;
    return { orderId, lineId: orders[0]!.items[0]!.id };
  };
  return { ...shop, list, texts, place };
};

test('what was sold, struck out, paid back and changed stands there in sentences, newest first, each under its kind', async () => {
  const { admin, menu, list, texts, place } = await openShop();
  const { lineId } = await place(menu.t1);
  const reason = (await admin(listReasons, {})).reply.find(({ kind, title }) => kind === 'void' && title === 'Sent back')!;
  await admin(updateItemStatus, {
    params: { id: `${lineId}` },
    body: { status: 'cancelled', quantity: 2, reasonId: reason.id, note: 'cold' },
  });
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 1 }] } })).reply;
  const [cash] = (await admin(listPaymentTypes, {})).reply;
  await admin(refundInvoice, { params: { id: `${invoiceId}` }, body: { paymentTypeId: cash!.id, note: 'burnt' } });
  const { id } = (await admin(addTax, { body: { title: 'Luxury', rate: 5, type: 'exclusive' } })).reply;
  await admin(updateTax, { params: { id: `${id}` }, body: { title: 'Luxury', rate: 7, type: 'exclusive' } });

  const { entries, totalEntries, currency } = await list();
  expect(totalEntries).toBe(entries.length);
  expect(entries.map(({ at }) => at)).toEqual(
    entries
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const [changed] = entries;
  expect(changed).toMatchObject({ kind: 'settings', before: { rate: 5 }, after: { rate: 7 }, device_name: 'Test' });
  expect(changed!.text).toMatch(/ changed tax Luxury: rate\.$/);
  const [struck] = (await list({ kind: 'void' })).entries;
  expect(struck).toMatchObject({ kind: 'void', reason: 'Sent back', note: 'cold', amount: 2 * 4.5, approver_name: null });
  expect(struck!.text).toMatch(/ cancelled 2 × Soup of the order with token 1 at table /);
  const [back] = (await list({ kind: 'refund' })).entries;
  expect(back).toMatchObject({ note: 'burnt', amount: expect.any(Number) });
  expect(back!.amount).toBeGreaterThan(0);
  expect(back!.text).toContain(`refunded ${moneyText(back!.amount!, currency)} of invoice ${invoiceId}`);

  // filters: each alone, and together
  expect(await texts({ kind: 'drawer' })).toEqual([]);
  expect(await texts({ table: String(menu.t1) })).toEqual([
    expect.stringContaining('cancelled 2 × Soup'),
    expect.stringContaining('placed'),
  ]);
  expect((await list({ minAmount: '13.5' })).entries.every(({ amount }) => amount! >= 13.5)).toBe(true);
  expect(await texts({ minAmount: '13.5', kind: 'order', table: String(menu.t1) })).toHaveLength(1);
  expect(await texts({ type: 'yesterday' })).toEqual([]);
  expect(await texts({ member: 'nobody@example.com' })).toEqual([]);
  const second = await list({ page: '2', perPage: '2' });
  expect(second).toMatchObject({ currentPage: 2, perPage: 2, totalPages: Math.ceil(totalEntries / 2), totalEntries });
  expect(second.entries.map(({ id: entry }) => entry)).toEqual(entries.slice(2, 4).map(({ id: entry }) => entry));
  expect((await admin(listAudit, { query: { ...today, minAmount: '1.2345' } })).status).toBe(400);
});

test('a discount that was given in the cart stands there as one that was given on the bill: each with its sum, table, reason and note', async () => {
  const { admin, menu, list } = await openShop();
  const reason = (await admin(listReasons, {})).reply.find(({ kind, needsNote }) => kind === 'discount' && !needsNote)!;
  const cart = [{ id: menu.soup, quantity: 2, adjustments: [{ kind: 'amount' as const, value: 2, reasonId: reason.id, note: 'regular' }] }];
  const adjustments = [{ kind: 'percent' as const, value: 50 }];
  await admin(createOrder, { body: { cart, adjustments, tableId: menu.t1 } });
  const { entries } = await list({ kind: 'discount', table: String(menu.t1) });
  expect(entries).toMatchObject([
    { amount: 3.5, reason: null, note: null },
    { amount: 2, reason: reason.title, note: 'regular' },
  ]);
  expect(entries[1]!.text).toMatch(/ gave \$2\.00 off bill \d+ at table /);
  expect((await list({ kind: 'discount', minAmount: '3' })).entries).toHaveLength(1);
});

test('what was done to the bill of a table is found by it, and what a charge or a discount came to', async () => {
  const { admin, menu, list, place } = await openShop();
  const { chargeId } = (await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: 10 } })).reply;
  const placed = async (tableId: number) => {
    await place(tableId);
    return (await admin(listChecks, { query: {} })).reply.at(-1)!.check_id;
  };
  const of = (id: number) => ({ params: { id: String(id) } });
  const id = await placed(menu.t1);
  await admin(setCovers, { ...of(id), body: { covers: 2 } });
  await admin(markBilled, of(id));
  const { adjustmentId } = (await admin(addAdjustment, { ...of(id), body: { itemId: null, kind: 'amount', value: 3.5 } })).reply;
  await admin(removeAdjustment, { ...of(id), body: { adjustmentId } });
  const charge = { params: { id: String(id), chargeId: String(chargeId) }, body: {} };
  await admin(removeCharge, charge);
  await admin(restoreCharge, charge);
  const [line] = (await admin(getCheck, of(id))).reply.orders[0]!.items;
  const split = await admin(splitCheck, { ...of(id), body: { parts: [{ items: [{ itemId: line!.id, quantity: 1 }] }] } });
  await admin(undoCheckChange, { ...of(id), body: { changeId: split.reply.changeId } });
  await admin(mergeCheck, { ...of(id), body: { checkId: await placed(menu.t2) } });
  const [cash] = (await admin(listPaymentTypes, {})).reply;
  const { due } = (await admin(listChecks, { query: {} })).reply[0]!;
  const { invoiceId } = (await admin(payCheck, { ...of(id), body: { due, payments: [{ paymentTypeId: cash!.id, amount: due }] } })).reply;
  const { paymentTypeId } = (await admin(addPaymentType, { body: { title: 'Visa', kind: 'card' } })).reply;
  await admin(correctPayment, { ...of(invoiceId!), body: { payments: [{ paymentTypeId, amount: due }] } });
  await admin(refundInvoice, { ...of(invoiceId!), body: { paymentTypeId } });

  const { entries } = await list({ table: String(menu.t1) });
  const missing = [
    'refunded',
    'corrected',
    'merged',
    'undid',
    'split',
    'back on bill',
    'Service off',
    'discount of',
    'printed',
    'guests',
  ].filter((word) => !entries.some(({ text }) => text.includes(word)));
  expect(missing).toEqual([]);
  expect(entries.filter(({ kind }) => kind === 'discount').map(({ amount }) => amount)).toEqual([1.35, 1.35, 3.5, 3.5]);
});

test('it is for the owner, and for who holds the right and REPORTS; a restaurant sees its own', async () => {
  const { admin, colleague, list, place, username } = await openShop();
  await place();
  const reader = await colleague('REPORTS');
  expect((await reader.call(listAudit, { query: today })).status).toBe(403);
  expect((await reader.call(getAuditFile, { query: today })).status).toBe(403);
  await admin(updateUser, { params: { username: reader.username }, body: { name: 'Rita', rights: ['audit'] } });
  expect((await reader.call(listAudit, { query: { ...today, member: username } })).reply).toMatchObject({
    entries: expect.arrayContaining([expect.objectContaining({ kind: 'order' })]),
  });
  const other = await colleague('POS');
  await admin(updateUser, { params: { username: other.username }, body: { name: 'Otto', rights: ['audit'] } });
  expect((await other.call(listAudit, { query: today })).status).toBe(403);
  expect((await list({ member: other.username })).entries).toEqual([]);

  const neighbour = await openRestaurant();
  const { entries } = (await neighbour.admin(listAudit, { query: { ...today, kind: 'order' } })).reply;
  expect(entries).toEqual([]);
});

test('a failed sign-in is there, with where it came from; no password is, whatever was sent', async () => {
  const { app, admin, list, username } = await openShop();
  await callAs(app, {})(signIn, { body: { username, password: 'wrong horse' } });
  await vi.waitFor(async () => expect((await list({ kind: 'security' })).totalEntries).toBe(1), 5000);
  expect((await list({ kind: 'security' })).entries[0]).toMatchObject({
    kind: 'security',
    text: expect.stringMatching(/^Somebody tried to sign in as .* and failed\.$/),
    ip: '127.0.0.1',
  });
  const secret = 'a battery staple of its own';
  await admin(addUser, { body: { name: 'Ben', username: `ben-${username}`, password: secret, userScopes: ['POS'] } });
  const { entries } = await list({ kind: 'member' });
  expect(entries[0]!.text).toMatch(/ added user Ben\.$/);
  expect(JSON.stringify(entries)).not.toContain(secret);
});

test('wrong PINs are there, and the lock after five of them', async () => {
  const { admin, colleague, texts } = await openShop();
  const manager = await colleague('POS');
  await admin(updateUser, { params: { username: manager.username }, body: { name: 'Mia' } });
  await database.query('update members set pin_hash = $2 where username = $1', [
    manager.username,
    await hashPassword('2580', systemRandom),
  ]);
  for (let guess = 0; guess < 6; guess++)
    expect((await admin(signInColleague, { body: { username: manager.username, pin: `135${guess}` } })).status).toBe(guess < 5 ? 401 : 429);
  // the same again within a minute is one entry
  await vi.waitFor(
    async () =>
      expect((await texts({ kind: 'security' })).toSorted()).toEqual([
        'Somebody tried to sign in as Mia and failed.',
        'Somebody was locked out after too many tries as Mia.',
      ]),
    5000,
  );
});

test('the file has all of it, in as many pieces as it needs, and notes that it was taken', async () => {
  const { app, cookies, tenantId, list } = await openShop();
  await database.query(
    `insert into audit_log (tenant_id, at, action, entity, entity_id, note)
     select $1, now(), 'update', 'categories', n, '=1+1' from generate_series(1, 1500) n`,
    [tenantId],
  );
  const { payload, headers } = await app.inject({ url: '/api/v1/audit/export?type=today&kind=menu', cookies });
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  const lines = payload.trim().split('\n');
  expect(lines[0]).toContain('at,member,approver,kind,text,amount,reason,note,device,ip,before,after');
  expect(lines.filter((line) => line.includes("'=1+1"))).toHaveLength(1500);
  expect((await list()).entries[0]!.text).toMatch(/ exported the activity\.$/);
});

test('a sentence names both, falls back to words for what has none of its own, and never says undefined', () => {
  const told: AuditFacts = {
    action: 'capture',
    entity: 'checks',
    entity_id: 7,
    member_name: 'Ben',
    approver_name: 'Ada',
    about_name: null,
    token_no: null,
    table_title: '4',
    row_title: null,
    amount: 1250,
    before: null,
    after: null,
  };
  const euro = { code: 'EUR', symbol: '€', name: 'Euro', decimals: 2 };
  expect(sentenceOf(told, euro)).toBe('Ben received €12.50 for bill 7 at table 4, allowed by Ada.');
  expect(sentenceOf({ ...told, entity: 'ghosts', action: 'open', approver_name: null }, euro)).toBe('Ben open: ghosts 7.');
  expect(sentenceOf({ ...told, entity: 'qr_orders', action: 'place', member_name: null, approver_name: null }, euro)).toBe(
    'A guest placed QR order 7 at table 4 for €12.50.',
  );
  const subscription = { ...told, entity: 'tenants', action: 'subscription renewed', table_title: null, amount: null, approver_name: null };
  expect(sentenceOf({ ...subscription, member_name: null }, euro)).toBe('The payment provider renewed the subscription.');
  const code = { ...subscription, entity: 'second_factors', action: 'recovery code used', after: { left: 0 } };
  expect(sentenceOf(code, euro)).toBe('Ben used a recovery code. Recovery codes left: 0.');
  expect(sentenceOf({ ...code, entity: 'displays', action: 'pair', after: { kind: 'customer' } }, euro)).toBe(
    'Ben paired a customer display with the till.',
  );
});

test('each table that the server writes entries about has a kind, or is one of the settings', () => {
  const named = globSync('server/**/*.{routes,queries}.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bentity(?::| =) '([a-z_]+)'/g)].map(([, entity]) => entity!),
  );
  expect(named.length).toBeGreaterThan(50);
  const settings = globSync('contract/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'\/settings\/([\w-]+)\/add'/g)].map(([, noun]) => noun!.replaceAll('-', '_')),
  );
  expect([...new Set(named)].filter((entity) => !hasKind(entity) && !settings.includes(entity))).toEqual([]);
});

test('whatever the server writes an entry about, its sentence has words of ours', () => {
  const written = globSync(['server/features/**/*.{routes,queries}.ts', 'server/commands/*.ts']).flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const ofFile = /const entity = '([a-z_]+)'/.exec(source)?.[1];
    const entries = source.matchAll(/\{\s*action: '([^']+)',\s*entity(?:: '([a-z_]+)')?,/g);
    return [...entries].map(([, action, entity = ofFile]) => `${entity} ${action}`);
  });
  expect(written.length).toBeGreaterThan(80);
  const changes = ['created', 'renewed', 'cancelled', 'changed'].map((change) => `tenants subscription ${change}`);
  const others = ['members invite', 'second_factors second factor by operator', ...changes];
  expect([...new Set([...written, ...others])].filter((entry) => !hasWords(entry))).toEqual([]);
});

test('a call that changes something and says nothing of it fails wherever it is tested', async () => {
  const { tenantId } = await openRestaurant();
  const change = (audited: boolean) =>
    watchAudit(databases).asTenant(tenantId, async (db) => {
      await db.updateTable('taxes').set({ title: 'Other' }).execute();
      await db.insertInto('taxes').values({ title: 'New', rate: 1, type: 'exclusive' }).execute();
      if (audited)
        await insertAuditOf(db, { tenantId, memberId: null, sessionId: null, now: new Date() }, { action: 'add', entity: 'taxes' });
    });
  await expect(change(false)).rejects.toThrow('No entry of the audit log tells of: taxes');
  await change(true);
});
