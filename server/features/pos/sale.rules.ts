import { type Adjustment, chargeLine, type ChargeRule, type Cost, costOf } from '#contract/adjustments.ts';
import type { Currency } from '#contract/currencies.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import type { Quote } from '#contract/quotes.ts';
import type { PaymentType } from '#contract/payment-types.ts';
import { lineLeft, lineTotal, MAX_MINOR, toDecimal } from '#contract/pricing.ts';
import { chargesThatFit, type StoreChargeRule } from '#server/features/charges/charges.rules.ts';
import type { MenuRow } from '#server/features/menu-items/menu.queries.ts';
import { assertPrice, readAdjustmentValue } from '#server/features/orders/adjustments.rules.ts';
import { toBillCharges, toChargeRows, toTaxShares } from '#server/features/prices/charges.rules.ts';
import { drawersOf, paymentsOf, roundingOf } from '#server/features/payments/payments.rules.ts';
import { hashPiecesOfSale } from '#server/features/prices/hashed-invoice.rules.ts';
import {
  areLinePricesRight,
  assertAvailable,
  assertSums,
  isSumRight,
  priceCart,
  type PricedCartLine,
  toPriced,
} from '#server/features/prices/cart.rules.ts';
import { notesOfSale } from './notes.rules.ts';
import type { OrderPayload } from './placed-payloads.rules.ts';

export type Sale = HandlerInput<typeof createOrder>['body'] &
  Partial<Pick<HandlerInput<typeof createOrderAndInvoice>['body'], 'payments' | 'drawerId' | 'hasCountedGuests'>>;

/** What a sale is decided from. */
interface SaleStore {
  currency: Currency;
  cashStep: bigint;
  menu: ReadonlyMap<number, MenuRow>;
  tables: ReadonlyMap<number, { id: number; table_title: string; floor: string }>;
  paymentTypes: ReadonlyMap<number, PaymentType>;
  chargesOn: (today: string) => StoreChargeRule[];
}

const found = <T>(from: ReadonlyMap<number, T>, id: number | null | undefined, what: string): T | null => {
  if (id == null) return null;
  const row = from.get(id);
  if (!row) throw new AppError('not_found', `This ${what} does not exist!`);
  return row;
};

type Adjusted = Pick<Sale, 'cart' | 'adjustments'>;

/** Whether anything is taken off. */
export const isAdjusted = ({ cart, adjustments }: Adjusted): boolean =>
  Boolean(adjustments?.length) || cart.some((line) => line.adjustments?.length);

/** What a cart comes to with its adjustments and these charges. Throws invalid_input and conflict for adjustments that cannot be. */
const costOfCart = (
  { cart, adjustments = [] }: Adjusted,
  lines: readonly PricedCartLine[],
  { currency, charges }: { currency: Currency; charges: readonly ChargeRule[] },
): Cost => {
  const read = (body: NonNullable<Adjusted['adjustments']>[number], line: PricedCartLine | null): Adjustment => {
    const value = readAdjustmentValue(body, currency);
    assertPrice({ kind: body.kind, value }, line && { id: 0, ...line });
    return { kind: body.kind, value: BigInt(value) };
  };
  const cost = costOf({
    lines: lines.map((line, index) => ({
      ...toPriced(line),
      adjustments: (cart[index]!.adjustments ?? []).map((one) => read(one, line)),
    })),
    adjustments: adjustments.map((one) => read(one, null)),
    charges,
  });
  if (cost.totals.total > MAX_MINOR) throw new AppError('invalid_input', 'This bill is too large to be added up!');
  return cost;
};

/** How many guests its own bill counts. */
const countedBy = ({ covers, hasCountedGuests }: Sale): number | null => (hasCountedGuests ? null : (covers ?? null));

interface Occasion {
  businessDate: string;
  now: Date;
  memberId: number;
}

interface PaidCart {
  cost: Cost;
  /** With what was taken off each. */
  lines: readonly (PricedCartLine & { discount: number })[];
  payments: ReturnType<typeof paymentsOf>;
  currency: Currency;
}

/** The invoice of what is paid at once, with what it notes and what it is hashed from. */
const invoiceOf = ({ cost, lines, payments, currency }: PaidCart, { businessDate, now, memberId }: Occasion): OrderPayload['invoice'] => {
  const { totals } = cost;
  const rounding = roundingOf(payments);
  return {
    subTotal: Number(totals.net),
    taxTotal: Number(totals.tax),
    total: Number(totals.total),
    rounding: Number(rounding),
    ...(cost.discount > 0n && { discount: Number(cost.discount) }),
    ...(cost.charges.length > 0 && toChargeRows(cost.charges)),
    payments,
    notes: notesOfSale(
      cost,
      lines.map(({ item_id }) => item_id),
      payments,
      memberId,
    ),
    hashPieces: hashPiecesOfSale({ cost, lines, payments, currency, rounding, now, businessDate }),
  };
};

/** Prices and decides; place_order then stores all of it in one call (cases.md §6). `onBill` is what the open bill charges a further round, once it has been looked for. */
export const decideSale = (
  sale: Sale,
  store: SaleStore,
  { businessDate, now, memberId, onBill }: Occasion & { onBill?: readonly ChargeRule[] | undefined },
  isPaid: boolean,
): Omit<OrderPayload, 'businessDate' | 'memberId' | 'sessionId'> => {
  if (sale.customerType === 'CUSTOMER' && sale.customerId === null) throw new AppError('invalid_input', 'Please select customer!');
  const { currency } = store;
  const table = found(store.tables, sale.tableId, 'table');
  const paymentType = found(store.paymentTypes, sale.paymentTypeId, 'payment type');
  assertAvailable(sale.cart, store.menu, businessDate);
  const { lines } = priceCart(sale.cart, store.menu, { deliveryType: sale.deliveryType, today: businessDate });
  const covers = sale.covers ?? null;
  const { deliveryType } = sale;
  const charges = onBill ?? chargesThatFit(store.chargesOn(businessDate), { deliveryType, covers });
  const cost = costOfCart(sale, lines, { currency, charges });
  const { totals } = cost;
  const areRight = areLinePricesRight(sale.cart, lines, currency);
  // where no money is taken, a draft or a till that was open for long is not refused for what a line once cost (wire.md §3), nor a till
  // that knows no charges
  const isRightOpen = !isPaid && isSumRight(sale, costOfCart(sale, lines, { currency, charges: [] }).totals, currency);
  if (!isRightOpen) assertSums(sale, totals, currency, areRight || !isPaid);
  const sent = areRight ? 'Order sent to the kitchen.' : 'Order sent to the kitchen. Prices have changed: the bill has the new ones.';
  const payments = isPaid
    ? paymentsOf({ payments: sale.payments, type: paymentType, drawerId: sale.drawerId }, store.paymentTypes, {
        currency,
        total: totals.total,
        step: store.cashStep,
      })
    : [];
  const drawerIds = drawersOf(payments);
  const discounted = lines.map((line, index) => ({ ...line, discount: Number(cost.lines[index]!.discount) }));
  return {
    ...(drawerIds.length > 0 && { drawerIds }),
    deliveryType: sale.deliveryType,
    customerType: sale.customerType,
    deliveryAddress: (deliveryType === 'delivery' && sale.deliveryAddress) || null,
    customerPhone: sale.customerType === 'CUSTOMER' ? sale.customerId : null,
    table: table && { id: table.id, title: table.table_title, floor: table.floor },
    // of what is paid at once the invoice is written with them; of a bill they are taken off as a whole
    lines: isPaid ? discounted : lines,
    qrOrderId: sale.selectedQrOrderItem,
    checkId: sale.checkId,
    asksWhenMoved: sale.asksWhenMoved,
    covers: countedBy(sale),
    total: Number(totals.total),
    currency: currency.code,
    pricesChanged: !areRight,
    message: isPaid ? 'Order sent and paid.' : sent,
    invoice: isPaid ? invoiceOf({ cost, lines: discounted, payments, currency }, { businessDate, now, memberId }) : null,
  };
};

/** What a cart comes to, as the wire says it. */
export const toQuote = (
  cart: Adjusted,
  lines: readonly PricedCartLine[],
  around: { currency: Currency; charges: readonly ChargeRule[] },
): Quote => {
  const cost = costOfCart(cart, lines, around);
  const amount = (minor: bigint) => toDecimal(minor, around.currency.decimals);
  return {
    lines: cost.lines.map((line) => ({
      itemTotal: amount(lineTotal(line)),
      discount: amount(line.discount ?? 0n),
      total: amount(lineLeft(line)),
    })),
    discount: amount(cost.discount),
    charges: toBillCharges(cost.charges, around.currency),
    taxes: toTaxShares([...cost.lines, ...cost.charges.map(chargeLine)], around.currency),
    subTotal: amount(cost.totals.net),
    taxTotal: amount(cost.totals.tax),
    total: amount(cost.totals.total),
  };
};
