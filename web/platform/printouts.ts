import type { OrderSummary } from '#contract/orders.ts';
import type { PrintSettings, StoreSettings } from '#contract/shown-settings.ts';
import { serverNow } from './server-clock.ts';
import { businessDayOf } from './store-clock.ts';

interface ReceiptLine {
  title: string;
  variant: string | null;
  addons: string[];
  notes: string | null;
  quantity: number;
  /** Of one piece, with its addons; a decimal of the wire, without exclusive tax. */
  price: number;
  total: number;
  /** Money off it; left out where there is none. */
  discount?: number | undefined;
  /** Stands above the first line of each round of a bill: 'Token 7, 18:30'. */
  round?: string;
}

/** How much of a bill was paid by what; decimals of the wire. */
export interface ReceiptPayment {
  payment_type: string;
  amount: number;
  tip: number;
  tendered: number | null;
  change: number;
  reference: string | null;
}

/** Everything a receipt says, so that the print window asks nobody. Sums are decimals of the wire. */
export interface PrintedReceipt {
  store: Pick<StoreSettings, 'store_name' | 'address' | 'phone' | 'email' | 'currency' | 'timezone'> &
    // a printout that an older till left does not say them
    Partial<Pick<StoreSettings, 'legal_name' | 'tax_number' | 'tax_number_label'>>;
  print: Omit<PrintSettings, 'is_enable_print'>;
  /** When the order or the invoice was made: ISO 8601. */
  date: string;
  /** Of the oldest order, whose token is good for that day: YYYY-MM-DD. A till that is open since before an update does not say it. */
  businessDay?: string;
  /** Of every order on the receipt, the oldest first. */
  tokens: number[];
  invoiceId?: number;
  /** Of one that is not paid: a printer of the house prints its token. */
  orderId?: number;
  /** Of a bill. */
  checkId?: number;
  deliveryType: string;
  customerType: string;
  customerName: string | null;
  /** Of a delivery. */
  deliveryAddress?: string | undefined;
  tableTitle: string | null;
  lines: ReceiptLine[];
  subTotal: number;
  taxTotal: number;
  total: number;
  /** Null: not paid. */
  paymentType: string | null;
  /** The invoice that this one takes back. */
  refundOf?: number;
  buyer?: { name: string; tax_number: string | null; address: string | null };
  /** A second print of what was printed before. */
  isCopy?: boolean;
  /** Tax by rate, and what it is on. */
  taxes?: {
    title: string;
    rate: number;
    type: 'exclusive' | 'inclusive';
    net: number;
    tax: number;
    parts?: { title: string; rate: number; tax: number }[];
  }[];
  /** What is charged beside the lines. */
  charges?: { title: string; amount: number }[] | undefined;
  payments?: ReceiptPayment[];
  /** Of cash, where it is known; without it what the payments differ by from the total. */
  rounding?: number;
  /** Not a receipt: what is still due, and how often it was printed. */
  bill?: { due: number; prints: number; name?: string | null };
  /** A slip for one of several people, without the lines. */
  share?: { number: number; of: number; amount: number; paymentId?: number | undefined };
}

export interface PrintedToken {
  tokenNo: number;
  orderId?: number | undefined;
  /** ISO 8601 */
  date: string;
  storeName?: string;
  /** IANA; without it the browser's. */
  timezone?: string;
  pageFormat?: PrintSettings['page_format'];
}

/** What can be printed, by its kind. */
export interface Printouts {
  receipt: PrintedReceipt;
  token: PrintedToken;
}
export type Kind = keyof Printouts;

interface Settings extends Pick<PrintedReceipt, 'print'> {
  store: PrintedReceipt['store'] & Pick<StoreSettings, 'day_start'>;
}

/** A receipt's content from what the server says of its orders; table, customer and date are the oldest order's (wire.md §3). */
export const receiptOf = (
  { orders, subtotal, taxTotal, total, charges, taxes }: OrderSummary,
  settings: Settings,
  extras: Pick<PrintedReceipt, 'paymentType'> & Partial<PrintedReceipt>,
): PrintedReceipt => {
  const [oldest] = orders;
  const date = oldest?.date ?? new Date(serverNow()).toISOString();
  const { timezone, day_start: dayStart } = settings.store;
  return {
    ...settings,
    date,
    businessDay: businessDayOf(date, { timezone, dayStart }),
    tokens: orders.map(({ token_no }) => token_no),
    deliveryType: oldest?.delivery_type ?? '',
    customerType: oldest?.customer_type ?? 'WALKIN',
    customerName: oldest?.customer_name ?? null,
    deliveryAddress: orders.find((order) => order.delivery_address)?.delivery_address,
    tableTitle: oldest?.table_title ?? null,
    lines: orders.flatMap(({ items }) =>
      items.map((item) => ({
        title: item.item_title,
        variant: item.variant_title,
        addons: item.addons?.map(({ title }) => title) ?? [],
        notes: item.notes,
        quantity: item.quantity,
        price: item.price,
        total: item.itemTotal,
        discount: item.discount,
      })),
    ),
    subTotal: subtotal,
    taxTotal,
    total,
    charges,
    ...(taxes && { taxes }),
    ...extras,
  };
};
