import type { deliveryTypes } from '#contract/pos.ts';
import { toMinor, toText } from '#contract/pricing.ts';
import type { Discount } from '#web/parts/last-discounts.ts';

export const MAX_LINES = 200; // of a cart, as the server takes it (wire.md §1)
export const MAX_QUANTITY = 999; // of a line, likewise

export type DeliveryType = (typeof deliveryTypes)[number];

export interface Named {
  id: number;
  title: string;
}

/** What was chosen. Titles are kept so that a line can still be named when its item has left the menu; prices are always the menu's. */
export interface CartLine extends Named {
  variant: Named | null;
  /** In the order of the menu, so that equal choices look equal. */
  addons: Named[];
  notes: string;
  quantity: number;
  /** Money off this line. */
  discounts?: readonly Discount[];
}

/** Equal lines (same item, variant, addons, notes and discounts) have the same key; a cart never holds a key twice. */
export const keyOf = ({ id, variant, addons, notes, discounts }: CartLine): string =>
  `${id}:${variant?.id ?? ''}:${addons.map((addon) => addon.id).join(',')}:${notes}${discounts?.length ? JSON.stringify(discounts) : ''}`;

/** What one till is about to send. It survives a reload. */
export interface Sale {
  /** Sent as Idempotency-Key with every try of this sale, so that it is stored once, whatever the network does. */
  key: string;
  lines: CartLine[];
  deliveryType: DeliveryType;
  tableId: number | null;
  /** For this very sale; of the table before, which the till has kept, nobody has said that it is this guest's. */
  isTableChosen?: boolean;
  /** The bill of that table when it was seen last: of whom the order is. It is where they sit by now. */
  checkId?: number | undefined;
  /** Which order was begun without network (orderIn). */
  begunOffline?: string;
  /** Null: a walk-in. */
  customer: Customer | null;
  /** It is the one of the round before, who goes with that one's table. */
  isCustomerKept?: boolean;
  /** The QR order that this sale takes over: sent with it, and done with it. */
  qrOrderId: number | null;
  /** Money off the whole bill. */
  discounts?: readonly Discount[];
  /** How many guests a new bill is of, where somebody said so. */
  covers?: number | null;
  /** Of a delivery; kept while something else is chosen. */
  deliveryAddress?: string;
}

/** Who buys; the phone is what the wire knows a customer by. */
export interface Customer {
  phone: string;
  name: string;
}

/** What was said of the guests of a cart, and goes with its last line. */
type OfGuest = Pick<Sale, 'discounts' | 'covers'>;

/** Where an order is that is to be paid later; a release before says nothing of the bill. */
export interface PlacedAt {
  tableId: number | null;
  checkId: number | undefined;
}

/** An answer that ends a sale. It may come late, when another one stands in the cart, and that one goes on. */
export type SaleEnd = { freshKey: string } & (
  | { type: 'sent'; key: string; lines: readonly CartLine[]; keepsTable?: boolean; at?: PlacedAt | undefined }
  | { type: 'cancelled'; qrOrderIds: readonly number[] }
);

export type SaleAction =
  | SaleEnd
  | { type: 'add'; line: CartLine; freshKey?: string; with?: OfGuest }
  | { type: 'raise' | 'lower' | 'remove'; key: string }
  | { type: 'note'; key: string; notes: string }
  | { type: 'change'; key: string; line: CartLine }
  | { type: 'keep' | 'takeOut'; lines: CartLine[] }
  /** Of the whole bill; none: what was given is taken back. */
  | { type: 'discount'; discounts: readonly Discount[] }
  | { type: 'dining'; deliveryType: DeliveryType }
  /** `of`: only while this order (orderIn) stands there. */
  | { type: 'table'; tableId: number | null; of?: string }
  /** Its guests sit at this table by now, which somebody may have chosen. */
  | { type: 'moved'; of: string; tableId: number; isTableChosen?: true }
  /** The bill of its table is known. */
  | { type: 'bill'; of: string; checkId: number | undefined }
  /** There is no network, and this order was begun. */
  | { type: 'offline'; of: string }
  | { type: 'covers'; covers: number | null }
  | { type: 'address'; deliveryAddress: string }
  | { type: 'customer'; customer: Customer | null }
  | { type: 'unlink' }
  /** This key stands for something else already: the sale goes on under another. */
  | { type: 'rekey'; key: string; freshKey: string }
  | { type: 'replace'; sale: Sale };

export const newSale = (key: string): Sale => ({
  key,
  lines: [],
  deliveryType: 'dinein',
  tableId: null,
  customer: null,
  qrOrderId: null,
});

const withQuantity = (line: CartLine, quantity: number): CartLine => ({ ...line, quantity: Math.min(quantity, MAX_QUANTITY) });

/** A sum twice, as it is typed. */
const twice = (value: string): string => {
  const decimals = value.split('.')[1]?.length ?? 0;
  return toText(2n * (toMinor(value, decimals) ?? 0n), decimals);
};

/** Equal lines as one: a percent and a new price are of each piece, sums were given once for each line. */
const merged = (known: CartLine, line: CartLine): CartLine => ({
  ...withQuantity(known, known.quantity + line.quantity),
  ...(known.discounts && {
    discounts: known.discounts.map((one) => (one.kind === 'amount' ? { ...one, value: twice(one.value) } : one)),
  }),
});

const addLine = (lines: CartLine[], line: CartLine): CartLine[] => {
  const key = keyOf(line);
  if (lines.some((known) => keyOf(known) === key)) return lines.map((known) => (keyOf(known) === key ? merged(known, line) : known));
  return lines.length < MAX_LINES ? [...lines, line] : lines;
};

const changeNotes = (lines: CartLine[], key: string, notes: string): CartLine[] => {
  const changed = lines.map((line) => (keyOf(line) === key ? { ...line, notes } : line));
  // The new notes may make it equal to another line.
  return changed.reduce<CartLine[]>(addLine, []);
};

/** Less these pieces. */
const without = (lines: readonly CartLine[], gone: readonly CartLine[]): CartLine[] => {
  const pieces = new Map(gone.map((line) => [keyOf(line), line.quantity]));
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (pieces.get(keyOf(line)) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
};

const linesAfter = (lines: CartLine[], action: SaleAction): CartLine[] => {
  switch (action.type) {
    case 'add':
      return addLine(lines, action.line);
    case 'raise':
      return lines.map((line) => (keyOf(line) === action.key ? withQuantity(line, line.quantity + 1) : line));
    case 'lower':
      return lines.flatMap((line) => {
        if (keyOf(line) !== action.key) return [line];
        return line.quantity > 1 ? [withQuantity(line, line.quantity - 1)] : [];
      });
    case 'remove':
      return lines.filter((line) => keyOf(line) !== action.key);
    case 'note':
      return changeNotes(lines, action.key, action.notes);
    case 'change':
      // what it has become may equal another line
      return lines.map((line) => (keyOf(line) === action.key ? action.line : line)).reduce<CartLine[]>(addLine, []);
    case 'keep':
      return action.lines;
    case 'takeOut':
      return without(lines, action.lines);
    default:
      return lines;
  }
};

/** The same sale under another key: what the old key stands for has been stored already. */
export const withKey = (sale: Sale, key: string): Sale => ({ ...sale, key });

/**
 * The first line of an empty cart begins another sale, for another guest: under the old key, which another tab may have sent
 * meanwhile, the server would only repeat that answer, and nothing would be cooked.
 */
const withNewKey = (sale: Sale, action: SaleAction): Sale =>
  action.type === 'add' && action.freshKey && sale.lines.length === 0 ? withKey(sale, action.freshKey) : sale;

/** An empty cart that has no table and no name is nobody's: money off and a count of guests go with its last line, and come back with it. */
const ofGuest = (sale: Sale, action: SaleAction, isEmpty: boolean): OfGuest | undefined => {
  const isSomebodys = sale.tableId !== null || sale.customer || sale.qrOrderId !== null;
  if (isEmpty && sale.lines.length > 0 && !isSomebodys) return { discounts: [], covers: null };
  if (action.type !== 'add' || !action.with) return undefined;
  const { discounts = [], covers = null } = action.with;
  return { discounts: sale.discounts?.length ? sale.discounts : discounts, covers: sale.covers ?? covers };
};

const isEndOf = ({ key, qrOrderId }: Sale, end: SaleEnd): boolean =>
  end.type === 'sent' ? end.key === key : qrOrderId !== null && end.qrOrderIds.includes(qrOrderId);

/** What says that a sale is another order now: a further one, or one for another table. */
export const orderIn = ({ key, tableId }: Pick<Sale, 'key' | 'tableId'>): string => `${key} ${tableId}`;

/** What was added after the order had left is not in it: it stays, as a sale of its own. */
const afterSent = (sale: Sale, { lines: sent, freshKey, keepsTable = false, at }: Extract<SaleEnd, { type: 'sent' }>): Sale => {
  const lines = without(sale.lines, sent);
  // where it is elsewhere the table follows the bill, as soon as that is known
  const { checkId } = at?.tableId === sale.tableId ? at : sale;
  // what was taken off the sale as a whole has left with it: the bill takes it off this, too
  if (lines.length > 0) return { ...sale, key: freshKey, lines, checkId, discounts: [], qrOrderId: null };
  // the next round of a table that goes on eating: only paying ends its turn at this till
  const { tableId, customer } = sale;
  if (!keepsTable || tableId === null) return newSale(freshKey);
  return { ...newSale(freshKey), tableId, checkId, customer, ...(customer && { isCustomerKept: true }) };
};

/** The name of who sits at the table before is not the next guest's. */
const atTable = (sale: Sale, tableId: number | null): Sale => ({
  ...sale,
  tableId,
  checkId: undefined,
  ...(sale.isCustomerKept && tableId !== sale.tableId && { customer: null, deliveryAddress: '', isCustomerKept: false }),
});

/** What an action says of a sale, which changes nothing else. */
const whatIsTold = (action: SaleAction): Partial<Sale> | undefined => {
  switch (action.type) {
    // chosen for this order or not, as it was
    case 'moved':
      return { tableId: action.tableId, ...(action.isTableChosen && { isTableChosen: true }) };
    case 'bill':
      return { checkId: action.checkId };
    case 'offline':
      return { begunOffline: action.of };
    case 'covers':
      return { covers: action.covers };
    case 'address':
      return { deliveryAddress: action.deliveryAddress };
    case 'discount':
      return { discounts: action.discounts };
    case 'unlink':
      return { qrOrderId: null };
    default:
      return undefined;
  }
};

/** Answers the very same sale when the end is not its own. */
export const saleReducer = (sale: Sale, action: SaleAction): Sale => {
  if (action.type === 'replace') return action.sale;
  if (action.type === 'sent' || action.type === 'cancelled') {
    if (!isEndOf(sale, action)) return sale;
    return action.type === 'sent' ? afterSent(sale, action) : newSale(action.freshKey);
  }
  if ('of' in action && action.of !== orderIn(sale)) return sale;
  // what leaves the house joins no table's bill unasked: whoever wants it there chooses the table once more
  if (action.type === 'dining')
    return {
      ...(action.deliveryType === 'dinein' ? sale : { ...atTable(sale, null), covers: null }),
      deliveryType: action.deliveryType,
    };
  if (action.type === 'table') return { ...atTable(sale, action.tableId), isTableChosen: action.tableId !== null };
  // the address of one customer is not the next one's
  if (action.type === 'customer')
    return { ...sale, customer: action.customer, isCustomerKept: false, ...(sale.customer && { deliveryAddress: '' }) };
  if (action.type === 'rekey') return sale.key === action.key ? withKey(sale, action.freshKey) : sale;
  const told = whatIsTold(action);
  if (told) return { ...sale, ...told };
  const lines = linesAfter(sale.lines, action);
  return { ...withNewKey(sale, action), ...ofGuest(sale, action, lines.length === 0), lines };
};

/** Where it goes; undefined where nobody said, and of what is no delivery. */
export const addressOf = ({ deliveryType, deliveryAddress }: Sale): string | undefined =>
  deliveryType === 'delivery' ? deliveryAddress?.trim() || undefined : undefined;
