import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { type CheckRow, listChecks } from '#contract/checks.ts';
import { searchCustomers } from '#contract/customers.ts';
import { type Invoice, searchInvoices } from '#contract/invoices.ts';
import { listMenuItems, type MenuItem } from '#contract/menu-items.ts';
import { moneyText } from '#contract/money-text.ts';
import { finder, fold } from '#contract/search.ts';
import { billName, pageOf } from '#web/parts/bill-text.ts';
import { useReply } from '#web/platform/api.ts';
import { dateAndTime } from '#web/platform/dates.ts';
import type { SearchedKind } from './searched-kinds.ts';
import { factsText } from '#web/ui/own-direction.ts';

/** Rows of a kind. */
const MOST = 5;

interface ResultRow {
  label: string;
  facts: string;
  path: string;
}

/** What one of the calls found. */
interface Results {
  rows: ResultRow[];
  isWaiting: boolean;
  hasFailed: boolean;
}

const customerRow = ({ name, phone }: { name: string; phone: string }): ResultRow => ({
  label: name,
  facts: phone,
  path: `/dashboard/customers/${encodeURIComponent(phone)}`,
});

const invoiceRow = ({ invoice_id: id, kind, name, created_at: at, total, currency }: Invoice): ResultRow => ({
  label: `Invoice ${id}`,
  // which day it was in the store is said by its screen, which knows the zone
  facts: factsText([kind === 'refund' && 'Refund', name, dateAndTime(at).split(',')[0], moneyText(total, currency)]),
  path: `/dashboard/invoices?invoice=${id}`,
});

const itemRow = ({ id, title, category_title: category }: MenuItem): ResultRow => ({
  label: title,
  facts: category ?? 'No category',
  path: `/dashboard/settings/menu-items/${id}`,
});

const billRow = (check: CheckRow): ResultRow => ({
  label: billName(check),
  facts: factsText([
    check.floor !== '-' && check.floor,
    check.table_title !== null && check.customer_name,
    `${check.orders} ${check.orders === 1 ? 'round' : 'rounds'}`,
  ]),
  path: pageOf(check.check_id),
});

/** 'T1' before 'T10', whichever is older: what is called so, what begins so, the rest. */
const nearest = (rows: ResultRow[], typed: string): ResultRow[] => {
  const wanted = fold(typed);
  const distance = ({ label }: ResultRow) => (fold(label) === wanted ? 0 : fold(label).startsWith(wanted) ? 1 : 2);
  return [...rows].sort((a, b) => distance(a) - distance(b));
};

/** Of a call that the server answers for a text: until the newer answer is here, what fits of the older one. */
const searched = <T>(
  { data = [], isPlaceholderData, isPending, isError }: UseQueryResult<T[]>,
  { isLate, isFound }: { isLate: boolean; isFound: ReturnType<typeof finder> },
  row: (found: T) => ResultRow,
  texts: (found: T) => (string | null)[],
): Results => {
  const isOld = isLate || isPlaceholderData;
  return {
    rows: data.filter((found) => !isOld || isFound(...texts(found))).map(row),
    isWaiting: isOld || isPending,
    hasFailed: isError && !isLate,
  };
};

/** Of a list that is read whole. */
const listed = <T>(
  { data = [], isPending, isError }: UseQueryResult<T[]>,
  { typed, isFound }: { typed: string; isFound: ReturnType<typeof finder> },
  row: (found: T) => ResultRow,
  texts: (found: T) => (string | null)[],
): Results => ({
  rows: nearest(data.filter((found) => isFound(...texts(found))).map(row), typed),
  isWaiting: isPending,
  hasFailed: isError,
});

/** What is called as typed, of the kinds that the person may see. The server is asked for the text of `asked`, and nothing where that is empty. */
export const useSearchResults = (kinds: readonly SearchedKind[], typed: string, asked: string): (SearchedKind & Results)[] => {
  const search = { typed, isLate: asked !== typed, isFound: finder(typed) };
  const has = (title: SearchedKind['title']) => ({ enabled: asked !== '' && kinds.some((kind) => kind.title === title) });
  const text = { query: { q: asked } };
  const customers = useReply(searchCustomers, text, { ...has('Customers'), placeholderData: keepPreviousData });
  const invoices = useReply(searchInvoices, text, { ...has('Invoices'), placeholderData: keepPreviousData });
  const items = useReply(listMenuItems, {}, has('Menu Items'));
  const bills = useReply(listChecks, { query: {} }, has('Bills'));

  const results: Record<SearchedKind['title'], Results> = {
    Customers: searched(customers, search, customerRow, ({ name, phone }) => [name, phone]),
    Invoices: searched(invoices, search, invoiceRow, ({ invoice_id: id, name, customer_id: phone }) => [String(id), name, phone]),
    'Menu Items': listed(items, search, itemRow, ({ title }) => [title]),
    Bills: listed(bills, search, billRow, (check) => [billName(check), check.floor, check.customer_name, check.customer_id]),
  };
  return kinds.map((kind) => {
    const { rows, ...state } = results[kind.title];
    return { ...kind, ...state, rows: rows.slice(0, MOST) };
  });
};
