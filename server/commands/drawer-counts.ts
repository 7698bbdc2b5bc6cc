import type pg from 'pg';
import { BATCH } from './chain-parts.ts';

/** Drawers that were counted, with what they should hold by their rows and what their notes and coins come to. */
interface CountedDrawer {
  tenant_id: number;
  id: number;
  expected: string;
  counted: string;
  /** What is in it by its float, its movements, and what was paid into it; of the currency that it was closed in, and of any. */
  own: string;
  all: string;
  /** Null: nobody kept which notes they were. */
  notes: string | null;
}

/** Restaurants with counted drawers in their order, as many at a time as have a batch of them together, and one at least. */
const findCounting = async (client: pg.ClientBase): Promise<number[][]> => {
  const { rows } = await client.query<{ tenant_id: number; drawers: number }>(
    `select tenant_id::integer, count(*)::integer as drawers from public.drawers where closed_at is not null group by tenant_id order by tenant_id`,
  );
  const groups: number[][] = [];
  let room = 0;
  for (const { tenant_id, drawers } of rows) {
    if (groups.length === 0 || drawers > room) {
      groups.push([]);
      room = BATCH;
    }
    groups.at(-1)!.push(tenant_id);
    room -= drawers;
  }
  return groups;
};

/** The drawers that were counted with what does not fit of them, also those that no closing has yet; each table is read once. */
export async function* readDrawers(client: pg.ClientBase): AsyncGenerator<{ tenant_id: number; id: number; faults: string[] }> {
  for (const tenants of await findCounting(client)) {
    const { rows } = await client.query<CountedDrawer>(
      `with moved as (
        select tenant_id, drawer_id, sum(case kind when 'pay_in' then amount else -amount end) as amount
        from public.drawer_movements where tenant_id = any($1) group by tenant_id, drawer_id),
      paid as (
        -- the currency may change once no drawer is open: what an older release paid back in the one of before moved no money of this one
        select p.tenant_id, p.drawer_id, sum(p.amount + p.tip) as amount,
          sum(p.amount + p.tip) filter (where i.currency = coalesce(k.currency, s.currency)) as own
        from public.payments p join public.invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
        join public.drawers d on d.tenant_id = p.tenant_id and d.id = p.drawer_id
        join public.store_settings s on s.tenant_id = d.tenant_id
        left join public.closings k on k.tenant_id = d.tenant_id and k.closing_no = d.closing_no
        where p.tenant_id = any($1) and p.drawer_id is not null and p.kind = 'cash' group by p.tenant_id, p.drawer_id),
      captured as (
        -- of bills that are still open, and what was taken back before they closed; the others stand in payments
        select p.tenant_id, p.drawer_id, sum(p.amount + p.tip) as amount
        from public.check_payments p join public.checks c on c.tenant_id = p.tenant_id and c.id = p.check_id
        where p.tenant_id = any($1) and p.drawer_id is not null and p.kind = 'cash' and (c.closed_at is null or p.reverses is not null
          or exists (select from public.check_payments r where r.tenant_id = p.tenant_id and r.reverses = p.id))
        group by p.tenant_id, p.drawer_id)
      select d.tenant_id::integer, d.id::integer, d.expected::text, d.counted::text,
        (d.float + coalesce(m.amount, 0) + coalesce(h.amount, 0) + coalesce(p.own, 0))::text as own,
        (d.float + coalesce(m.amount, 0) + coalesce(h.amount, 0) + coalesce(p.amount, 0))::text as all,
        case when d.denominations is not null then (select coalesce(sum(x.value * x.count), 0)
          from jsonb_to_recordset(d.denominations) as x (value numeric, count numeric)) end::text as notes
      from public.drawers d
      left join moved m on m.tenant_id = d.tenant_id and m.drawer_id = d.id
      left join paid p on p.tenant_id = d.tenant_id and p.drawer_id = d.id
      left join captured h on h.tenant_id = d.tenant_id and h.drawer_id = d.id
      where d.tenant_id = any($1) and d.closed_at is not null order by d.tenant_id, d.id`,
      [tenants],
    );
    for (const { tenant_id, id, expected, counted, own, all, notes } of rows) {
      const faults = [
        expected === own || expected === all ? '' : `its rows come to ${own} and not to ${expected}`,
        notes === null || notes === counted ? '' : `its notes and coins come to ${notes} and not to ${counted}`,
      ].filter(Boolean);
      yield { tenant_id, id, faults };
    }
  }
}
