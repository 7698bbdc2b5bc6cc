import type { Reply } from '#contract/endpoint.ts';
import type { getReport, getReportDetails } from '#contract/reports.ts';

export type Report = Reply<typeof getReport>;
export type Details = Reply<typeof getReportDetails>;

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const shortDayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const asDate = (date: string) => new Date(`${date}T00:00:00Z`);

/** The days of a period for people; they are the store's days, whatever zone the browser stands in. */
export const rangeText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? dayFormat.format(asDate(from)) : `${dayFormat.format(asDate(from))} – ${dayFormat.format(asDate(to))}`;

/** An hour, a day or a month on the axis of time. */
export const stepText = (at: string, step: Details['step']): string =>
  step === 'hour' ? `${at}:00` : (step === 'day' ? shortDayFormat : monthFormat).format(asDate(at));

/** The hours of a day, as a night is lived: from the one in which the store's day starts, which may not be known yet. */
export const fromDayStart = <Row extends { hour: string }>(rows: readonly Row[], dayStart = '00:00'): readonly Row[] => {
  const isAfterMidnight = ({ hour }: Row) => hour < dayStart.slice(0, 2);
  return [...rows.filter((row) => !isAfterMidnight(row)), ...rows.filter(isAfterMidnight)];
};

/** Without the hours before the first and after the last in which something happened: a night of zeros fills a page. */
export const openHours = <Row extends { revenue: number; orders: number }>(rows: readonly Row[]): readonly Row[] => {
  const isBusy = ({ revenue, orders }: Row) => revenue !== 0 || orders > 0;
  const first = rows.findIndex(isBusy);
  return first < 0 ? rows : rows.slice(first, rows.findLastIndex(isBusy) + 1);
};

/** False when nothing happened in the period before: 'none in the period before' beside each figure would say it seven times. */
export const isComparable = ({ ordersCount, newCustomers, repeatedCustomers, revenueTotal }: Details['previous']): boolean =>
  [ordersCount, newCustomers, repeatedCustomers, revenueTotal].some((figure) => figure !== 0);

/** The wire's word for a payment without a type is no word for people. */
export const paymentText = (type: string): string => (type === 'unspecified' ? 'Unspecified' : type);

/** What a reason was given for. */
export const whatText: Record<Details['byReason'][number]['kind'], string> = { void: 'Cancelled', discount: 'Discount', refund: 'Refund' };

export interface Change {
  direction: 'up' | 'down' | 'same' | 'none';
  text: string;
}

/** How a figure compares with the one before: an arrow's direction and words, so that no colour is needed. */
export const changeOf = (now: number, before: number): Change => {
  if (now === before) return { direction: 'same', text: 'same as before' };
  if (before === 0) return { direction: 'none', text: 'none in the period before' };
  // more was taken back than sold: nothing has a share of that
  if (before < 0) return now > before ? { direction: 'up', text: 'more than before' } : { direction: 'down', text: 'less than before' };
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  const size = percent === 0 ? 'under 1%' : `${percent.toLocaleString('en')}%`;
  return now > before ? { direction: 'up', text: `${size} more` } : { direction: 'down', text: `${size} less` };
};
