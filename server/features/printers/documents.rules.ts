import { findCurrency } from '#contract/currencies.ts';
import type { CheckItem, CheckPayment, CheckRow } from '#contract/checks.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import type { OpenedInvoice } from '#contract/invoices.ts';
import type { PrintSettings, StoreSettings } from '#contract/shown-settings.ts';
import type { BillCharge, ShownTax } from '#contract/bill-costs.ts';
import { type Block, noteOf } from './layout.rules.ts';
import { moneyIn } from './paper-money.rules.ts';

export interface PaperSettings {
  store: StoreSettings;
  print: PrintSettings;
}
type Item = Pick<
  CheckItem,
  'item_title' | 'variant_title' | 'quantity' | 'price' | 'itemTotal' | 'discount' | 'notes' | 'addons' | 'status'
>;
type Payment = Pick<CheckPayment, 'payment_type' | 'amount' | 'tip' | 'tendered' | 'change' | 'reference'>;
interface Sums {
  items: readonly Item[];
  subTotal: number;
  taxTotal: number;
  total: number;
  taxes: readonly Pick<ShownTax, 'title' | 'rate' | 'type' | 'net' | 'tax' | 'parts'>[];
  charges: readonly BillCharge[];
  payments: readonly Payment[];
  /** What was paid in cash above the total. */
  rounding?: number;
}

const orderTypes: Record<string, string> = { dinein: 'Dine-In', delivery: 'Delivery', takeaway: 'Take Away' };
export const rule: Block = { kind: 'rule' };
export const row = (left: string, right: string | number, more: Partial<Extract<Block, { kind: 'row' }>> = {}): Block => ({
  kind: 'row',
  left,
  right: String(right),
  ...more,
});
const text = (content: string, more: Partial<Extract<Block, { kind: 'text' }>> = {}): Block => ({ kind: 'text', text: content, ...more });
const below = (content: string): Block => text(content, { indent: 2 });
export const centred = (content: string | null | undefined, more: Partial<Extract<Block, { kind: 'text' }>> = {}): Block[] =>
  content ? [text(content, { align: 'center', ...more })] : [];
export const fact = (name: string, value: string | number | null | undefined): Block[] =>
  value === null || value === undefined || value === '' ? [] : [text(`${name}: ${value}`)];

/** '23 Nov 2026, 18:30', by the store's clock. */
export const timeOf = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));

export const headOf = ({ store, print }: PaperSettings): Block[] => [
  ...(print.show_store_details === 1
    ? [...centred(store.store_name, { bold: true, size: 2 }), ...[store.address, store.phone, store.email].flatMap((text) => centred(text))]
    : []),
  // who sells by law, whatever else is left out
  ...centred(store.legal_name),
  ...centred(store.tax_number && `${store.tax_number_label ?? 'Tax number'}: ${store.tax_number}`),
  ...centred(print.header),
];

/** From the lines to the subtotal: what is inside inclusive prices is taken out. What is taken back as a sum has no lines. */
const insideOf = (items: readonly Item[], { subTotal, taxes, charges }: Sums, code: string): Block[] => {
  if (items.length + charges.length === 0 || !taxes.some(({ type, tax }) => type === 'inclusive' && tax !== 0)) return [];
  const { decimals } = findCurrency(code)!;
  const sums = [...items.flatMap(({ itemTotal, discount = 0 }) => [itemTotal, -discount]), ...charges.map(({ amount }) => amount)];
  const gross = sums.reduce((sum, value) => sum + toMinor(value, decimals)!, 0n);
  const inside = toMinor(subTotal, decimals)! - gross;
  const money = moneyIn(code);
  return [
    row(charges.length === 0 ? 'Items' : 'Items and charges', money(toDecimal(gross, decimals))),
    row('Tax in the prices', money(toDecimal(inside, decimals))),
  ];
};

const paymentsOf = (payments: readonly Payment[], money: (value: number) => string): Block[] =>
  payments.flatMap(({ payment_type: type, amount, tip, tendered, change, reference }): Block[] => [
    row(type === 'unspecified' ? 'Paid' : type, money(amount)),
    ...(tip > 0 ? [row('Tip', money(tip))] : []),
    ...(tendered === null ? [] : [row('Given', money(tendered)), row('Change', money(change))]),
    ...(reference ? [below(reference)] : []),
  ]);

const sumsOf = (sums: Sums, { print }: PaperSettings, code: string): Block[] => {
  const { subTotal, taxTotal, total, taxes, charges, payments, rounding = 0 } = sums;
  const money = moneyIn(code);
  const items = sums.items.filter(({ status }) => status !== 'cancelled');
  return [
    ...items.flatMap((item): Block[] => [
      row(`${item.quantity} x ${item.item_title}${item.variant_title ? ` - ${item.variant_title}` : ''}`, money(item.itemTotal)),
      // of one piece it stands there
      ...(Math.abs(item.quantity) === 1 ? [] : [below(`${money(item.price)} each`)]),
      ...(item.addons?.length ? [below(`+ ${item.addons.map(({ title }) => title).join(', ')}`)] : []),
      ...(item.discount ? [row('  Discount', money(-item.discount))] : []),
      ...(print.show_notes === 1 && item.notes ? [below(noteOf(item.notes))] : []),
    ]),
    ...charges.map(({ title, amount }) => row(title, money(amount))),
    rule,
    ...insideOf(items, sums, code),
    row('Subtotal (excl. tax)', money(subTotal)),
    row('Tax', money(taxTotal)),
    row('Total', money(total), { bold: true, size: 2 }),
    ...(rounding === 0 ? [] : [row('Cash rounding', money(rounding))]),
    ...taxes.flatMap(({ title, rate, net, tax, parts }): Block[] => [
      row(`${title} ${rate}% of ${money(net)}`, money(tax)),
      ...parts.map((part) => row(`  ${part.title} ${part.rate}%`, money(part.tax))),
    ]),
    ...paymentsOf(payments, money),
  ];
};

const deliveryAddressOf = ({ summary: { orders } }: OpenedInvoice): string | undefined =>
  orders.find((order) => order.delivery_address)?.delivery_address;

export const receiptOf = (invoice: OpenedInvoice, settings: PaperSettings): Block[] => {
  const { store, print } = settings;
  const tokens = invoice.orders.map(({ token_no }) => token_no);
  return [
    ...headOf(settings),
    ...(invoice.kind === 'refund' ? centred(`Refund of invoice ${invoice.refund_of}`, { bold: true }) : []),
    rule,
    ...fact('Invoice', invoice.invoice_id),
    ...fact('Token', tokens.join('+')),
    ...fact('Date', timeOf(invoice.created_at, store.timezone)),
    ...fact('Order type', orderTypes[invoice.delivery_type] ?? invoice.delivery_type),
    ...fact('Table', invoice.table_title),
    ...(print.show_customer_details === 1
      ? [...fact('Customer', invoice.name ?? 'Walk-in customer'), ...fact('Deliver to', deliveryAddressOf(invoice))]
      : []),
    ...fact('Buyer', invoice.buyer?.name),
    ...fact('Tax number', invoice.buyer?.tax_number),
    ...fact('Address', invoice.buyer?.address),
    rule,
    ...sumsOf(
      {
        items: invoice.items,
        subTotal: invoice.sub_total,
        taxTotal: invoice.tax_total,
        total: invoice.total,
        taxes: invoice.taxes,
        charges: invoice.charged,
        payments: invoice.payments,
        rounding: invoice.rounding,
      },
      settings,
      invoice.currency,
    ),
    ...centred(print.footer),
    ...(print.print_token === 1 && tokens.length > 0
      ? [rule, ...centred('Token'), ...centred(tokens.join(' · '), { bold: true, size: 4 })]
      : []),
  ];
};

export type Bill = Sums &
  Pick<CheckRow, 'table_title' | 'bill_no' | 'name' | 'customer_name' | 'due' | 'delivery_type'> & {
    tokens: number[];
    deliveryAddress: string | undefined;
    currency: string;
    /** When it is printed: ISO 8601. */
    at: string;
  };

const factsOf = (bill: Bill, { store, print }: PaperSettings): Block[] => [
  ...fact('Table', bill.table_title),
  // without a table it is known by its tokens: a number of all restaurants says how much they sell
  ...fact('Bill', bill.bill_no !== null && bill.bill_no > 1 ? bill.bill_no : null),
  ...fact('Name', bill.name),
  ...fact('Token', bill.tokens.join('+')),
  ...fact('Date', timeOf(bill.at, store.timezone)),
  ...fact('Order type', orderTypes[bill.delivery_type] ?? bill.delivery_type),
  // whoever carries it there is paid at the door
  ...(print.show_customer_details === 1
    ? [...fact('Customer', bill.customer_name ?? 'Walk-in customer'), ...fact('Deliver to', bill.deliveryAddress)]
    : []),
];

/** What was not paid for is headed so (wire-2.md §2). */
const UNPAID = 'Bill, not a receipt';

export const billOf = (bill: Bill, settings: PaperSettings): Block[] => {
  const money = moneyIn(bill.currency);
  return [
    ...headOf(settings),
    ...centred(UNPAID, { bold: true }),
    rule,
    ...factsOf(bill, settings),
    rule,
    ...sumsOf(bill, settings, bill.currency),
    row(bill.payments.length > 0 ? 'Still due' : 'Due', money(bill.due), { bold: true, size: 2 }),
    ...centred(settings.print.footer),
  ];
};

export interface Share {
  number: number;
  of: number;
  amount: number;
}

/** A slip for one of several people who share a bill: without its lines; with the payment of the share, once it is paid. */
export const shareOf = (bill: Bill, share: Share, settings: PaperSettings): Block[] => {
  const money = moneyIn(bill.currency);
  const title = `Share ${share.number} of ${share.of}`;
  return [
    ...headOf(settings),
    ...(bill.payments.length === 0 ? centred(UNPAID, { bold: true }) : []),
    ...centred(title, { bold: true }),
    rule,
    ...factsOf(bill, settings),
    rule,
    row('Total of the bill', money(bill.total)),
    row(title, money(share.amount), { bold: true, size: 2 }),
    ...paymentsOf(bill.payments, money),
    ...centred(settings.print.footer),
  ];
};

export const tokenOf = ({ token_no, created_at }: { token_no: number; created_at: string }, { store }: PaperSettings): Block[] => [
  ...centred(store.store_name, { bold: true }),
  ...centred('Token'),
  ...centred(String(token_no), { bold: true, size: 4 }),
  ...centred(timeOf(created_at, store.timezone)),
];

export interface Ticket {
  kind: 'new' | 'void' | 'move' | 'recall';
  station_title: string;
  token_no: number;
  table_title: string | null;
  delivery_type: string;
  customer_name: string | null;
  guest_name: string | null;
  created_at: string;
  lines: readonly {
    item_title: string;
    variant_title: string | null;
    quantity: number;
    notes: string | null;
    addons: readonly (string | { title: string })[] | null;
  }[];
}

const ticketHeads = { new: '', void: 'VOID', move: 'MOVED', recall: 'MAKE AGAIN' } as const;

/** Into whose bag it goes, as the kitchen's screen says it. */
const bagOf = (ticket: Ticket): Block[] => {
  // as they call themself: a bag goes over the counter, and whom the store knows by a phone is nobody else's business
  const name = ticket.table_title === null && ticket.delivery_type !== 'dinein' && (ticket.guest_name ?? ticket.customer_name);
  return name ? [text(name, { bold: true })] : [];
};

export const ticketOf = (ticket: Ticket, { store }: Pick<PaperSettings, 'store'>): Block[] => [
  ...centred(ticket.station_title, { bold: true }),
  ...centred(ticketHeads[ticket.kind], { bold: true, size: 2 }),
  row(`#${ticket.token_no}`, ticket.table_title ?? orderTypes[ticket.delivery_type] ?? '', { bold: true, size: 2 }),
  ...bagOf(ticket),
  text(timeOf(ticket.created_at, store.timezone)),
  rule,
  ...ticket.lines.flatMap(({ quantity, item_title, variant_title, addons, notes }): Block[] => [
    text(`${ticket.kind === 'void' ? '-' : ''}${quantity} x ${item_title}${variant_title ? ` - ${variant_title}` : ''}`, {
      bold: true,
      size: 2,
    }),
    ...(addons?.length ? [below(`+ ${addons.map((addon) => (typeof addon === 'string' ? addon : addon.title)).join(', ')}`)] : []),
    ...(notes ? [text(`! ${noteOf(notes)}`, { indent: 2, bold: true })] : []),
  ]),
];

/** With a line in each script that is printed here. */
export const testOf = ({ title, now }: { title: string; now: string }, { store }: Pick<PaperSettings, 'store'>): Block[] => [
  ...centred('Test page', { bold: true, size: 2 }),
  ...centred(store.store_name),
  ...centred(title),
  ...centred(timeOf(now, store.timezone)),
  rule,
  row('Letters', '1,234.50'),
  ...['Crème brûlée · Łódź · Ελλάδα · Борщ', 'पनीर टिक्का', 'شاورما دجاج', '宫保鸡丁'].map((sample) => text(sample)),
  rule,
];

/** What a repeat, a copy or a backup is headed with. */
export const headed = (
  blocks: readonly Block[],
  { heading, copyNo, isRepeat, kind }: { heading: string | null; copyNo: number; isRepeat: boolean; kind: string },
): Block[] => [
  ...centred(heading, { bold: true, size: 2 }),
  ...(isRepeat ? centred('MAY BE A REPEAT', { bold: true, size: 2 }) : []),
  ...(copyNo > 1 && kind !== 'ticket' ? centred(`COPY ${copyNo}`, { bold: true, size: 2 }) : []),
  ...blocks,
];
