import { expect, test } from 'vitest';
import { canonicalJson } from '#contract/canonical.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { sha256 } from '#server/platform/security/sha256.ts';
import { cents, readRows, recountDay, saidBy } from '#server/testing/day.ts';
import { acts, countDrawers, happen, openRandomShop, type Shop } from '#server/testing/day-acts.ts';
import { verifyAfter } from '#server/testing/verify.ts';

/** `npm run proof -- --only day` takes all zones and longer histories. */
const ZONES = Number(process.env['COMANDA_ZONES'] ?? 3);
const EVENTS = Number(process.env['COMANDA_EVENTS'] ?? 40);
const SEED = Number(process.env['COMANDA_SEED'] ?? 1);

// The first ones are the short form: a day ahead of all others, and two whose clocks change, one of them at midnight.
const zones = `
  Pacific/Kiritimati Australia/Lord_Howe America/Santiago Europe/London Europe/Berlin Europe/Lisbon Europe/Athens
  Europe/Moscow Europe/Chisinau Atlantic/Azores Atlantic/Reykjavik America/St_Johns America/New_York America/Chicago
  America/Denver America/Phoenix America/Los_Angeles America/Anchorage America/Havana America/Sao_Paulo America/Nuuk
  America/Caracas Africa/Cairo Africa/Casablanca Africa/Lagos Africa/Johannesburg Asia/Beirut Asia/Jerusalem Asia/Tehran
  Asia/Kolkata Asia/Kathmandu Asia/Tokyo Asia/Shanghai Australia/Sydney Australia/Eucla Pacific/Auckland Pacific/Chatham
  Pacific/Marquesas Pacific/Honolulu Pacific/Pago_Pago`
  .trim()
  .split(/\s+/)
  .slice(0, ZONES);
const starts = ['00:00', '04:00', '02:00'];

const done = new Map<string, number>();

/** The X report is what the reports say of the day, and what its raw rows come to. */
const expectX = async (shop: Shop, now: number, { counted, closed }: Pick<Ledger, 'counted' | 'closed'>) => {
  const { admin, dayOf } = shop;
  const x = await shop.x();
  const day = dayOf(now);
  expect(x.business_date).toBe(day);
  const rows = await readRows(shop);
  const isIn = ({ created_at }: { created_at: Date }) => dayOf(created_at.getTime()) === day;
  // what was opened until the end of a day that is to be closed first is in a closing before this one
  const before = rows.invoices.map(({ created_at }) => dayOf(created_at.getTime())).filter((one) => one < day && !closed.includes(one));
  const hasDrawer = ({ id, opened_at }: { id: number; opened_at: Date }) => {
    const opened = dayOf(opened_at.getTime());
    return !counted.has(id) && opened <= day && before.every((one) => opened > one);
  };
  expect(saidBy(x)).toEqual(recountDay(rows, { day, isIn, hasDrawer, dayOf }));
  for (const row of [...rows.invoices, ...rows.payments, ...rows.orders]) expect(row.business_date).toBe(dayOf(row.created_at.getTime()));

  const { reply: report } = await admin(getReport, { query: { type: 'today' } });
  const { reply: details } = await admin(getReportDetails, { query: { type: 'today' } });
  expect([x.total, x.net, x.orders]).toEqual([report.revenueTotal, report.netRevenue, report.ordersCount]);
  const discount = x.discounts.reduce((all, { amount }) => all + cents(amount), 0);
  expect([discount, x.charges, x.tips]).toEqual([cents(details.discounts), details.charges, details.tips]);
  const byTitle = (list: readonly (readonly [string, number])[]) => list.filter(([, sum]) => sum !== 0).toSorted();
  expect(byTitle(x.payments.map((row) => [row.payment_type, row.expected]))).toEqual(
    byTitle(details.byPaymentType.map((row) => [row.payment_type, row.amount])),
  );
  expect(byTitle(x.taxes.map(({ title, tax }) => [title, tax]))).toEqual(byTitle(details.byTax.map(({ title, tax }) => [title, tax])));
};

/** What closings have had so far. */
const openLedger = () => ({
  closed: [] as string[],
  counted: new Set<number>(),
  invoices: new Set<number>(),
  payments: new Set<number>(),
  voids: new Set<number>(),
  grand: 0,
});
type Ledger = ReturnType<typeof openLedger>;

/** Closes a day and holds the closing against the raw rows; answers why not, where it was refused. */
const close = async (shop: Shop, day: string, ledger: Ledger): Promise<string | undefined> => {
  const { next, cash, dayOf } = shop;
  const given = next(2) === 0 ? [{ paymentTypeId: cash, amount: next(9000) / 100 }] : [];
  const { status, reply } = await shop.close(day, given);
  if (status !== 200) return reply.message;
  const closing = await shop.closing(reply.closingNo);
  const rows = await readRows(shop);
  const taken = { invoices: new Set<number>(), payments: new Set<number>(), voids: new Set<number>() };
  const expected = recountDay(rows, {
    day,
    // what no closing has had yet, of this day, one before it, or one that was closed
    isIn: ({ id, created_at }, table) => {
      const own = dayOf(created_at.getTime());
      const isIn = !ledger[table].has(id) && (own <= day || ledger.closed.includes(own));
      if (isIn) taken[table].add(id);
      return isIn;
    },
    hasDrawer: ({ id, opened_at }) => !ledger.counted.has(id) && dayOf(opened_at.getTime()) <= day,
    dayOf,
  });
  expect(saidBy(closing)).toEqual({ ...expected, means: given.length > 0 ? { Cash: 0, ...expected.means } : expected.means });
  // sums that must hold for any period (wire-2.md §4)
  expect(Object.values(expected.means).reduce((all, amount) => all + amount, 0)).toBe(expected.total + expected.rounding);
  for (const { payment_type: title, expected: due, counted, difference } of closing.payments) {
    const amount = title === 'Cash' ? given[0]?.amount : undefined;
    expect([counted, difference]).toEqual(amount === undefined ? [null, null] : [amount, (cents(amount) - cents(due)) / 100]);
  }
  ledger.grand += expected.total;
  expect(cents(closing.grand_total)).toBe(ledger.grand);
  ledger.closed.push(day);
  for (const { drawer_id } of closing.drawers) ledger.counted.add(drawer_id);
  for (const table of ['invoices', 'payments', 'voids'] as const) for (const id of taken[table]) ledger[table].add(id);
  return undefined;
};

/** Closes a day after all days before it of which the refusal says that they are open. */
const closeInTurn = async (shop: Shop, wanted: string, ledger: Ledger) => {
  for (let day = wanted; ; ) {
    const refusal = await close(shop, day, ledger);
    const named = /^Close (.+) first!$/.exec(refusal ?? '')?.[1];
    const oldest = named && new Date(`${named} UTC`).toISOString().slice(0, 10);
    if (!oldest && day === wanted) return expect(refusal ?? '').toMatch(/^$|was already closed!$/);
    if (!oldest) expect(refusal).toBeUndefined();
    day = oldest ?? wanted;
  }
};

const alterations = {
  "an invoice's total": 'update invoices set total = total + 1, sub_total = sub_total + 1 where tenant_id = $1 and id = $2',
  "an invoice's tax": 'update invoices set tax_total = tax_total + 1, sub_total = sub_total - 1 where tenant_id = $1 and id = $2',
  "an invoice's discount": 'update invoices set discount = discount + 1 where tenant_id = $1 and id = $2',
  "an invoice's rounding": 'update invoices set rounding = rounding + 1 where tenant_id = $1 and id = $2',
  "an invoice's day": 'update invoices set business_date = business_date - 1 where tenant_id = $1 and id = $2',
  "a payment's tip":
    'update payments set tip = tip + 1 where tenant_id = $1 and invoice_id = $2 and reverses is null and id = (select min(id) from payments where tenant_id = $1 and invoice_id = $2)',
  'a payment':
    'update payments set amount = amount + 1 where tenant_id = $1 and invoice_id = $2 and reverses is null and id = (select min(id) from payments where tenant_id = $1 and invoice_id = $2)',
  'a line’s dish':
    "update order_lines set item_title = item_title || ' small' where tenant_id = $1 and id = (select min(l.id) from order_lines l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id where l.tenant_id = $1 and coalesce(l.invoice_id, o.invoice_id) = $2 and l.status <> 'cancelled')",
  'a line’s tax':
    "update order_lines set tax_rate = coalesce(tax_rate, 0) + 10000 where tenant_id = $1 and id = (select min(l.id) from order_lines l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id where l.tenant_id = $1 and coalesce(l.invoice_id, o.invoice_id) = $2 and l.status <> 'cancelled')",
  'what paid':
    "update payments set payment_type = 'Voucher' where tenant_id = $1 and invoice_id = $2 and id = (select min(id) from payments where tenant_id = $1 and invoice_id = $2)",
  'whether it was cash':
    "update payments set kind = 'voucher' where tenant_id = $1 and invoice_id = $2 and id = (select min(id) from payments where tenant_id = $1 and invoice_id = $2)",
  'a payment that is no more': // append-only for the application, not for whoever owns the database
    'delete from payments where tenant_id = $1 and id = (select max(id) from payments where tenant_id = $1 and invoice_id = $2)',
  "an invoice's currency": "update invoices set currency = 'EUR' where tenant_id = $1 and id = $2",
  'a hashed text': `update invoice_hashes set hashed = replace(hashed, '"kind":"', '"kind": "') where tenant_id = $1 and invoice_id = $2`,
  'a hashed text that cannot be read': `update invoice_hashes set hashed = '{' || hashed where tenant_id = $1 and invoice_id = $2`,
  'a hash': `update invoice_hashes set hash = repeat('0', 64) where tenant_id = $1 and invoice_id = $2`,
  'the last hash':
    'delete from invoice_hashes where tenant_id = $1 and invoice_id = (select max(invoice_id) from invoice_hashes where tenant_id = $1)',
  'the last closing':
    'delete from closings where tenant_id = $1 and closing_no = (select max(closing_no) from closings where tenant_id = $1)',
  "a closing's total": 'update closings set total = total + 1 where tenant_id = $1 and closing_no = $3',
  "a closing's gross": 'update closings set gross = gross - 1 where tenant_id = $1 and closing_no = $3',
  "a closing's difference": 'update closings set difference = difference + 1 where tenant_id = $1 and closing_no = $3',
  "a closing's grand total": 'update closings set grand_total = grand_total + 1 where tenant_id = $1 and closing_no = $3',
  "a closing's day": `update closings set business_date = '2020-01-01' where tenant_id = $1 and closing_no = $3`,
  "a closing's note": `update closings set note = 'nothing was missing' where tenant_id = $1 and closing_no = $3`,
  "a closing's text": `update closings set document = replace(document, '"gross":', '"gross":1') where tenant_id = $1 and closing_no = $3`,
  "a closing's text that cannot be read": `update closings set document = '' where tenant_id = $1 and closing_no = $3`,
  "a closing's hash": `update closings set hash = repeat('0', 64) where tenant_id = $1 and closing_no = $3`,
};

const ofClosing = 'where tenant_id = $1 and closing_no is not null';
const aDrawer = `where tenant_id = $1 and id = (select min(id) from drawers ${ofClosing})`;
const aDiscount = (table: string) => `(select min(adjustment_id) from ${table} where tenant_id = $1 and amount > 0
  and line_id in (select l.id from order_lines l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
    where l.tenant_id = $1 and l.status <> 'cancelled' and coalesce(l.invoice_id, o.invoice_id) is not null))`;
/** Not every restaurant has what these change. */
const rareAlterations = {
  "a drawer's count": `update drawers set counted = counted + 1 ${aDrawer}`,
  'what was expected in a drawer': `update drawers set expected = counted ${aDrawer} and expected <> counted`,
  "a drawer's float": `update drawers set float = float + 1 ${aDrawer}`,
  "a drawer's notes": `update drawers set denominations = '[]' ${aDrawer} and counted > 0`,
  'when a drawer was counted': `update drawers set closed_at = closed_at - interval '1 minute' ${aDrawer}`,
  'a drawer that is gone': `delete from drawers ${aDrawer} and id not in (select drawer_id from drawer_movements where tenant_id = $1)`,
  "a drawer's movement": `update drawer_movements set amount = amount + 1 where tenant_id = $1
    and id = (select min(id) from drawer_movements where tenant_id = $1 and amount > 0 and drawer_id in (select id from drawers ${ofClosing}))`,
  'into which drawer was paid': `update payments set drawer_id = null where tenant_id = $1 and id = (select min(id) from payments
    where tenant_id = $1 and kind = 'cash' and amount + tip <> 0 and drawer_id in (select id from drawers ${ofClosing}))`,
  'why something was taken off': `update adjustments set reason = 'Staff' where tenant_id = $1 and id = ${aDiscount('line_adjustments')}`,
  'why an invoice was reduced': `update invoice_discounts set reason = 'Staff' where tenant_id = $1
    and (invoice_id, adjustment_id) = (select invoice_id, adjustment_id from invoice_discounts where tenant_id = $1 order by 1, 2 limit 1)`,
  'what is off a line': `update line_adjustments x set amount = x.amount + 1 where x.tenant_id = $1
    and (x.line_id, x.adjustment_id) = (select d.line_id, d.adjustment_id from line_adjustments d where d.tenant_id = $1 and d.amount > 0
      and d.adjustment_id = ${aDiscount('line_adjustments')} and d.line_id in (select l.id from order_lines l
        join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id where l.tenant_id = $1 and l.status <> 'cancelled'
          and coalesce(l.invoice_id, o.invoice_id) is not null) order by 1 limit 1)`,
  'a refunded tax': `update refunds set taxes = jsonb_set(taxes, '{0,rate}', '10000') where tenant_id = $1 and jsonb_array_length(taxes) > 0
    and taxes->0->>'rate' <> '10000' and taxes->0->>'sales' <> '0' and invoice_id = (select min(invoice_id) from refunds where tenant_id = $1)`,
  "a charge's tax": `update invoice_charges set tax_rate = 0 where tenant_id = $1 and tax_rate <> 0 and amount > 0
    and (invoice_id, charge_id) = (select invoice_id, charge_id from invoice_charges where tenant_id = $1 and tax_rate <> 0 and amount > 0 limit 1)`,
  'how many guests a bill had': `update checks set covers = coalesce(covers, 0) + 1 where tenant_id = $1 and id = (select min(k.id) from checks k
    where k.tenant_id = $1 and k.closed_at is not null and k.covers > 0 and exists (select from orders o where o.tenant_id = $1 and o.check_id = k.id
      and o.status <> 'cancelled' and o.invoice_id is not null))`,
};
const altered = new Map<string, number>();

/** What verify says after an alteration of one row; undefined where there is none. */
const faultsAfter = async ({ tenantId }: Shop, alteration: string, values: (string | number)[]): Promise<string[] | undefined> => {
  let altered = 0;
  const said = await verifyAfter(tenantId, async (client) => {
    const used = values.filter((_, index) => alteration.includes(`$${index + 1}`));
    altered = (await client.query(alteration.replace('$3', '$2'), used)).rowCount!;
  });
  if (altered === 0) return undefined;
  expect([alteration, altered]).toEqual([alteration, 1]);
  return said;
};

test.each(zones.map((zone, index) => [zone, starts[index % starts.length]!, index] as const))(
  'X is the report, closings are the raw rows, each once, chained, and an altered row is found: %s from %s',
  { timeout: 60_000 + EVENTS * 2000 },
  async (zone, dayStart, index) => {
    const shop = await openRandomShop({ zone, dayStart, change: index, seed: SEED * 1000 + index, events: EVENTS });
    const ledger = openLedger();
    const { next, dayOf, times } = shop;
    let last = dayOf(times[0]!);
    for (const time of times) {
      shop.at(time);
      const act = await happen(shop);
      if (act) done.set(act, (done.get(act) ?? 0) + 1);
      if (next(4) === 0) await expectX(shop, time, ledger);
      const today = dayOf(time);
      // the running day at any time, one that has ended soon or later
      if (next(12) === 0) await closeInTurn(shop, today, ledger);
      else if (today !== last && next(2) === 0) await closeInTurn(shop, last, ledger);
      last = today;
    }
    await shop.sell(1);
    await countDrawers(shop);
    await expectX(shop, times.at(-1)!, ledger);
    shop.at(times.at(-1)! + 2 * 86_400_000);
    await closeInTurn(shop, dayOf(times.at(-1)! + 2 * 86_400_000), ledger);

    // each invoice is in one closing
    const rows = await readRows(shop);
    expect(ledger.grand).toBe(rows.invoices.reduce((all, { total }) => all + total, 0));
    expect(rows.invoices.map(({ id }) => id)).toEqual(rows.invoices.map((_, nth) => nth + 1));
    // and each payment, and each piece that was cancelled
    expect(ledger.payments.size).toBe(rows.payments.length);
    let voided = 0;
    let before: string | null = null;
    for (let no = 1; no <= ledger.closed.length; no++) {
      const { hash, ...members } = await shop.closing(no);
      expect([members.closing_no, members.business_date, members.previous_hash]).toEqual([no, ledger.closed[no - 1], before]);
      expect(sha256(canonicalJson(members))).toBe(hash);
      voided += members.voids.reduce((all, { count }) => all + count, 0);
      before = hash;
    }
    expect(voided).toBe(rows.voids.reduce((all, { quantity }) => all + quantity, 0));
    expect(await verifyAfter(shop.tenantId)).toEqual([]);
    // a free one has no payment that could be altered
    const paid = rows.invoices.filter(({ id }) => rows.payments.some(({ invoice_id }) => invoice_id === id));
    const sales = paid.filter(({ total }) => total > 0);
    const no = 1 + next(ledger.closed.length);
    const of = (invoices: typeof paid) => [shop.tenantId, invoices[next(invoices.length)]!.id, no];
    const unseen: string[] = [];
    for (const [what, alteration] of Object.entries(alterations))
      if (!(await faultsAfter(shop, alteration, of(alteration.includes('order_lines') ? sales : paid)))?.length) unseen.push(what);
    for (const [what, alteration] of Object.entries(rareAlterations)) {
      const faults = await faultsAfter(shop, alteration, [shop.tenantId]);
      if (faults) altered.set(what, faults.length);
      if (faults?.length === 0) unseen.push(what);
    }
    expect(unseen).toEqual([]);
  },
);

test('each kind of thing happened', () => {
  expect(Object.keys(acts).filter((act) => !done.has(act))).toEqual([]);
  expect(Object.keys(rareAlterations).filter((what) => !altered.has(what))).toEqual([]);
});
