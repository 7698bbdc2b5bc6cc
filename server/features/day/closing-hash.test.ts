import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { canonicalAround, canonicalJson } from '#contract/canonical.ts';
import { listChecks, setCovers } from '#contract/checks.ts';
import { getInvoice } from '#contract/invoices.ts';
import { completeAndPayOrders, summarisePayment } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { verifyChains } from '#server/commands/chains.ts';
import { tallyClosings } from '#server/commands/closing-rows.ts';
import { sha256 } from '#server/platform/security/sha256.ts';
import { openAt } from '#server/testing/day.ts';
import { database } from '#server/testing/restaurant.ts';
import { verifyAfter } from '#server/testing/verify.ts';

type Shop = Awaited<ReturnType<typeof openAt>>;

/** What verify says of this restaurant after these changes past every wall, which are taken back. */
const verify = ({ tenantId }: Shop, ...altering: string[]) =>
  verifyAfter(tenantId, async (client) => {
    for (const alter of altering) await client.query(alter.includes('$1') ? alter : `${alter} where tenant_id = $1`, [tenantId]);
  });

/** As the release before writes a closing: its hash is of other members. */
const asFormer = async (shop: Shop, no: number) => {
  const { hash: _, version: _version, closed_at: _at, member_id: _member, ...members } = await shop.closing(no);
  const document = canonicalJson(members);
  return [document, sha256(document)] as const;
};
const writeAsFormer = async (shop: Shop, no: number) =>
  database.query('update closings set document = $3, hash = $4 where tenant_id = $1 and closing_no = $2', [
    shop.tenantId,
    no,
    ...(await asFormer(shop, no)),
  ]);

const openClosedShop = async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  await shop.sell(1);
  await shop.close('2026-03-10');
  shop.at('2026-03-11T12:00:00Z');
  await shop.sell(1);
  return shop;
};

test('who closed a day, and when, are part of its hash', async () => {
  const shop = await openClosedShop();
  const { hash, ...members } = await shop.closing(1);
  expect(members).toMatchObject({ version: 2, closed_at: '2026-03-10T12:00:00.000Z', member_id: expect.any(Number) });
  expect(sha256(canonicalJson(members))).toBe(hash);
  expect(await verify(shop)).toEqual([]);
  for (const change of ["closed_at = closed_at - interval '1 hour'", 'member_id = member_id + 1', 'member_id = null'])
    expect(await verify(shop, `update closings set ${change}`)).toEqual(['closing 1: who closed it, or when, is not what was hashed.']);
});

test('a release before closes a day beside this one: verify has no objection, and says what its hash leaves out', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  const closeDays = async (...days: number[]) => {
    for (const day of days) {
      shop.at(`2026-03-${day}T12:00:00Z`);
      await shop.close(`2026-03-${day}`);
    }
  };
  await closeDays(10);
  await writeAsFormer(shop, 1);
  await closeDays(11);
  expect(await verify(shop)).toEqual([]);
  expect(
    await verify(shop, "update closings set closed_at = closed_at - interval '1 hour' where tenant_id = $1 and closing_no = 1"),
  ).toEqual([]);
  await closeDays(12);
  await writeAsFormer(shop, 3);
  await closeDays(13);
  expect(await verify(shop)).toEqual([
    'closing 3: an older release wrote it, or somebody who hides who closed it, and when: its hash has neither, and that of closing 2 has both.',
  ]);
  // a newer one that is made an older one is not what the next closing holds
  const [document, hash] = await asFormer(shop, 2);
  const downgrade = `update closings set document = '${document}', hash = '${hash}' where tenant_id = $1 and closing_no = 2`;
  expect(await verify(shop, downgrade)).toContain('closing 3: it does not hold the hash of the closing before it.');
});

const LAST = 'where tenant_id = $1 and closing_no = 1';
const WITH_ACTIVITY = "delete from audit_log where tenant_id = $1 and entity = 'closings'";

test('the last closing that is gone with its activity is missed by the counters, and by every invoice since', async () => {
  const shop = await openClosedShop();
  const gone = [`delete from closings ${LAST}`, WITH_ACTIVITY];
  expect(await verify(shop, ...gone)).toEqual([
    'invoice 2: it holds the hash of a closing that is gone.',
    'closing 1: it was made, and the last closing is 0.',
  ]);
  // also where somebody knows of the counters
  const counters = 'update tenant_counters set closing_no = null';
  expect(await verify(shop, ...gone, counters)).toEqual(['invoice 2: it holds the hash of a closing that is gone.']);
  // and where nothing was sold since
  await shop.close('2026-03-11');
  expect(await verify(shop, 'delete from closings where tenant_id = $1 and closing_no = 2', WITH_ACTIVITY)).toEqual([
    'closing 2: it was made, and the last closing is 1.',
  ]);
});

test('a closing that is made again with a hash that fits is not what the invoices since hold', async () => {
  const shop = await openClosedShop();
  await shop.sell(1);
  const [document, hash] = await asFormer(shop, 1);
  const { hash: own } = await shop.closing(1);
  const at = async (no: number) => (await shop.admin(getInvoice, { params: { id: String(no) } })).reply.hashed!['closing_hash'];
  expect([await at(1), await at(2), await at(3)]).toEqual([null, own, own]);
  // told once, not of each invoice since
  expect(await verify(shop, `update closings set document = '${document}', hash = '${hash}' ${LAST}`)).toEqual([
    'invoice 2: it does not hold the hash of closing 1, the last one before it.',
  ]);
});

test('a closing that is made again with other sums and a hash that fits does not fit its rows, also where nothing came after it', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  await shop.sell(1);
  await shop.close('2026-03-10');
  const { hash: _, ...members } = await shop.closing(1);
  const drawer = { drawer_id: 1, title: 'Bar', opened_at: members.closed_at!, closed_at: members.closed_at!, float: 1, expected: 1 };
  const fresh: [change: Partial<typeof members>, fault: string][] = [
    [{ from_invoice: 2 }, 'its first invoice is 1 and was 2'],
    [{ to_invoice: null }, 'its last invoice is 1 and was null'],
    [{ net: 4 }, 'its net is 450 and was 400'],
    [{ covers: 3 }, 'its number of guests is 0 and was 3'],
    [{ rounding: 0.05 }, 'its rounding is 0 and was 5'],
    [{ refunds: 1 }, 'its sum of refunds is 0 and was 100'],
    [{ charges: 1 }, 'its sum of charges is 0 and was 100'],
    [{ discounts: [{ reason: 'Regular guest', count: 1, amount: 1 }] }, 'what was taken off is not what it says'],
    [{ taxes: [{ ...members.taxes[0]!, tax: 0.4 }] }, 'its taxes are not what its invoices come to'],
    [{ taxes: [{ ...members.taxes[0]!, title: 'Duty' }] }, 'its taxes are not those of its invoices'],
    [{ late: { count: 1, total: 4.95, invoices: [1] } }, 'what came late is not what it says'],
    [{ drawers: [{ ...drawer, counted: 1, difference: 0 }] }, 'its drawers are not those that it says'],
  ];
  for (const [change, fault] of fresh) {
    const document = canonicalJson({ ...members, ...change });
    const alter = `update closings set document = '${document}', hash = '${sha256(document)}'`;
    expect(await verify(shop, alter)).toEqual([`closing 1: ${fault}.`]);
  }
  const document = canonicalJson({ ...members, gross: 4 });
  expect(await verify(shop, `update closings set gross = 400, document = '${document}', hash = '${sha256(document)}'`)).toEqual([
    'closing 1: its gross is not what the lines of its invoices come to.',
  ]);
});

test('an invoice of the release before holds no closing', async () => {
  const shop = await openClosedShop();
  const { hashed } = (await shop.admin(getInvoice, { params: { id: '2' } })).reply;
  const { closing_hash: _, previous_hash: _before, number: _number, ...members } = hashed!;
  const client = await database.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.tenant_id', $1, true)`, [String(shop.tenantId)]);
    await client.query('delete from invoice_hashes where tenant_id = $1 and invoice_id = 2', [shop.tenantId]);
    await client.query('select chain_invoice($1, 2, $2)', [
      shop.tenantId,
      JSON.stringify(canonicalAround(members, ['number', 'previous_hash'])),
    ]);
    await client.query('commit');
  } finally {
    client.release();
  }
  const { hashed: former, hash } = (await shop.admin(getInvoice, { params: { id: '2' } })).reply;
  expect(former).toEqual({ ...members, number: 2, previous_hash: hashed!['previous_hash'] });
  expect(sha256(canonicalJson(former))).toBe(hash);
  expect(await verify(shop)).toEqual([]);
});

test('closings of before the counters knew them are counted once', async () => {
  const [shop, other] = [await openClosedShop(), await openAt('2026-03-10T12:00:00Z')];
  const counted = async ({ tenantId }: Shop) =>
    (await database.query<{ closing_no: number | null }>('select closing_no from tenant_counters where tenant_id = $1', [tenantId]))
      .rows[0]!.closing_no;
  expect([await counted(shop), await counted(other)]).toEqual([1, null]);
  await database.query('update tenant_counters set closing_no = null where tenant_id = $1', [shop.tenantId]);
  const backFill = await readFile(new URL('../../../db/back-fills/0133_closing_counters.sql', import.meta.url), 'utf8');
  const before = JSON.stringify(shop.tenantId - 1);
  const { rows } = await database.query<{ position: number; rows: number }>(backFill, [before, 1]);
  expect(rows).toEqual([{ position: shop.tenantId, rows: 1 }]);
  expect([await counted(shop), await counted(other)]).toEqual([1, null]);
});

test('verify goes from restaurant to restaurant, and keeps the sums of one', async () => {
  const shops = [await openClosedShop(), await openClosedShop()];
  const client = await database.connect();
  const said: string[] = [];
  try {
    await client.query('begin');
    for (const { tenantId } of shops)
      for (const change of ['invoices set total = total + 1, sub_total = sub_total + 1', 'closings set total = total + 1'])
        await client.query(`update ${change} where tenant_id = $1`, [tenantId]);
    await verifyChains(client, (line) => said.push(line));
  } finally {
    await client.query('rollback');
    client.release();
  }
  const places = said.flatMap((line) => {
    const [, tenant, what] = /^Restaurant (\d+), (invoice|closing)/.exec(line) ?? [];
    return shops.some(({ tenantId }) => String(tenantId) === tenant) ? [`${what} of ${tenant}`] : [];
  });
  const [first, second] = shops.map(({ tenantId }) => tenantId);
  expect([...new Set(places)]).toEqual([`invoice of ${first}`, `closing of ${first}`, `invoice of ${second}`, `closing of ${second}`]);
  const tallies = tallyClosings(client, () => () => 0n);
  const at = (shop: Shop) => ({ tenant_id: shop.tenantId, closing_no: 1 });
  const { currency } = await shops[0]!.closing(1);
  const hashed = JSON.stringify({ currency, kind: 'sale', lines: [], taxes: [] });
  for (const shop of shops) await tallies.add({ ...at(shop), invoice_id: 1, date: '2026-03-10', hashed } as never);
  expect(shops.map((shop) => tallies.of(at(shop))?.invoices)).toEqual([undefined, 1]);
});

test('the guests of a bill that was open are compared until somebody sets them again', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  const { admin, menu, cash } = shop;
  const order = async (tableId: number, covers?: number) =>
    (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId, covers } })).reply.orderId;
  const pay = async (orderIds: number[]) => {
    const { total } = (await admin(summarisePayment, { body: { orderIds } })).reply;
    expect((await admin(completeAndPayOrders, { body: { orderIds, total, paymentTypeId: cash } })).status).toBe(200);
  };
  const [paid] = [await order(menu.t1, 4), await order(menu.t1)];
  await pay([paid]);
  await pay([await order(menu.t2, 3)]);
  shop.at('2026-03-10T22:00:00Z');
  await shop.close('2026-03-10');
  expect(await shop.closing(1)).toMatchObject({ covers: 7 });
  const more = (covers: number) => `update checks set covers = covers + 1 where tenant_id = $1 and covers = ${covers}`;
  expect(await verify(shop)).toEqual([]);
  for (const covers of [3, 4]) expect(await verify(shop, more(covers))).toEqual(['closing 1: its number of guests is 8 and was 7.']);

  // some went, and the bill is still open
  const { check_id: id } = (await admin(listChecks, { query: {} })).reply[0]!;
  expect((await admin(setCovers, { params: { id: String(id) }, body: { covers: 2 } })).status).toBe(200);
  expect(await verify(shop)).toEqual([]);
  expect(await verify(shop, more(3))).toEqual([]);
  const tooMany = 'update checks set covers = 8 where tenant_id = $1 and covers = 3';
  expect(await verify(shop, tooMany)).toEqual(['closing 1: its number of guests is 8 at least and was 7.']);
  // also where a release before noted it in the activity only
  expect(await verify(shop, 'delete from changed_checks', 'delete from check_changes')).toEqual([]);
  const client = await database.connect();
  const { otherGuests } = await verifyChains(client, () => {}).finally(() => client.release());
  expect(otherGuests).toBeGreaterThan(0);
});
