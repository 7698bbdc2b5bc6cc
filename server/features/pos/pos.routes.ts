import type { HandlerInput } from '#contract/endpoint.ts';
import { findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { menuItem } from '#contract/menu-items.ts';
import { createOrder, createOrderAndInvoice, initPos, posInit } from '#contract/pos.ts';
import { toMinor } from '#contract/pricing.ts';
import { toMenuItem } from '#server/features/menu-items/menu.rules.ts';
import { paymentsOf, roundingOf } from '#server/features/payments/payments.rules.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import type { OpenContext } from '#server/platform/contexts.ts';
import type { Databases } from '#server/platform/database.ts';
import { keptByWeight } from '#server/platform/kept.ts';
import { type KeptAnswer, prebuild } from '#server/platform/prebuilt.ts';
import { handlePrebuilt, handleSignedIn } from '#server/platform/routes.ts';
import type { Session } from '#server/platform/session.ts';
import { listToJson, objectToJson } from '#server/platform/slices.ts';
import { versioned } from '#server/platform/versioned.ts';
import { areLinePricesRight, assertAvailable, assertSums, priceCart } from './cart.rules.ts';
import { place, type Placed } from './placing.queries.ts';
import { findStore, type StoreRows, weighStore } from './store.queries.ts';

type Sale = HandlerInput<typeof createOrder>['body'];
const prepareStore = (rows: StoreRows) => {
  const currency = findCurrency(rows.settings.currency)!;
  const { categories, paymentTypes, printSettings, settings: storeSettings, tables: storeTables } = rows;
  return {
    /** What a till begins with, on a day. */
    makeInit: async (today: string) => {
      const head = posInit.parse({ categories, paymentTypes, printSettings, storeSettings, storeTables, menuItems: [] });
      const menuItems = await listToJson(rows.menu, (row) => menuItem.parse(toMenuItem(row, currency.decimals, today)));
      return prebuild(objectToJson({ ...head, menuItems: undefined }, { menuItems }));
    },
    currency,
    cashStep: toMinor(storeSettings.cash_rounding, currency.decimals) ?? 0n,
    clock: { timezone: storeSettings.timezone, dayStart: storeSettings.day_start },
    menu: new Map(rows.menu.map((item) => [item.id, item])),
    tables: new Map(storeTables.map((table) => [table.id, table])),
    paymentTypes: new Map(paymentTypes.map((type) => [type.id, type])),
  };
};
type Store = ReturnType<typeof prepareStore>;

const found = <T>(from: ReadonlyMap<number, T>, id: number | null | undefined, what: string): T | null => {
  if (id == null) return null;
  const row = from.get(id);
  if (!row) throw new AppError('not_found', `This ${what} does not exist!`);
  return row;
};

/** Prices and decides; place_order then stores all of it in one call (cases.md §6). */
const decideSale = (
  sale: Sale & Pick<HandlerInput<typeof createOrderAndInvoice>['body'], 'payments'>,
  store: Store,
  businessDate: string,
  isPaid: boolean,
) => {
  if (sale.customerType === 'CUSTOMER' && sale.customerId === null) throw new AppError('invalid_input', 'Please select customer!');
  const table = found(store.tables, sale.tableId, 'table');
  const paymentType = found(store.paymentTypes, sale.paymentTypeId, 'payment type');
  assertAvailable(sale.cart, store.menu, businessDate);
  const { lines, totals } = priceCart(sale.cart, store.menu);
  const areRight = areLinePricesRight(sale.cart, lines, store.currency);
  // where no money is taken, a draft or a till that was open for long is not refused for what a line once cost (wire.md §3)
  assertSums(sale, totals, store.currency, areRight || !isPaid);
  const sent = areRight ? 'Order sent to the kitchen.' : 'Order sent to the kitchen. Prices have changed: the bill has the new ones.';
  const payments = isPaid
    ? paymentsOf({ payments: sale.payments, type: paymentType }, store.paymentTypes, {
        currency: store.currency,
        total: totals.total,
        step: store.cashStep,
      })
    : [];
  return {
    deliveryType: sale.deliveryType,
    customerType: sale.customerType,
    customerPhone: sale.customerType === 'CUSTOMER' ? sale.customerId : null,
    table: table && { id: table.id, title: table.table_title, floor: table.floor },
    lines,
    hasStations: lines.some(({ station_id }) => station_id !== null),
    qrOrderId: sale.selectedQrOrderItem,
    covers: sale.covers ?? null,
    total: Number(totals.total),
    currency: store.currency.code,
    pricesChanged: !areRight,
    message: isPaid ? 'Order sent and paid.' : sent,
    invoice: isPaid
      ? {
          subTotal: Number(totals.net),
          taxTotal: Number(totals.tax),
          total: Number(totals.total),
          rounding: Number(roundingOf(payments)),
          payments,
        }
      : null,
  };
};

export const posRoutes = ({ databases }: { databases: Pick<Databases, 'asTenant'> }) => {
  const answers = keptByWeight<KeptAnswer>(({ bytes }) => bytes);
  const stores = versioned(async (tenantId) => {
    const rows = await databases.asTenant(tenantId, findStore, 'read only');
    return { version: rows.version, value: prepareStore(rows), weight: weighStore(rows) };
  });

  const sell = async (sale: Sale, isPaid: boolean, context: OpenContext & { session: Session }): Promise<Placed> => {
    const { tenantId, version, memberId, id: sessionId } = context.session;
    const find = (wanted: number) => stores(tenantId, Math.max(version, wanted));
    const decide = ({ value: store }: { value: Store }) => {
      const businessDate = businessDateOf(context.now, store.clock);
      return { ...decideSale(sale, store, businessDate, isPaid), businessDate, memberId, sessionId };
    };
    return (await place('place_order', { tenantId, find, decide }, context)).placed;
  };

  return [
    handlePrebuilt(initPos, async (session, now) => {
      const { value: store } = await stores(session.tenantId, session.version);
      // The version says nothing of midnight, when what was sold out is back.
      const today = businessDateOf(now, store.clock);
      return answers(`${session.tenantId} ${today}`, store, () => store.makeInit(today));
    }),
    handleSignedIn(createOrder, ({ body }, context) => sell(body, false, context)),
    handleSignedIn(createOrderAndInvoice, ({ body }, context) => sell(body, true, context)),
  ];
};
