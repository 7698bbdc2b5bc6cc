import { sql } from 'kysely';
import { AUDIT_COUNTED } from '#contract/audit.ts';
import { findMemberChoices } from '#server/features/users/member-choices.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { nameOrder } from '#server/platform/database/name-order.ts';
import type { AuditFacts } from './audit-text.rules.ts';
import { idsOf } from '#server/platform/database/batches.ts';

export interface Filter {
  start: Date;
  end: Date;
  /** tables and actions of one kind, all of them for a person or a table (the indexes are led by these); undefined: just any */
  acts?: { entity: string; action: string }[] | undefined;
  /** only with acts */
  memberIds?: number[] | undefined;
  tableId?: number | undefined;
  minAmount?: LeastAmount | undefined;
}

/** An amount in minor units of each currency that sums of the log may be in. */
interface LeastAmount {
  /** Of the present one. */
  present: bigint;
  of: Map<string, bigint>;
  /** What the store's currency was before these entries. */
  former: { id: number; currency: string }[];
}

/** What it has to come to in any of them: the index is of amounts alone. */
const smallestOf = ({ present, of }: LeastAmount): number => Math.min(...[present, ...of.values()].map(Number));

/** What an entry has to come to: in the currency of what it is about, else in that of the store when it was written. */
const leastOf = ({ present, of, former }: LeastAmount) => {
  if (former.length === 0) return sql`${Number(present)}`;
  const then = sql.join(
    former.map(({ id, currency }) => sql`when a.id < ${id} then ${currency}`),
    sql` `,
  );
  const known = sql.join(
    [...of].map(([currency, least]) => sql`when ${currency} then ${Number(least)}::bigint`),
    sql` `,
  );
  return sql`case coalesce(
      case a.entity
        when 'orders' then (select o.currency from orders o where o.id = a.entity_id)
        when 'order_lines' then (select o.currency from order_lines l join orders o on o.id = l.order_id where l.id = a.entity_id)
        when 'invoices' then (select i.currency from invoices i where i.id = a.entity_id) end,
      case ${then} end)
    ${known} else ${Number(present)}::bigint end`;
};

/** The tables and actions of which there are entries: each is a probe of the index audit_log_done, however long the log. */
export const findActs = async (db: Db): Promise<{ entity: string; action: string }[]> => {
  const { rows } = await sql<{ entity: string; action: string }>`
    with recursive act as (
      (select entity, action from audit_log order by entity, action limit 1)
      union all
      select next.entity, next.action from act cross join lateral (
        select entity, action from audit_log where (entity, action) > (act.entity, act.action) order by entity, action limit 1) next
    )
    select entity, action from act`.execute(db);
  return rows;
};

/** The newest that fit, after `last` where that is given; each act, and each member of it, is read from its own end of the index. */
const newest = ({ start, end, acts, memberIds, tableId, minAmount }: Filter, limit: number, last?: { id: number }) => {
  const fits = sql`a.at >= ${start} and a.at < ${end}
    ${memberIds === undefined ? sql`` : sql`and a.member_id = member.id`}
    ${tableId === undefined ? sql`` : sql`and a.table_id = ${tableId}`}
    ${minAmount === undefined ? sql`` : sql`and a.amount >= ${smallestOf(minAmount)} and a.amount >= ${leastOf(minAmount)}`}
    ${last === undefined ? sql`` : sql`and (a.at, a.id) < (select at, id from audit_log where id = ${last.id})`}`;
  if (acts === undefined) return sql`select a.id, a.at from audit_log a where ${fits} order by a.at desc, a.id desc limit ${limit}`;
  return sql`
    select one.id, one.at from jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) as act (entity text, action text)
    ${memberIds === undefined ? sql`` : sql`cross join unnest(${memberIds}::bigint[]) as member (id)`}
    cross join lateral (
      select a.id, a.at from audit_log a where a.entity = act.entity and a.action = act.action and ${fits}
      order by a.at desc, a.id desc limit ${limit}) one
    order by one.at desc, one.id desc limit ${limit}`;
};

export interface EntryRow extends AuditFacts {
  id: number;
  at: Date;
  reason: string | null;
  note: string | null;
  device: string | null;
  ip: string | null;
  /** Of the order or invoice that it is about. */
  currency: string | null;
}

/** Of a table that has titles: how its row is called now. */
const titles = sql`case a.entity
  when 'menu_items' then (select title from menu_items t where t.id = a.entity_id)
  when 'categories' then (select title from categories t where t.id = a.entity_id)
  when 'taxes' then (select title from taxes t where t.id = a.entity_id)
  when 'payment_types' then (select title from payment_types t where t.id = a.entity_id)
  when 'drawers' then (select title from drawers t where t.id = a.entity_id)
  when 'customers' then (select name from customers t where t.id = a.entity_id)
  when 'order_lines' then (select item_title from order_lines t where t.id = a.entity_id)
end`;

/** Entries with everything that is shown of them, in this order. */
const findRows = async (db: Db, ids: readonly number[]): Promise<EntryRow[]> => {
  const { rows } = await sql<EntryRow>`
    select a.id, a.at, a.action, a.entity, a.entity_id, a.before, a.amount, a.reason, a.note,
      case when a.entity = 'sessions' and jsonb_typeof(a.after) = 'object' then a.after - 'device' else a.after end as after,
      m.name as member_name, p.name as approver_name,
      case when a.entity = 'security' then m.name else who.name end as about_name,
      coalesce(o.currency, i.currency) as currency, o.token_no, t.title as table_title, ${titles} as row_title,
      coalesce(said.device, s.device_name, case when s.id is null then (
        select k.after->>'device' from audit_log k
        where k.entity = 'sessions' and k.entity_id = a.session_id and k.action = 'sign-in' limit 1) end) as device,
      coalesce(said.address, s.device_ip) as ip
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join audit_log a on a.id = wanted.id
    -- a printer and the store have an address, too
    cross join lateral (select case when a.entity in ('sessions', 'security') then a.after end as after) of_device
    cross join lateral (select of_device.after->>'device' as device, of_device.after->>'address' as address) said
    left join members m on m.tenant_id = a.tenant_id and m.id = a.member_id
    left join members p on p.tenant_id = a.tenant_id and p.id = a.approver_id
    left join members who on who.tenant_id = a.tenant_id and a.entity = 'members' and who.id = a.entity_id
    left join sessions s on s.tenant_id = a.tenant_id and s.id = a.session_id
    left join order_lines l on l.tenant_id = a.tenant_id and a.entity = 'order_lines' and l.id = a.entity_id
    left join orders o on o.tenant_id = a.tenant_id and o.id = case a.entity when 'orders' then a.entity_id else l.order_id end
    left join invoices i on i.tenant_id = a.tenant_id and a.entity = 'invoices' and i.id = a.entity_id
    left join store_tables t on t.tenant_id = a.tenant_id and t.id = a.table_id
    order by wanted.place`.execute(db);
  return rows;
};

/** One page, and how many entries there are, of which so many at most are counted. */
export const findAuditPage = async (db: Db, filter: Filter, { offset, limit }: { offset: number; limit: number }) => {
  const { rows } = await sql<{ total: number; ids: string[] | null }>`
    with found as materialized (${newest(filter, AUDIT_COUNTED)})
    select (select count(*) from found)::int as total,
      (select array_agg(id order by at desc, id desc) from (select * from found order by at desc, id desc offset ${offset} limit ${limit}) page) as ids`.execute(
    db,
  );
  const { total, ids } = rows[0]!;
  return { total, rows: await findRows(db, (ids ?? []).map(Number)) };
};

/** The next entries after the one that was read last. */
export const findAuditAfter = async (db: Db, filter: Filter, last: { id: number } | undefined, limit: number): Promise<EntryRow[]> => {
  const { rows } = await sql<{ id: number }>`${newest(filter, limit, last)}`.execute(db);
  return findRows(db, idsOf(rows));
};

/** What the store's currency was before each change of it, the oldest change first. */
export const findFormerCurrencies = async (db: Db): Promise<{ id: number; currency: string }[]> => {
  const { rows } = await sql<{ id: number; currency: string }>`
    select id, before->>'currency' as currency from audit_log
    where entity = 'store_settings' and action = 'update' and before->>'currency' <> after->>'currency' order by id`.execute(db);
  return rows;
};

/** The members of a username: who left keeps it for a while, and the same person may be back under it. */
export const findMemberIds = async (db: Db, username: string): Promise<number[]> =>
  (await sql<{ id: number }>`select id from members where lower(username) = lower(${username})`.execute(db)).rows.map(({ id }) => id);

/** Whom and where the list may be filtered by. */
export const findFilterChoices = async (db: Db) => ({
  members: await findMemberChoices(db),
  tables: await db.selectFrom('store_tables').select(['id', 'title']).orderBy(nameOrder('title')).orderBy('id').execute(),
});
