import type pg from 'pg';
import { byRestaurant, minorOf } from './chain-parts.ts';
import { type ClosingRow, faultsOfClosing, readClosings, versionOf } from './closing-chain.ts';
import { tallyClosings } from './closing-rows.ts';
import { followClosings } from './closings-of-invoices.ts';
import { readDrawers } from './drawer-counts.ts';
import { faultsOfInvoice, readInvoices } from './invoice-chain.ts';

/** Restaurants whose last invoices are gone: no later one says so. */
const findEndless = async (client: pg.ClientBase) => {
  const { rows } = await client.query<{ tenant_id: number; given: number; last: number }>(
    `select * from (select c.tenant_id::integer, c.invoice_no::integer as given,
      coalesce((select max(i.id) from public.invoices i where i.tenant_id = c.tenant_id), 0)::integer as last
    from public.tenant_counters c) n where given <> last order by tenant_id`,
  );
  return rows;
};

/** Restaurants whose last closings are gone: the counters, or the activity, say that they were made. */
const findUnended = async (client: pg.ClientBase) => {
  const { rows } = await client.query<{ tenant_id: number; made: number; last: number }>(
    `select * from (select c.tenant_id::integer,
      greatest(c.closing_no, (select max(a.entity_id) from public.audit_log a
        where a.tenant_id = c.tenant_id and a.entity = 'closings' and a.action = 'close'))::integer as made,
      coalesce((select max(k.closing_no) from public.closings k where k.tenant_id = c.tenant_id), 0)::integer as last
    from public.tenant_counters c) n where made > last order by tenant_id`,
  );
  return rows;
};

/**
 * Restaurants whose last invoices have no hash: a release before that sells, or sold, writes none, and the next invoice of this one says so.
 * So it is a remark until then, also where no invoice has one: nobody is to take them for checked.
 */
const findUnhashed = async (client: pg.ClientBase) => {
  const { rows } = await client.query<{ tenant_id: number; last: number; hashed: number | null }>(
    `select * from (select c.tenant_id::integer,
      (select max(i.id) from public.invoices i where i.tenant_id = c.tenant_id)::integer as last,
      (select max(h.invoice_id) from public.invoice_hashes h where h.tenant_id = c.tenant_id)::integer as hashed
    from public.tenant_counters c) n where last > coalesce(hashed, 0) order by tenant_id`,
  );
  return rows;
};

/**
 * Invoices of closed days that are in no closing: that which should have them is in another currency. Before the first closing the currency
 * changes freely (decision 37). A refund in a former currency is refused; a release before decision 43 gave it, which is told and no fault.
 */
const findUnclosed = async (client: pg.ClientBase) => {
  const { rows } = await client.query<{ tenant_id: number; invoice_id: number; currency: string; is_refund: boolean }>(
    `select i.tenant_id::integer, i.id::integer as invoice_id, i.currency,
      exists (select from public.refunds r where r.tenant_id = i.tenant_id and r.invoice_id = i.id) as is_refund
    from public.closings f join public.invoices i on i.tenant_id = f.tenant_id and i.id > f.last_invoice
    join public.closings d on d.tenant_id = i.tenant_id and d.business_date = i.business_date
    cross join lateral (select c.currency from public.closings c where c.tenant_id = i.tenant_id and c.closing_no >= d.closing_no
      and c.last_invoice >= i.id order by c.closing_no limit 1) k
    where f.closing_no = 1 and k.currency <> i.currency
    order by i.tenant_id, i.id`,
  );
  return rows;
};

interface Remark {
  tenant_id: number;
  text: string;
  isWrong: boolean;
}

/** What does not fit, or is worth a word, of restaurants as a whole; no more rows than are said. */
const findRemarks = async (client: pg.ClientBase): Promise<Map<number, Remark[]>> => {
  const remarks: Remark[] = [];
  for (const { tenant_id, given, last } of await findEndless(client))
    remarks.push({ tenant_id, isWrong: true, text: `invoice ${given}: it was the last number given, and the last invoice is ${last}` });
  for (const { tenant_id, last, hashed } of await findUnhashed(client)) {
    const text = hashed
      ? `invoice ${last}: the last hash is of ${hashed}; a release before wrote what came after it, or its hash is gone`
      : `invoice ${last}: neither it nor one before it has a hash; a release before wrote them, or their hashes are gone`;
    remarks.push({ tenant_id, isWrong: false, text });
  }
  for (const { tenant_id, made, last } of await findUnended(client))
    remarks.push({ tenant_id, isWrong: true, text: `closing ${made}: it was made, and the last closing is ${last}` });
  for (const { tenant_id, invoice_id, currency, is_refund: isRefund } of await findUnclosed(client)) {
    const why = isRefund
      ? `a refund in ${currency}, which an older release gave; it is in no closing`
      : `its day is closed, and it is in no closing, since it is in ${currency}`;
    remarks.push({ tenant_id, isWrong: !isRefund, text: `invoice ${invoice_id}: ${why}` });
  }
  return Map.groupBy(
    remarks.toSorted((a, b) => a.tenant_id - b.tenant_id),
    ({ tenant_id }) => tenant_id,
  );
};

interface Verified {
  invoices: number;
  closings: number;
  drawers: number;
  wrong: number;
  /** Closings whose guests could not be compared: those of a bill that was still open were counted again since, or may have been. */
  otherGuests: number;
}

/** Holds the closings of a restaurant against its rows, and against what its invoices added up to. */
const verifyClosings = async (rows: AsyncGenerator<ClosingRow>, tallies: ReturnType<typeof tallyClosings>, say: (text: string) => void) => {
  let [closings, wrong, otherGuests] = [0, 0, 0];
  let before: ClosingRow | undefined;
  /** Of all closings so far, by currency. */
  const sums = new Map<string, bigint>();
  for await (const row of rows) {
    const sum = (sums.get(row.currency) ?? 0n) + BigInt(row.total);
    sums.set(row.currency, sum);
    const faults = faultsOfClosing(row, before, sum, tallies.of(row));
    for (const fault of faults) say(`closing ${row.closing_no}: ${fault}`);
    closings += 1;
    if (faults.length > 0) wrong += 1;
    if (row.rows?.has_other_covers) otherGuests += 1;
    // an older release may still close days beside this one; who makes an older text of a newer one is told of here, too
    if (before && versionOf(row) < versionOf(before))
      say(
        `closing ${row.closing_no}: an older release wrote it, or somebody who hides who closed it, and when: ` +
          `its hash has neither, and that of closing ${before.closing_no} has both`,
      );
    before = row;
  }
  return { closings, wrong, otherGuests };
};

/**
 * Reads the chains of all tenants, invoices and closings, and the drawers that were counted, and says what does not fit (wire-2.md §4); answers
 * how many there are and how many do not. It goes from restaurant to restaurant, and keeps no more than a batch of rows and the sums of one.
 */
export const verifyChains = async (client: pg.ClientBase, say: (line: string) => void): Promise<Verified> => {
  const found: Verified = { invoices: 0, closings: 0, drawers: 0, wrong: 0, otherGuests: 0 };
  const faultOfClosing = followClosings(client);
  const tallies = tallyClosings(client, minorOf);
  const remarks = await findRemarks(client);
  const invoices = byRestaurant(readInvoices(client));
  const closings = byRestaurant(readClosings(client));
  const drawers = byRestaurant(readDrawers(client));
  for (;;) {
    const heads = [await invoices.next(), await closings.next(), await drawers.next(), remarks.keys().next().value];
    const tenant = Math.min(...heads.filter((head) => head !== undefined));
    if (tenant === Infinity) return found;
    const sayOf = (text: string) => say(`Restaurant ${tenant}, ${text}.`);
    for await (const row of invoices.of(tenant)) {
      const faults = [...faultsOfInvoice(row), ...(await faultOfClosing(row))];
      for (const fault of faults) sayOf(`invoice ${row.invoice_id}: ${fault}`);
      await tallies.add(row);
      found.invoices += 1;
      if (faults.length > 0) found.wrong += 1;
    }
    for (const { text, isWrong } of remarks.get(tenant) ?? []) {
      sayOf(text);
      if (isWrong) found.wrong += 1;
    }
    remarks.delete(tenant);
    const closed = await verifyClosings(closings.of(tenant), tallies, sayOf);
    found.closings += closed.closings;
    found.wrong += closed.wrong;
    found.otherGuests += closed.otherGuests;
    for await (const { id, faults } of drawers.of(tenant)) {
      for (const fault of faults) sayOf(`drawer ${id}: ${fault}`);
      found.drawers += 1;
      if (faults.length > 0) found.wrong += 1;
    }
  }
};
