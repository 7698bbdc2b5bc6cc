import { type Currency, formatMoney } from '#contract/currencies.ts';
import { moneyText } from '#contract/money-text.ts';
import { dayText } from '#contract/day-text.ts';

/** What a sentence is made of. */
export interface AuditFacts {
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
  facts: AuditFacts & { name: string; money: string; order: string; sum: (decimal: string) => string; minor: (stored: bigint) => string },
) => string;

/** 'at table 4', and 'at Table 4' where that is its title. */
const at = ({ table_title: table }: AuditFacts) => (table ? ` at ${/table/i.test(table) ? '' : 'table '}${table}` : '');
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
const wordOf = (value: unknown, name: string): string => {
  const found = field(value, name);
  return typeof found === 'string' || typeof found === 'number' ? `${found}` : '';
};

/** ', by Cash and Card'. Who chose no type has paid by none, and not by something that is called so. */
const paidBy = ({ after }: AuditFacts): string => {
  const payments = field(after, 'payments');
  const types = Array.isArray(payments) ? [...new Set(payments.map((payment) => wordOf(payment, 'paymentType')))].filter(Boolean) : [];
  const named = types.filter((type) => type !== 'unspecified');
  if (named.length > 0) return `, by ${named.join(' and ')}`;
  return types.length > 0 ? ', without a payment type' : '';
};

/** A correction is of the same sum, save its tips. */
const changedTips: Sentence = ({ before, after, minor }) => {
  const tips = [before, after].map((payments) =>
    Array.isArray(payments) ? payments.reduce((sum: bigint, payment: unknown) => sum + BigInt(wordOf(payment, 'tip') || 0), 0n) : 0n,
  );
  return tips[0] === tips[1] ? '' : `, with tips of ${minor(tips[1]!)} in place of ${minor(tips[0]!)}`;
};

const arrivalSentences: Record<string, (reservation: string) => string> = {
  expected: (reservation) => `took back the arrival or no-show of ${reservation}`,
  arrived: (reservation) => `marked ${reservation} as arrived`,
  no_show: (reservation) => `marked ${reservation} as a no-show`,
};

const displayOf = (value: unknown): string => (wordOf(value, 'kind') === 'customer' ? 'a customer display' : 'an order status board');

/** What has a sentence of its own, by table and action; the subject stands before it. */
const sentences: Record<string, Sentence> = {
  'orders place': (facts) => `placed ${facts.order}${at(facts)}${facts.money && ` for ${facts.money}`}`,
  'orders sell': (facts) => `sold ${facts.order}${at(facts)} for ${facts.money}${paidBy(facts)}`,
  'orders pay': (facts) => `took the payment for ${facts.order}${at(facts)}${facts.money && ` (${facts.money})`}${paidBy(facts)}`,
  'orders settle': (facts) => `settled the bill of ${facts.order}${at(facts)}`,
  'orders cancel': (facts) => `cancelled ${facts.order}${at(facts)}`,
  'orders complete': (facts) => `completed ${facts.order}`,
  'orders reopen': (facts) => `brought ${facts.order} back`,
  'order_lines void': (facts) =>
    `cancelled ${wordOf(facts.after, 'quantity')} × ${wordOf(facts.after, 'item')} of ${facts.order}${at(facts)}`,
  'order_lines status': (facts) =>
    `set ${facts.name} of ${facts.order} to ${typeof facts.after === 'string' ? facts.after : wordOf(facts.after, 'status')}`,
  'order_lines recall': (facts) => `took ${facts.name} of ${facts.order} back into preparation`,
  'order_lines acknowledge': (facts) => `saw that ${facts.name} of ${facts.order} was cancelled`,
  'checks capture': (facts) => `received ${facts.money} for bill ${facts.entity_id}${at(facts)}`,
  'checks reverse': (facts) => `took back a payment of ${facts.money} of bill ${facts.entity_id}${at(facts)}`,
  'checks move': (facts) => `moved bill ${facts.entity_id} to another table`,
  'checks merge': (facts) => `merged bill ${wordOf(facts.after, 'from')} into bill ${facts.entity_id}`,
  'checks split': (facts) => `split bill ${facts.entity_id}`,
  'checks undo': (facts) => `undid the last change of bill ${facts.entity_id}`,
  'checks covers': (facts) => `set the guests of bill ${facts.entity_id} to ${String(facts.after)}`,
  'checks paper': (facts) =>
    `sent ${field(facts.after, 'slip') ? `the slip of share ${wordOf(facts.after, 'slip')} of ` : ''}bill ${facts.entity_id} to the printer ${wordOf(facts.after, 'printer')}`,
  'checks print': (facts) => `printed bill ${facts.entity_id}${at(facts)}`,
  'reservations arrival': (facts) => arrivalSentences[wordOf(facts.after, 'arrival')]?.(facts.name) ?? `changed ${facts.name}`,
  'invoices refund': (facts) => `refunded ${facts.money} of invoice ${facts.entity_id}`,
  'invoices correct': (facts) => `corrected how invoice ${facts.entity_id} was paid${changedTips(facts)}`,
  'invoices buyer': (facts) => `added the buyer to invoice ${facts.entity_id}`,
  'invoices export': () => 'exported the invoices',
  'audit_log export': () => 'exported the activity',
  'qr_orders place': (facts) => `placed QR order ${facts.entity_id}${at(facts)}${facts.money && ` for ${facts.money}`}`,
  'members approve': (facts) =>
    `asked ${facts.about_name ?? 'a colleague'} to allow: ${(wordOf(facts.after, 'act') || wordOf(facts.after, 'action')).replaceAll('_', ' ')}`,
  'members profile': () => 'changed their own profile',
  'members own password': () => 'changed their own password',
  'members set PIN': () => 'set their own PIN',
  'members remove PIN': () => 'removed their own PIN',
  'members password': (facts) => `set a new password for ${facts.about_name ?? 'a user'}`,
  'members invite': (facts) => `invited ${facts.name}`,
  'members forgot': (facts) => `asked for a new password for ${facts.about_name ?? 'a user'}`,
  'members reset': (facts) => `chose a new password for ${facts.about_name ?? 'a user'}`,
  'members confirm': () => 'confirmed their own address',
  'members password by operator': () => 'has another password: whoever runs this server set it',
  'members confirm by operator': () => 'has a confirmed address: whoever runs this server confirmed it',
  'members known password replaced': () => 'has another password: everybody could know the former one',
  'second_factors recovery code used': (facts) => `used a recovery code. Recovery codes left: ${wordOf(facts.after, 'left')}`,
  'second_factors second factor by operator': () => 'has no second factor any more: whoever runs this server removed it',
  'second_factors second factor on': () => 'switched the second factor on',
  'second_factors second factor off': () => 'switched the second factor off',
  'tenants sign-up': () => 'opened the restaurant',
  'tenants subscription created': () => 'began the subscription',
  'tenants subscription renewed': () => 'renewed the subscription',
  'tenants subscription cancelled': () => 'ended the subscription',
  'tenants subscription changed': () => 'changed until when the subscription is paid',
  'displays pair': (facts) => `paired ${displayOf(facts.after)} with the till`,
  'displays unpair': (facts) => `unpaired ${displayOf(facts.before)}`,
  'checks discount': (facts) =>
    facts.after === null
      ? `took a discount of bill ${facts.entity_id} back`
      : field(facts.after, 'orderId')
        ? `ordered, and an earlier discount took ${facts.money} more off bill ${facts.entity_id}${at(facts)}`
        : `gave ${facts.money || 'a discount'} off bill ${facts.entity_id}${at(facts)}`,
  'checks charge': (facts) =>
    field(facts.after, 'orderId')
      ? `ordered, and without ${wordOf(facts.after, 'title')} bill ${facts.entity_id}${at(facts)} has ${facts.money} less`
      : `${field(facts.after, 'isRemoved') ? 'took' : 'put'} ${wordOf(facts.after, 'title')} ${field(facts.after, 'isRemoved') ? 'off' : 'back on'} bill ${facts.entity_id}`,
  'drawers open': (facts) => `opened ${facts.name} with a float of ${facts.money}`,
  'drawers pay_in': (facts) => `paid ${facts.money} into ${facts.name}`,
  'drawers pay_out': (facts) => `paid ${facts.money} out of ${facts.name}`,
  'drawers drop': (facts) => `brought ${facts.money} from ${facts.name} to the safe`,
  'drawers no_sale': (facts) => `opened ${facts.name} without a sale`,
  'drawers count': (facts) => `counted ${facts.money} in ${facts.name}, a difference of ${facts.sum(wordOf(facts.after, 'difference'))}`,
  'closings close': (facts) =>
    `closed the day of ${dayText(wordOf(facts.after, 'day'))} with closing ${facts.entity_id}${field(facts.after, 'recounted') ? ', counted again after the difference was shown' : ''}`,
  'sessions sign-in': () => 'signed in',
  'sessions sign-out': () => 'signed out',
  'sessions sign-out others': () => 'signed all other devices out',
  'sessions remove': () => 'signed a device out',
  'security sign-in failed': (facts) => `tried to sign in${facts.about_name ? ` as ${facts.about_name}` : ''} and failed`,
  'security sign-in locked': (facts) => `was locked out after too many tries${facts.about_name ? ` as ${facts.about_name}` : ''}`,
  'security second factor failed': () => 'gave a wrong code of the second factor',
  'security access refused': () => 'was refused something for which access is missing',
  'security token reused': () => 'used a sign-in that was already used',
  'security limit reached': () => 'asked too often and was turned away',
  'security new device': () => 'signed in on a new device',
  'security foreign origin': () => 'sent a request from a foreign page',
  'security session ended': () => 'was signed out for safety',
  'store_settings pause': () => 'changed the pause of QR ordering',
  'store_settings reset': () => 'made a new QR code for the store',
  'first_steps complete': () => 'completed a first step',
  'store_tables place': (facts) =>
    `${field(facts.after, 'plan') ? 'placed' : 'took'} ${facts.name} ${field(facts.after, 'plan') ? 'on' : 'off'} the plan`,
  'categories reorder': () => 'put the categories in another order',
  'menu_items reorder': () => 'put the dishes in another order',
  'menu_item_variants reorder': () => 'put the variants of a dish in another order',
  'menu_items add sample': () => 'added the sample menu',
  'menu_items sold_out': (facts) =>
    `${field(facts.after, 'soldOutOn') ? 'marked' : 'brought back'} ${facts.name}${field(facts.after, 'soldOutOn') ? ' as sold out' : ''}`,
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

/** Whether an entry, `<table> <action>`, is told in words that were chosen for it. */
export const hasWords = (entry: string): boolean =>
  Object.hasOwn(sentences, entry) || Object.hasOwn(verbs, entry.slice(entry.indexOf(' ') + 1));

const nameOf = ({ entity, entity_id: number, before, after, row_title: title, about_name: person }: AuditFacts): string => {
  const noun = nouns[entity] ?? entity.replaceAll('_', ' ');
  const said = ['title', 'table_title', 'name'].map((name) => wordOf(before, name) || wordOf(after, name)).find(Boolean);
  const called = said ?? title ?? person ?? (number === null ? '' : `${number}`);
  return called === '' || noun.startsWith('the ') ? noun : `${noun} ${called}`;
};

const SHOWN = 3; // fields that a sentence names; all of them stand in before and after

const changedFields = ({ action, before, after }: AuditFacts): string => {
  if (action !== 'update' || typeof before !== 'object' || typeof after !== 'object' || !before || !after) return '';
  const names = Object.keys(after).filter(
    (name) => name in before && JSON.stringify(field(before, name)) !== JSON.stringify(field(after, name)),
  );
  const plain = names.map((name) => name.replaceAll('_', ' ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  if (plain.length === 0) return '';
  return `: ${plain.slice(0, SHOWN).join(', ')}${plain.length > SHOWN ? ` and ${plain.length - SHOWN} more` : ''}`;
};

const subjectOf = ({ entity, action, member_name: name }: AuditFacts): string => {
  if (name !== null && !(entity === 'security' && action.startsWith('sign-in'))) return name;
  if (entity === 'qr_orders' || (['discount', 'charge'].includes(action) && entity === 'checks')) return 'A guest';
  if (entity === 'tenants') return 'The payment provider';
  return entity === 'security' || action === 'forgot' || action === 'reset' ? 'Somebody' : 'The server';
};

/** What happened, as a sentence for a person, with the names of who did it and who allowed it; sums in the store's currency. */
export const sentenceOf = (facts: AuditFacts, currency: Currency): string => {
  const minor = (stored: bigint) => formatMoney(stored, currency);
  const money = facts.amount === null ? '' : minor(BigInt(facts.amount));
  const order =
    facts.token_no === null ? `order ${wordOf(facts.after, 'orderId') || facts.entity_id}` : `the order with token ${facts.token_no}`;
  const name = nameOf(facts);
  const own = sentences[`${facts.entity} ${facts.action}`];
  const sum = (decimal: string) => moneyText(Number(decimal), currency.code);
  const did =
    own?.({ ...facts, name, money, order, sum, minor }) ?? `${verbs[facts.action] ?? `${facts.action}:`} ${name}${changedFields(facts)}`;
  return `${subjectOf(facts)} ${did}${facts.approver_name === null ? '' : `, allowed by ${facts.approver_name}`}.`;
};
