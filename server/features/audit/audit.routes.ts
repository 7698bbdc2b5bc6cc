import { Readable } from 'node:stream';
import { getAuditFile, listAudit } from '#contract/audit.ts';
import { type Currency, findCurrency } from '#contract/currencies.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { rangeOf } from '#contract/periods.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import { deviceName } from '#server/features/devices/device-name.rules.ts';
import { getStoreClock } from '#server/features/orders/orders.queries.ts';
import { getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { sendCsv } from '#server/platform/endpoints/answers.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { businessDateOf, businessDayBounds } from '#server/platform/business-day.ts';
import { writeCsv } from '#server/platform/files/csv.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findHeldRights } from '#server/platform/security/rights.queries.ts';
import { handle, handleSignedIn } from '#server/platform/endpoints/routes.ts';
import { withoutSecrets } from '#server/platform/security/secrets.ts';
import type { Session } from '#server/platform/endpoints/session.ts';
import { sentenceOf } from './audit-text.rules.ts';
import {
  type EntryRow,
  type Filter,
  findActs,
  findAuditAfter,
  findAuditPage,
  findFormerCurrencies,
  findFilterChoices,
  findMemberIds,
} from './audit.queries.ts';
import { kindOf, shownOf } from './audit.rules.ts';

const PER_PAGE = 50;
const PIECE = 1000; // entries of a file that are read at a time
const columns = ['at', 'member', 'approver', 'kind', 'text', 'amount', 'reason', 'note', 'device', 'ip', 'before', 'after'] as const;

/** The owner, or whoever holds the right; nobody is asked to approve reading (wire-2.md §4). */
const assertMayRead = async (context: { db: Db; session: Session }): Promise<void> => {
  if (context.session.role === 'admin') return;
  if (!(await findHeldRights(context)).rights.includes('audit')) throw new AppError('not_allowed', 'You do not have access to this!');
};

type AuditQuery = HandlerInput<typeof getAuditFile>['query'];

/** The least whole number of minor units that comes to this much: 13.5 is 14 where there are no decimals. */
const leastMinor = (amount: string, decimals: number): bigint => {
  const exact = toMinor(amount, decimals);
  if (exact !== undefined) return exact;
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.slice(0, decimals)) + 1n;
};

/** What is asked for, in the database's terms; undefined where nothing can fit. */
const readFilter = async (db: Db, { type, from, to, member, kind, table, minAmount }: AuditQuery, now: Date) => {
  const clock = await getStoreClock(db);
  const currency = await getCurrency(db);
  const range = rangeOf(type, businessDateOf(now, clock), { from, to });
  const memberIds = member === undefined ? undefined : await findMemberIds(db, member);
  const isNarrow = [member, kind, table].some((wanted) => wanted !== undefined);
  const former = await findFormerCurrencies(db);
  const currencies = [currency, ...former.flatMap(({ currency: code }) => findCurrency(code) ?? [])];
  const decimals = Math.max(...currencies.map((one) => one.decimals));
  if (minAmount !== undefined && toMinor(minAmount, decimals) === undefined)
    throw new AppError('invalid_input', `An amount has at most ${decimals} decimals!`);
  const least = minAmount && {
    present: leastMinor(minAmount, currency.decimals),
    of: new Map(currencies.map((one) => [one.code, leastMinor(minAmount, one.decimals)])),
    former,
  };
  const filter: Filter = {
    start: businessDayBounds(range.from, clock).start,
    end: businessDayBounds(range.to, clock).end,
    acts: isNarrow ? (await findActs(db)).filter(({ entity, action }) => !kind || kindOf(entity, action) === kind) : undefined,
    memberIds,
    tableId: table,
    minAmount: least || undefined,
  };
  return { filter: memberIds?.length === 0 ? undefined : filter, range, clock, currency, former };
};

type Former = Awaited<ReturnType<typeof findFormerCurrencies>>;

/** What the sums of an entry are in: as what it is about, else as the store was when it was written. */
const currencyOf = (row: EntryRow, former: Former, present: Currency): Currency =>
  findCurrency(row.currency ?? former.find(({ id }) => id > row.id)?.currency ?? present.code) ?? present;

const toEntry = (row: EntryRow, currency: Currency) => ({
  id: row.id,
  at: row.at.toISOString(),
  member_name: row.member_name,
  approver_name: row.approver_name,
  kind: kindOf(row.entity, row.action),
  text: sentenceOf(row, currency),
  reason: row.reason,
  note: row.note,
  amount: row.amount === null ? null : toDecimal(BigInt(row.amount), currency.decimals),
  device_name: deviceName(row.device),
  ip: row.ip,
  before: shownOf(row.entity, withoutSecrets(row.before), currency.decimals),
  after: shownOf(row.entity, withoutSecrets(row.after), currency.decimals),
});

const cell = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
const toCells = (row: EntryRow, currency: Currency) => {
  const { member_name: member, approver_name: approver, device_name: device, before, after, ...entry } = toEntry(row, currency);
  return { ...entry, member, approver, device, before: cell(before), after: cell(after) };
};

export const auditRoutes = [
  handle(listAudit, async ({ query: { page = 1, perPage = PER_PAGE, ...asked } }, context) => {
    const { db, now } = context;
    await assertMayRead(context);
    const { filter, clock, currency, former } = await readFilter(db, asked, now);
    const { total, rows } = filter
      ? await findAuditPage(db, filter, { offset: (page - 1) * perPage, limit: perPage })
      : { total: 0, rows: [] };
    return {
      entries: rows.map((row) => toEntry(row, currencyOf(row, former, currency))),
      currentPage: page,
      perPage,
      totalPages: Math.ceil(total / perPage),
      totalEntries: total,
      currency: currency.code,
      timezone: clock.timezone,
      ...(await findFilterChoices(db)),
    };
  }),

  handleSignedIn(getAuditFile, async ({ query }, { asTenant, session, now }) => {
    const { filter, range, currency, former } = await asTenant(session.tenantId, async (db) => {
      await assertMayRead({ db, session });
      await insertAudit({ db, session, now }, { action: 'export', entity: 'audit_log', after: query });
      return readFilter(db, query, now);
    });
    // entries are only ever added: what is read in pieces, each in a transaction of its own, agrees with itself
    const pieces = async function* () {
      for (let last: EntryRow | undefined, isFirst = true; ; isFirst = false) {
        const rows = filter ? await asTenant(session.tenantId, (db) => findAuditAfter(db, filter, last, PIECE), 'read only') : [];
        const lines = rows.map((row) => toCells(row, currencyOf(row, former, currency)));
        if (isFirst || rows.length > 0) yield writeCsv(columns, lines, isFirst);
        if (rows.length < PIECE) return;
        last = rows.at(-1);
      }
    };
    return sendCsv(`activity-${range.from}-${range.to}.csv`, Readable.from(pieces()));
  }),
];
