import type { ChargeRule } from '#contract/adjustments.ts';
import { findCurrency } from '#contract/currencies.ts';
import { menuItem } from '#contract/menu-items.ts';
import { createOrder, createOrderAndInvoice, initPos, posInit } from '#contract/pos.ts';
import { quoteCart } from '#contract/quotes.ts';
import { AppError } from '#contract/errors.ts';
import { toMinor } from '#contract/pricing.ts';
import { toMenuItem } from '#server/features/menu-items/menu.rules.ts';
import { chargesThatFit, rulesOf, toStoreCharge } from '#server/features/charges/charges.rules.ts';
import { findRoundCharges } from '#server/features/orders/bill-charges.queries.ts';
import { openRoomForOrders } from '#server/features/orders/open-lines.queries.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import type { OpenContext } from '#server/platform/endpoints/contexts.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import { cacheByWeight } from '#server/platform/work/cache-by-weight.ts';
import { type CachedAnswer, prebuild } from '#server/platform/http/prebuilt.ts';
import { handlePrebuilt, handleSignedIn } from '#server/platform/endpoints/routes.ts';
import type { Session } from '#server/platform/endpoints/session.ts';
import { listToJson, objectToJson } from '#server/platform/work/slices.ts';
import { cacheByVersion } from '#server/platform/work/cache-by-version.ts';
import { adjustPlaced } from './adjust-placed.queries.ts';
import { priceCart } from '#server/features/prices/cart.rules.ts';
import { partsOn } from '#server/features/tax-rates/tax-rates.rules.ts';
import { decideSale, isAdjusted, type Sale, toQuote } from './sale.rules.ts';
import type { OrderPayload } from './placed-payloads.rules.ts';
import { place, type Placed } from './placing.queries.ts';
import { findStore, type StoreRows, weighStore } from './store.queries.ts';

/** A till tells what is in a dish, and does not advertise it. */
const tillItem = menuItem.omit({ description: true });

const prepareStore = (rows: StoreRows) => {
  const currency = findCurrency(rows.settings.currency)!;
  const { categories, paymentTypes, printSettings, settings: storeSettings, tables: storeTables } = rows;
  return {
    /** What a till begins with, on a day. */
    makeInit: async (today: string) => {
      const charges =
        rows.charges.length === 0 ? undefined : rulesOf(rows.charges, rows.taxes, today).map((rule) => toStoreCharge(rule, currency));
      const taxParts = partsOn(rows.taxes, today);
      const head = posInit.parse({ categories, paymentTypes, printSettings, storeSettings, storeTables, charges, taxParts, menuItems: [] });
      const menuItems = await listToJson(rows.menu, (row) => tillItem.parse(toMenuItem(row, currency.decimals, today)));
      return prebuild(objectToJson({ ...head, menuItems: undefined }, { menuItems }));
    },
    currency,
    cashStep: toMinor(storeSettings.cash_rounding, currency.decimals) ?? 0n,
    clock: { timezone: storeSettings.timezone, dayStart: storeSettings.day_start },
    menu: new Map(rows.menu.map((item) => [item.id, item])),
    tables: new Map(storeTables.map((table) => [table.id, table])),
    paymentTypes: new Map(paymentTypes.map((type) => [type.id, type])),
    chargesOn: (today: string) => rulesOf(rows.charges, rows.taxes, today),
  };
};
type Store = ReturnType<typeof prepareStore>;

export const posRoutes = ({ databases }: { databases: Pick<Databases, 'asTenant'> }) => {
  const room = openRoomForOrders();
  const answers = cacheByWeight<CachedAnswer>(({ bytes }) => bytes);
  const stores = cacheByVersion(async (tenantId) => {
    const rows = await databases.asTenant(tenantId, findStore, 'read only');
    return { version: rows.version, value: prepareStore(rows), weight: weighStore(rows) };
  });

  const sell = async (sale: Sale, isPaid: boolean, context: OpenContext & { session: Session }): Promise<Placed> => {
    const { tenantId, version, memberId, id: sessionId } = context.session;
    const find = (wanted: number) => stores(tenantId, Math.max(version, wanted));
    const decide = async ({ value: store }: { value: Store }): Promise<OrderPayload> => {
      const businessDate = businessDateOf(context.now, store.clock);
      const decided = (onBill?: readonly ChargeRule[]) => ({
        ...decideSale(sale, store, { businessDate, now: context.now, memberId, onBill }, isPaid),
        businessDate,
        memberId,
        sessionId,
      });
      try {
        return decided();
      } catch (error) {
        const { tableId } = sale;
        const isOfSum = error instanceof AppError && error.code === 'price_changed';
        if (!isOfSum || isPaid || tableId === null) throw error;
        const round = { tableId, covers: sale.covers ?? null };
        const onBill = await context.asTenant(tenantId, (db) => findRoundCharges(db, round, context.now), 'read only');
        if (!onBill) throw error;
        return decided(onBill);
      }
    };
    const withOrder = (db: Db, { orderId, invoiceId }: Placed, { value: { currency } }: { value: Store }) =>
      adjustPlaced({ db, session: context.session, now: context.now }, { sale, orderId, invoiceId: isPaid ? invoiceId : null, currency });
    const { placed } = await place('place_order', { tenantId, room, find, decide, withOrder, always: isAdjusted(sale) }, context);
    if (isPaid) context.sign({ tenantId, kind: 'invoice', number: placed.invoiceId });
    return placed;
  };

  return [
    handlePrebuilt(initPos, async (session, now) => {
      const { value: store } = await stores(session.tenantId, session.version);
      // The version says nothing of midnight, when what was sold out is back.
      const today = businessDateOf(now, store.clock);
      return answers(`${session.tenantId} ${today}`, store, () => store.makeInit(today));
    }),
    handleSignedIn(createOrder, ({ body }, context) => sell(body, false, context)),
    handleSignedIn(quoteCart, async ({ body }, { session: { tenantId, version }, now, asTenant }) => {
      const { value: store } = await stores(tenantId, version);
      const today = businessDateOf(now, store.clock);
      const { deliveryType, tableId } = body;
      if (tableId !== null && !store.tables.has(tableId)) throw new AppError('not_found', 'This table does not exist!');
      const covers = body.covers ?? null;
      const onBill =
        tableId === null ? undefined : await asTenant(tenantId, (db) => findRoundCharges(db, { tableId, covers }, now), 'read only');
      const charges = onBill ?? chargesThatFit(store.chargesOn(today), { deliveryType, covers });
      return toQuote(body, priceCart(body.cart, store.menu, { deliveryType, today }).lines, { currency: store.currency, charges });
    }),
    handleSignedIn(createOrderAndInvoice, ({ body }, context) => sell(body, true, context)),
  ];
};
