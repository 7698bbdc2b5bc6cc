import type { HandlerInput } from '#contract/endpoint.ts';
import { AppError, errorAt } from '#contract/errors.ts';
import { getQrMenu, placeQrOrder, WRONG_PHONE } from '#contract/qr-menu.ts';
import { openRoomForOrders } from '#server/features/orders/open-lines.queries.ts';
import { adjustJoined } from '#server/features/pos/adjust-placed.queries.ts';
import type { QrOrderPayload } from '#server/features/pos/placed-payloads.rules.ts';
import { place, type Placed } from '#server/features/pos/placing.queries.ts';
import { areLinePricesRight, assertAvailable, assertSums, priceCart } from '#server/features/prices/cart.rules.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import type { OpenContext } from '#server/platform/endpoints/contexts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { takeTogether, type Limits } from '#server/platform/limits/limits.ts';
import { openOnce } from '#server/platform/work/once.ts';
import { handleOpen, handleOpenPrebuilt } from '#server/platform/endpoints/routes.ts';
import { publicId } from '#server/platform/clock-and-random.ts';
import { isPaused } from './pause.rules.ts';
import { readPhone } from './phone.rules.ts';
import { markLimitReached } from './qr-limits.queries.ts';
import type { QrMenus, QrStore } from './qr-menus.queries.ts';

/** One answer for an unknown code, one that was replaced, and an inactive restaurant (cases.md N8). */
const BROKEN_LINK = 'Broken Link!';
const brokenLink = (extras = {}) => new AppError('not_found', BROKEN_LINK, extras);

const NO_TABLE = 'This table does not exist!';
const DINER_COOKIE = 'comanda_diner';
const DAY = 86_400; // seconds
const NOTED_EVERY = 60_000; // ms

type Basket = HandlerInput<typeof placeQrOrder>['body'];

/** Who orders: nobody in particular, or a phone that the store may know already. */
const readCustomer = ({ customerType, customer }: Basket, store: QrStore) => {
  if (customerType === 'WALKIN') return null;
  const read = readPhone(customer?.phone ?? '', store.country ?? undefined);
  if (read) return { name: customer?.name, ...read };
  throw new AppError('invalid_input', WRONG_PHONE, { errors: [{ path: ['customer', 'phone'], message: WRONG_PHONE }] });
};

/** Prices and decides; place_qr_order then stores all of it in one call (cases.md §6). */
const decideOrder = (basket: Basket, store: QrStore, now: Date): QrOrderPayload => {
  const { settings } = store;
  if (!settings.is_qr_menu_enabled || !settings.is_qr_order_enabled)
    throw new AppError('not_allowed', 'This restaurant does not take orders from its menu now!');
  if (isPaused(settings, now)) throw new AppError('not_allowed', 'Ordering is paused at the moment. Please tell the staff!');
  const table = basket.tableId ? store.tables.get(basket.tableId) : null;
  if (table === undefined) throw errorAt('not_found', 'tableId', NO_TABLE);
  const cart = basket.cartItems.map((line) => ({ ...line, variant_id: line.variant_id ?? null, addons_ids: line.addons_ids ?? [] }));
  const customer = readCustomer(basket, store);
  const businessDate = businessDateOf(now, store.clock);
  assertAvailable(cart, store.menu, businessDate, 'cartItems');
  const deliveryType = table ? 'dinein' : 'takeaway';
  const { lines, totals } = priceCart(cart, store.menu, { deliveryType, today: businessDate });
  assertSums({}, totals, store.currency, areLinePricesRight(cart, lines, store.currency));
  return {
    deliveryType,
    customerType: basket.customerType,
    customer,
    table: table && { id: table.id, title: table.table_title, floor: table.floor },
    lines,
    total: Number(totals.total),
    currency: store.currency.code,
    message: 'Your order was sent.',
    isForKitchen: settings.is_qr_order_to_kitchen,
    businessDate,
  };
};

/** The browser by a cookie that says nothing of who uses it: a limit for one table must not count its neighbours. */
const browserOf = ({ cookies, setCookie, random }: OpenContext): string => {
  const known = cookies[DINER_COOKIE];
  if (known && /^[\w-]{21}$/.test(known)) return known;
  const made = publicId(random);
  setCookie(DINER_COOKIE, made, { path: '/api/v1/qrmenu', maxAge: DAY });
  return made;
};

/** Diners have a key space of their own: what they send as a key can never meet one of a till. */
const ofDiner = (context: OpenContext): OpenContext => {
  const { idempotent } = context;
  return { ...context, idempotent: idempotent && { ...idempotent, key: `qr:${idempotent.key}` } };
};

export const qrMenuRoutes = ({ qrMenus, limits }: { qrMenus: QrMenus; limits: Limits }) => {
  // accepted orders (wire.md §3)
  const perBrowser = limits.open('qr-browser');
  const perAddress = limits.openForAddresses('qr-address');
  const perTable = limits.open('qr-table');
  const withoutTable = limits.open('qr-no-table');
  const perCode = limits.open('qr-code');
  const room = openRoomForOrders();
  const isFirst = openOnce(NOTED_EVERY);

  /** The tills are told that their guests are refused, and what refuses is noted, not each time. */
  const noteLimit = (tenantId: number, whose: 'person' | 'restaurant', { now, asTenant, ...context }: OpenContext) => {
    if (!isFirst(whose === 'person' ? `${tenantId} ${context.address}` : `${tenantId}`, now)) return;
    context.noteSecurity({ kind: 'limit reached', tenantId, detail: { limit: `QR orders of a ${whose}` } });
    if (whose === 'person') return;
    context.inBackground(async () => {
      await asTenant(tenantId, (db) => markLimitReached(db, now));
      context.nudge(tenantId);
    });
  };

  /** Counts an order in all limits or in none: first what is the diner's own, so that nobody's tries use up what is everybody's. */
  const count = async (tenantId: number, tableId: number | undefined, context: OpenContext) => {
    const take = (whose: 'person' | 'restaurant', wanted: Parameters<typeof takeTogether>[0]) =>
      takeTogether(wanted).catch((refusal: unknown) => {
        if (refusal instanceof AppError && refusal.code === 'too_many') noteLimit(tenantId, whose, context);
        throw refusal;
      });
    const own = await take('person', [
      [perBrowser, browserOf(context)],
      [perAddress, context.address],
      ...(tableId === undefined ? [] : [[perTable, `${tenantId}:${tableId}`] as const]),
    ]);
    try {
      const shared = await take('restaurant', [
        ...(tableId === undefined ? [[withoutTable, String(tenantId)] as const] : []),
        [perCode, String(tenantId)],
      ]);
      return async () => void (await Promise.all([own(), shared()]));
    } catch (refusal) {
      await own();
      throw refusal;
    }
  };

  const getStore = async (qrcode: string, version: number): Promise<QrStore> => {
    const store = await qrMenus.findQrStore(qrcode, version);
    // the page tells by the path what is gone: the link, the table or a dish
    if (!store) throw brokenLink({ errors: [{ path: ['qrcode'], message: BROKEN_LINK }] });
    return store;
  };

  const order = async (qrcode: string, basket: Basket, context: OpenContext) => {
    const { tenantId } = await getStore(qrcode, 0);
    let giveBack: (() => Promise<void>) | undefined;
    const decide = async (store: QrStore) => {
      const decided = decideOrder(basket, store, context.now);
      giveBack ??= await count(tenantId, decided.table?.id, context);
      return decided;
    };
    // at a table whose bill has money off; an order that waits for staff joins none yet
    const withOrder = async (db: Db, { orderId }: Placed, { settings }: QrStore) => {
      if (settings.is_qr_order_to_kitchen) await adjustJoined(db, orderId, context.now);
    };
    try {
      const { placed, isReplay } = await place(
        'place_qr_order',
        { tenantId, room, find: (version) => getStore(qrcode, version), decide, withOrder },
        ofDiner(context),
      );
      if (isReplay) await giveBack?.();
      else context.nudge(tenantId);
      return placed;
    } catch (error) {
      await giveBack?.();
      throw error;
    }
  };

  return [
    handleOpenPrebuilt(getQrMenu, async ({ params, query }) => {
      const found = await qrMenus.findPublicMenu(params.qrcode, query.tableId);
      if (!found) throw brokenLink();
      return found.answer();
    }),
    handleOpen(placeQrOrder, ({ params, body }, context) => order(params.qrcode, body, context)),
  ];
};
