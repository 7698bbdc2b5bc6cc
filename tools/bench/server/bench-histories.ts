import type autocannon from 'autocannon';
import type { BenchServer } from '#tools/bench/bench-server.ts';
import { median, range } from '#tools/parts/median.ts';
import type { Measured, MeasuredServer } from './measured-server.ts';

const ROUNDS = 3;
const YEAR_TO_DAY = 8;
const PAGE_TO_FIRST = 1.3;
/** times what it costs in the small history; null: it may grow */
type Most = number | null;
type Call = [name: string, path: string, most: Most];

const callsOf = (today: string): Call[] => {
  const dayOf = (ago: number) => new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10);
  const report = (path: string, from: string, to: string) => `${path}?type=custom&from=${from}&to=${to}`;
  return [
    ["a day's report", report('/reports', dayOf(200), dayOf(200)), 1.3],
    ["today's report", '/reports?type=today', 1.3],
    ["a day's details", report('/reports/details', dayOf(200), dayOf(200)), 1.3],
    ["a year's report", report('/reports', dayOf(364), today), null],
    ["a year's details", report('/reports/details', dayOf(364), today), null],
    ['dashboard', '/dashboard', 1.3],
    ["today's course", '/dashboard/trend', 1.3],
    ['invoices page', '/invoices?type=today&page=1&perPage=10', 1.3],
    ['invoices of a year, page 1', `${report('/invoices', dayOf(364), today)}&page=1&perPage=10`, null],
    ['invoices of a year, page 50', `${report('/invoices', dayOf(364), today)}&page=50&perPage=10`, null],
    ['customers page', '/customers?sort=created_at&page=1&perPage=10', 1.3],
    ['customer search', '/customers/search-by-phone-name/search?q=Berger', 1.3],
    // 20 customers with few invoices, and 200 with many
    ['invoice search', '/invoices/search?q=Berger', null],
    // ten customers in both histories
    ['customer filter', '/customers?sort=created_at&page=1&perPage=10&filter=44%20700000000', 1.3],
    ['a customer', `/customers/${encodeURIComponent('+44 7000000007')}`, 1.3],
  ];
};

/** Of the calls so far, what one answer costs in the large history, in seconds. */
type Costs = Map<string, number>;

/** How many times the cost of a day a year costs; undefined for what is no year's. */
const toDay = (name: string, costs: Costs): number | undefined => {
  const day = costs.get(name.replace('year', 'day'));
  return name.includes("year's") && day ? costs.get(name)! / day : undefined;
};
/** How many times the cost of the first page the fiftieth costs; undefined for what is no fiftieth. */
const toFirstPage = (name: string, costs: Costs): number | undefined =>
  name.endsWith('page 50') ? costs.get(name)! / costs.get(name.replace('page 50', 'page 1'))! : undefined;

/** What a call costs in a large history beside a small one; answers the figures that were missed. */
export const benchHistories = async (
  { origin, load }: MeasuredServer,
  { today, small, large, seconds }: NonNullable<BenchServer['histories']>,
  say: (line: string) => void,
  orders: number,
): Promise<string[]> => {
  say(`\nHistories of 10,000 and of ${orders} orders over two years, 200 other tenants beside them (made in ${seconds} s), 1 connection`);
  say('call | small/s | large/s | large costs (range) | server CPU ms | day to year');
  const get = (cookie: string, path: string): autocannon.Request[] => [{ method: 'GET', path: `/api/v1${path}`, headers: { cookie } }];
  const isAnswered = async (path: string) => {
    const { status } = await fetch(`${origin}/api/v1${path}`, { headers: { cookie: large } });
    return status === 200;
  };
  const costs: Costs = new Map();
  const missed: string[] = [];
  for (const [name, path, most] of callsOf(today)) {
    if (!(await isAnswered(path))) {
      say(`${name} | not answered by this server`);
      missed.push(`${name}: ${path} is not answered`);
      continue;
    }
    const rows: { small: Measured; large: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rows.push({ small: await load(origin, 1, get(small, path)), large: await load(origin, 1, get(large, path)) });
    const ratios = rows.map((row) => row.small.rate / row.large.rate);
    costs.set(name, 1 / median(rows.map((row) => row.large.rate)));
    const toYear = toDay(name, costs);
    const of = (side: 'small' | 'large', figure: 'rate' | 'cpu', digits: number) =>
      median(rows.map((row) => row[side][figure])).toFixed(digits);
    say(
      `${name} | ${of('small', 'rate', 0)} | ${of('large', 'rate', 0)} | ${median(ratios).toFixed(2)} (${range(ratios, 2)}) | ${of('large', 'cpu', 2)} | ${toYear?.toFixed(1) ?? ''}`,
    );
    if (most && median(ratios) > most) missed.push(`${name}: ${median(ratios).toFixed(2)} is above ${most}`);
    const toFirst = toFirstPage(name, costs);
    if (toFirst && toFirst > PAGE_TO_FIRST) missed.push(`${name}: ${toFirst.toFixed(2)} times the first page's is above ${PAGE_TO_FIRST}`);
    if (toYear && toYear > YEAR_TO_DAY) missed.push(`${name}: ${toYear.toFixed(1)} times a day's is above ${YEAR_TO_DAY}`);
  }
  return missed;
};
