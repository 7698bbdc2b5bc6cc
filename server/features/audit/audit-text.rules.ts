import { type Currency } from '#contract/currencies.ts';
import { toText } from '#contract/pricing.ts';

/** What a sentence is made of. */
export interface Told {
  action: string;
  entity: string;
  entity_id: number | null;
  member_name: string | null;
  approver_name: string | null;
  /** of the member whom it is about */
  about_name: string | null;
  token_no: number | null;
  table_title: string | null;
  /** of the row, as it is called now */
  row_title: string | null;
  amount: number | null;
  before: unknown;
  after: unknown;
}

const nouns: Record<string, string> = {
  orders: 'order',
  order_lines: 'an item of an order',
  checks: 'bill',
  qr_orders: 'QR order',
  tickets: 'ticket',
  invoices: 'invoice',
  menu_items: 'dish',
  menu_item_variants: 'variant',
  menu_item_addons: 'add-on',
  categories: 'category',
  taxes: 'tax',
  payment_types: 'payment type',
  store_settings: 'the store’s settings',
  store_tables: 'table',
  print_settings: 'the print settings',
  printers: 'printer',
  print_jobs: 'print job',
  reasons: 'reason',
  stations: 'station',
  members: 'user',
  customers: 'customer',
  reservations: 'reservation',
  sessions: 'device',
  charges: 'charge',
  drawers: 'drawer',
  displays: 'display',
};

/** `sum` writes a decimal as the money of the store, `minor` what is stored of it. */
type Sentence = (
  told: Told & { name: string; money: string; order: string; sum: (decimal: string) => string; minor: (stored: bigint) => string },
) => string;

/** 'at table 4', and 'at Table 4' where that is its title. */
const at = ({ table_title: table }: Told) => (table ? ` at ${/table/i.test(table) ? '' : 'table '}${table}` : '');
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
const wordOf = (value: unknown, name: string): string => {
  const found = field(value, name);
  return typeof found === 'string' || typeof found === 'number' ? `${found}` : '';
};

/** ', by Cash and Card'. */
const paidBy = ({ after }: Told): string => {
  const payments = field(after, 'payments');
  const types = Array.isArray(payments) ? [...new Set(payments.map((payment) => wordOf(payment, 'paymentType')))].filter(Boolean) : [];
  return types.length === 0 ? '' : `, by ${types.join(' and ')}`;
};

/** A correction is of the same sum, save its tips. */
const changedTips: Sentence = ({ before, after, minor }) => {
  const tips = [before, after].map((payments) =>
    Array.isArray(payments) ? payments.reduce((sum: bigint, payment: unknown) => sum + BigInt(wordOf(payment, 'tip') || 0), 0n) : 0n,
  );
  return tips[0] === tips[1] ? '' : `, with tips of ${minor(tips[1]!)} in place of ${minor(tips[0]!)}`;
};

const arrivalWords: Record<string, string> = {
  expected: 'took back the arrival or no-show of',
  arrived: 'marked as arrived',
  no_show: 'marked as a no-show',
};

/** What has a sentence of its own, by table and action; the subject stands before it. */
const sentences: Record<string, Sentence> = {
  'orders place': (told) => `placed ${told.order}${at(told)}${told.money && ` for ${told.money}`}`,
  'orders sell': (told) => `sold ${told.order}${at(told)} for ${told.money}${paidBy(told)}`,
  'orders pay': (told) => `took the payment for ${told.order}${at(told)}${told.money && ` (${told.money})`}${paidBy(told)}`,
  'orders settle': (told) => `settled the bill of ${told.order}${at(told)}`,
  'orders cancel': (told) => `cancelled ${told.order}${at(told)}`,
  'orders complete': (told) => `completed ${told.order}`,
  'orders reopen': (told) => `brought ${told.order} back`,
  'order_lines void': (told) => `cancelled ${wordOf(told.after, 'quantity')} × ${wordOf(told.after, 'item')} of ${told.order}${at(told)}`,
  'order_lines status': (told) =>
    `set ${told.name} of ${told.order} to ${typeof told.after === 'string' ? told.after : wordOf(told.after, 'status')}`,
  'order_lines recall': (told) => `took ${told.name} of ${told.order} back into preparation`,
  'order_lines acknowledge': (told) => `saw that ${told.name} of ${told.order} was cancelled`,
  'checks capture': (told) => `received ${told.money} for bill ${told.entity_id}${at(told)}`,
  'checks reverse': (told) => `took back a payment of ${told.money} of bill ${told.entity_id}${at(told)}`,
  'checks move': (told) => `moved bill ${told.entity_id} to another table`,
  'checks merge': (told) => `merged bill ${wordOf(told.after, 'from')} into bill ${told.entity_id}`,
  'checks split': (told) => `split bill ${told.entity_id}`,
  'checks undo': (told) => `undid the last change of bill ${told.entity_id}`,
  'checks covers': (told) => `set the guests of bill ${told.entity_id} to ${String(told.after)}`,
  'checks paper': (told) =>
    `sent ${field(told.after, 'slip') ? `the slip of share ${wordOf(told.after, 'slip')} of ` : ''}bill ${told.entity_id} to the printer ${wordOf(told.after, 'printer')}`,
  'checks print': (told) => `printed bill ${told.entity_id}${at(told)}`,
  'reservations arrival': (told) => `${arrivalWords[wordOf(told.after, 'arrival')] ?? 'changed'} ${told.name}`,
  'invoices refund': (told) => `refunded ${told.money} of invoice ${told.entity_id}`,
  'invoices correct': (told) => `corrected how invoice ${told.entity_id} was paid${changedTips(told)}`,
  'invoices buyer': (told) => `added the buyer to invoice ${told.entity_id}`,
  'invoices export': () => 'exported the invoices',
  'audit_log export': () => 'exported the activity',
  'qr_orders place': (told) => `placed QR order ${told.entity_id}${at(told)}${told.money && ` for ${told.money}`}`,
  'members approve': (told) =>
    `asked ${told.about_name ?? 'a colleague'} to allow: ${(wordOf(told.after, 'act') || wordOf(told.after, 'action')).replaceAll('_', ' ')}`,
  'members profile': () => 'changed the own profile',
  'members own password': () => 'changed the own password',
  'members set PIN': () => 'set the own PIN',
  'members remove PIN': () => 'removed the own PIN',
  'members password': (told) => `set a new password for ${told.about_name ?? 'a user'}`,
  'members invite': (told) => `invited ${told.name}`,
  'members forgot': (told) => `asked for a new password for ${told.about_name ?? 'a user'}`,
  'members reset': (told) => `chose a new password for ${told.about_name ?? 'a user'}`,
  'second_factors second factor on': () => 'switched the second factor on',
  'second_factors second factor off': () => 'switched the second factor off',
  'tenants sign-up': () => 'opened the restaurant',
  'checks discount': (told) =>
    told.after === null
      ? `took a discount of bill ${told.entity_id} back`
      : field(told.after, 'orderId')
        ? `ordered, and an earlier discount took ${told.money} more off bill ${told.entity_id}${at(told)}`
        : `gave ${told.money || 'a discount'} off bill ${told.entity_id}${at(told)}`,
  'checks charge': (told) =>
    field(told.after, 'orderId')
      ? `ordered, and without ${wordOf(told.after, 'title')} bill ${told.entity_id}${at(told)} has ${told.money} less`
      : `${field(told.after, 'isRemoved') ? 'took' : 'put'} ${wordOf(told.after, 'title')} ${field(told.after, 'isRemoved') ? 'off' : 'back on'} bill ${told.entity_id}`,
  'drawers open': (told) => `opened ${told.name} with a float of ${told.money}`,
  'drawers pay_in': (told) => `paid ${told.money} into ${told.name}`,
  'drawers pay_out': (told) => `paid ${told.money} out of ${told.name}`,
  'drawers drop': (told) => `brought ${told.money} from ${told.name} to the safe`,
  'drawers no_sale': (told) => `opened ${told.name} without a sale`,
  'drawers count': (told) => `counted ${told.money} in ${told.name}, a difference of ${told.sum(wordOf(told.after, 'difference'))}`,
  'closings close': (told) =>
    `closed the day of ${wordOf(told.after, 'day')} with closing ${told.entity_id}${field(told.after, 'recounted') ? ', counted again after the difference was shown' : ''}`,
  'sessions sign-in': () => 'signed in',
  'sessions sign-out': () => 'signed out',
  'sessions sign-out others': () => 'signed all other devices out',
  'sessions remove': () => 'signed a device out',
  'security sign-in failed': (told) => `tried to sign in${told.about_name ? ` as ${told.about_name}` : ''} and failed`,
  'security sign-in locked': (told) => `was locked out after too many tries${told.about_name ? ` as ${told.about_name}` : ''}`,
  'security second factor failed': () => 'gave a wrong code of the second factor',
  'security access refused': () => 'was refused something for which access is missing',
  'security token reused': () => 'used a sign-in that was used already',
  'security limit reached': () => 'asked too often and was turned away',
  'security new device': () => 'signed in on a new device',
  'security foreign origin': () => 'sent a request from a foreign page',
  'security session ended': () => 'was signed out for safety',
  'store_settings pause': () => 'changed the pause of QR ordering',
  'store_settings reset': () => 'made a new QR code for the store',
  'first_steps complete': () => 'completed a first step',
  'store_tables place': (told) =>
    `${field(told.after, 'plan') ? 'placed' : 'took'} ${told.name} ${field(told.after, 'plan') ? 'on' : 'off'} the plan`,
  'categories reorder': () => 'put the categories in another order',
  'menu_items reorder': () => 'put the dishes in another order',
  'menu_item_variants reorder': () => 'put the variants of a dish in another order',
  'menu_items add sample': () => 'added the sample menu',
  'menu_items sold_out': (told) =>
    `${field(told.after, 'soldOutOn') ? 'marked' : 'brought back'} ${told.name}${field(told.after, 'soldOutOn') ? ' as sold out' : ''}`,
};

const verbs: Record<string, string> = {
  add: 'added',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  import: 'imported',
  photo: 'changed the photo of',
  toggle: 'switched',
  reset: 'made a new link for',
  export: 'exported',
  cancel: 'cancelled',
  resend: 'sent again',
  tell: 'told the kitchen of',
  retry: 'printed again',
};

const nameOf = ({ entity, entity_id: number, before, after, row_title: title, about_name: person }: Told): string => {
  const noun = nouns[entity] ?? entity.replaceAll('_', ' ');
  const said = ['title', 'table_title', 'name'].map((name) => wordOf(before, name) || wordOf(after, name)).find(Boolean);
  const called = said ?? title ?? person ?? (number === null ? '' : `${number}`);
  return called === '' || noun.startsWith('the ') ? noun : `${noun} ${called}`;
};

const SHOWN = 3; // fields that a sentence names; all of them stand in before and after

const changedFields = ({ action, before, after }: Told): string => {
  if (action !== 'update' || typeof before !== 'object' || typeof after !== 'object' || !before || !after) return '';
  const names = Object.keys(after).filter(
    (name) => name in before && JSON.stringify(field(before, name)) !== JSON.stringify(field(after, name)),
  );
  const plain = names.map((name) => name.replaceAll('_', ' ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  if (plain.length === 0) return '';
  return `: ${plain.slice(0, SHOWN).join(', ')}${plain.length > SHOWN ? ` and ${plain.length - SHOWN} more` : ''}`;
};

const subjectOf = ({ entity, action, member_name: name }: Told): string => {
  if (name !== null && !(entity === 'security' && action.startsWith('sign-in'))) return name;
  if (entity === 'qr_orders' || (['discount', 'charge'].includes(action) && entity === 'checks')) return 'A guest';
  return entity === 'security' || action === 'forgot' || action === 'reset' ? 'Somebody' : 'The server';
};

/** What happened, as a sentence for a person, with the names of who did it and who allowed it; sums in the store's currency. */
export const sentenceOf = (told: Told, currency: Currency): string => {
  const minor = (stored: bigint) => `${toText(stored, currency.decimals)} ${currency.code}`;
  const money = told.amount === null ? '' : minor(BigInt(told.amount));
  const order =
    told.token_no === null ? `order ${wordOf(told.after, 'orderId') || told.entity_id}` : `the order with token ${told.token_no}`;
  const name = nameOf(told);
  const own = sentences[`${told.entity} ${told.action}`];
  const sum = (decimal: string) => `${Number(decimal).toFixed(currency.decimals)} ${currency.code}`;
  const did =
    own?.({ ...told, name, money, order, sum, minor }) ?? `${verbs[told.action] ?? `${told.action}:`} ${name}${changedFields(told)}`;
  return `${subjectOf(told)} ${did}${told.approver_name === null ? '' : `, allowed by ${told.approver_name}`}.`;
};
