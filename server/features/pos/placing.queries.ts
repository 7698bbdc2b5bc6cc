import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { tenantLimits } from '#contract/tenant-limits.ts';
import { closedDrawer, unknownDrawer } from '#server/features/drawers/drawers.rules.ts';
import type { OpenContext } from '#server/platform/endpoints/contexts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isPassing } from '#server/platform/database/failures.ts';
import { findAnswer } from '#server/platform/endpoints/idempotency.queries.ts';
import { assertSame, keyReused } from '#server/platform/endpoints/idempotency.ts';
import type { RoomForOrders } from '#server/features/orders/open-lines.queries.ts';
import type { AroundOrder, Payloads } from './placed-payloads.rules.ts';

const TRIES = 4; // of an order that met a changed menu, a deadlock, its own twin or the end of its customer

const RETRY_AFTER = 1; // seconds

/** tokenNo and date: not of an order that waits for staff. invoiceId: only of one that was paid. pricesChanged: only when they have. */
export type Placed = {
  success: true;
  message: string;
  tokenNo: number;
  orderId: number;
  date: string;
  invoiceId: number;
  pricesChanged?: true;
};

type Refusal = 'key_reused' | 'unknown_customer' | 'unknown_qr_order' | 'closed_qr_order' | 'unknown_drawer' | 'closed_drawer';
type Outcome = { outcome: 'placed' | 'replayed'; response: Placed } | { outcome: Refusal };

const refusals: Record<Refusal, () => AppError> = {
  key_reused: keyReused,
  unknown_customer: () => new AppError('not_found', 'This customer does not exist!'),
  unknown_qr_order: () => new AppError('not_found', 'This QR order does not exist!'),
  closed_qr_order: () => new AppError('conflict', 'This QR order was already accepted or cancelled!'),
  unknown_drawer: unknownDrawer,
  closed_drawer: closedDrawer,
};

/** What is told when the restaurant has too much open. A diner's page explains a conflict as a dish that is sold out. */
const noRoom: Record<keyof Payloads, (refusal: AppError) => AppError> = {
  place_order: (refusal) => refusal,
  place_qr_order: () => new AppError('not_allowed', 'This restaurant cannot take more orders at the moment! Please tell the staff!'),
};

/** What is told when the bill that an order would join has no room for it. A diner's page has its own words for what staff have to solve. */
const fullBill: Record<keyof Payloads, () => AppError> = {
  place_order: () => new AppError('conflict', tenantLimits.billLines.sentence),
  place_qr_order: () => new AppError('not_allowed', 'The bill of this table is full! Please tell the staff!'),
};

/** What is told when nobody knows to which table an order goes, because of what became of its bill; the till asks for a table then. */
const goneBill = () =>
  new AppError('conflict', 'The bill of this order is closed or elsewhere by now. Please choose a table for this order!', {
    body: { asksForTable: true },
  });

interface Placing<S, Payload> {
  tenantId: number;
  room: RoomForOrders;
  /** Reads the store as it stands, at least as new as this version. */
  find: (version: number) => Promise<S>;
  /** Prices the order and says what is to be stored; throws what speaks against it. */
  decide: (store: S) => Payload | Promise<Payload>;
  /** What else is written with the order: then both are one transaction of several steps. Asked for when it joins a bill with money off, too. */
  withOrder?: (db: Db, placed: Placed, store: S) => Promise<void>;
  /** It is written in any case. */
  always?: boolean;
}

const callWith =
  <S>({ tenantId, withOrder }: Pick<Placing<S, unknown>, 'tenantId' | 'withOrder'>, store: S, { asTenant }: PlacingContext) =>
  async (name: string, payload: object): Promise<Outcome> =>
    asTenant(tenantId, async (db) => {
      const order = JSON.stringify({ ...payload, isAdjusting: true });
      const { rows } = await sql<{ result: Outcome }>`select ${sql.raw(name)}(${tenantId}, ${order}::jsonb) as result`.execute(db);
      const [{ result }] = rows as [{ result: Outcome }];
      if (result.outcome === 'placed') await withOrder!(db, (result as { response: Placed }).response, store);
      return result;
    });

/** An order that waits for staff is on no board yet. */
const assertRoom = async <Name extends keyof Payloads>(
  name: Name,
  order: Payloads[Name],
  { tenantId, room }: Pick<Placing<unknown, unknown>, 'tenantId' | 'room'>,
  { asTenant }: PlacingContext,
) => {
  if ('isForKitchen' in order && !order.isForKitchen) return;
  await room(tenantId, order.lines.length, (work) => asTenant(tenantId, work, 'read only')).catch((error: unknown) => {
    throw error instanceof AppError ? noRoom[name](error) : error;
  });
};

type PlacingContext = Pick<OpenContext, 'asTenant' | 'callAsTenant' | 'idempotent' | 'now' | 'replayed'>;

/** A request that was answered before is answered the same, even when its prices would be refused today. */
const findEarlierAnswer = async (tenantId: number, { asTenant, idempotent }: PlacingContext): Promise<Placed | undefined> => {
  if (!idempotent) return undefined;
  const known = await asTenant(tenantId, (db) => findAnswer(db, idempotent.key), 'read only');
  if (!known) return undefined;
  assertSame(known, idempotent);
  return known.response as unknown as Placed;
};

/** Why the database did not store it, where another try may: stale from a menu that has changed, joining a bill with money off. */
const readFailure = (error: unknown) => {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  // deleted by somebody else after this order had found them
  const isForgotten = code === '23503' && constraint.includes('customer');
  const isStale = code === 'CM001';
  const isJoining = code === 'CM002';
  return { isStale, isJoining, mayPass: isStale || isForgotten || constraint === 'idempotency_keys_pkey' || isPassing(error) };
};

/** A refusal, unless the same request was answered before: then that answer. */
const answerEarlierOr = async (refusal: AppError, tenantId: number, context: PlacingContext) => {
  const earlier = refusal.code === 'key_reused' ? undefined : await findEarlierAnswer(tenantId, context);
  if (!earlier) throw refusal;
  context.replayed();
  return { placed: earlier, isReplay: true };
};

/** Decides an order and stores it by one call of db/functions, again when the menu it was priced from has changed meanwhile. */
export const place = async <S extends { version: number }, Name extends keyof Payloads>(
  name: Name,
  placing: Placing<S, Payloads[Name]>,
  context: PlacingContext,
): Promise<{ placed: Placed; isReplay: boolean }> => {
  const { tenantId, find, decide, withOrder, always = false } = placing;
  const { now, idempotent, callAsTenant, replayed } = context;
  const billLinesAtMost = tenantLimits.billLines.most;
  let wanted = 0;
  let isAdjusting = always;
  for (let attempt = 1; ; attempt++) {
    const store = await find(wanted);
    try {
      const order = await decide(store);
      if (attempt === 1) await assertRoom(name, order, placing, context);
      const payload: Payloads[Name] & AroundOrder = { ...order, ...idempotent, version: store.version, now, isAdjusting, billLinesAtMost };
      const result = isAdjusting
        ? await callWith(placing, store, context)(name, payload)
        : await callAsTenant<Outcome>(name, tenantId, payload);
      if (!('response' in result)) throw refusals[result.outcome]();
      const isReplay = result.outcome === 'replayed';
      if (isReplay) replayed();
      return { placed: result.response, isReplay };
    } catch (failure) {
      const { code } = failure as { code?: string };
      const error = code === 'CM003' ? fullBill[name]() : code === 'CM004' ? goneBill() : failure;
      if (error instanceof AppError) return await answerEarlierOr(error, tenantId, context);
      const { isStale, isJoining, mayPass } = readFailure(error);
      const mayJoin = isJoining && withOrder !== undefined;
      if (isStale && attempt === TRIES)
        throw new AppError('unavailable', 'The menu is being changed. Please try again!', { retryAfter: RETRY_AFTER });
      if (attempt === TRIES || !(mayJoin || mayPass)) throw error;
      if (mayJoin) isAdjusting = true;
      if (isStale) wanted = store.version + 1;
    }
  }
};
