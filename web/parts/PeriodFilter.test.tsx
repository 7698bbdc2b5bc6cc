import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { getProfile, type SessionUser } from '#contract/auth.ts';
import { allPeriods } from '#contract/period.ts';
import { useReply } from '#web/platform/api.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { type Period, PeriodFilter } from './PeriodFilter.tsx';

afterEach(() => void vi.useRealTimers());

test.each([
  ['2026-05-20', '2026-06-20'],
  ['2026-12-31', '2027-01-31'],
  ['2027-01-31', '2027-02-28'],
  ['2028-01-30', '2028-02-29'],
])('Custom, chosen on %s, begins with that day and ends one month ahead', async (today, ahead) => {
  vi.useFakeTimers({ now: new Date(`${today}T12:00:00`), toFake: ['Date'] });
  const chosen: Period[] = [];
  const { user } = show(<PeriodFilter types={allPeriods} value={{ type: 'today' }} onChange={(period) => chosen.push(period)} />);

  await user.selectOptions(screen.getByLabelText('Period'), 'Custom');
  await user.selectOptions(screen.getByLabelText('Period'), 'Yesterday');

  expect(chosen).toEqual([{ type: 'custom', from: today, to: ahead }, { type: 'yesterday' }]);
});

test('the days of a custom period are changed one by one, and what is wrong with them stands beside them', () => {
  show(<PeriodFilter types={allPeriods} value={{ type: 'custom', from: '2026-05-02', to: '2026-05-01' }} onChange={() => {}} />);

  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2026-05-02');
  expect(screen.getByText('The period ends before it begins!')).toBeTruthy();
});

test.each([
  ['2026-05-20', '2026-04-20'],
  ['2027-03-31', '2027-02-28'],
  ['2027-01-15', '2026-12-15'],
])('Custom of what has happened, chosen on %s, begins on %s and ends today', async (today, ago) => {
  vi.useFakeTimers({ now: new Date(`${today}T12:00:00`), toFake: ['Date'] });
  const chosen: Period[] = [];
  const { user } = show(<PeriodFilter looksBack types={allPeriods} value={{ type: 'today' }} onChange={(period) => chosen.push(period)} />);
  await user.selectOptions(screen.getByLabelText('Period'), 'Custom');
  expect(chosen).toEqual([{ type: 'custom', from: ago, to: today }]);
});

test.each([
  ['04:00', '2026-05-01', '2026-06-01'],
  ['00:00', '2026-05-02', '2026-06-02'],
])('Custom begins with the day of the restaurant, which begins at %s there', async (dayStart, from, to) => {
  // half past two at night on 2 May, where the browser's clock shows the afternoon before
  const now = Date.parse('2026-05-01T16:00:00Z');
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const chosen: Period[] = [];
  const Framed = () =>
    useReply(getProfile, {}).data && (
      <PeriodFilter types={allPeriods} value={{ type: 'today' }} onChange={(period) => chosen.push(period)} />
    );
  const profile = { username: 'ada@example.com', timezone: 'Australia/Lord_Howe', day_start: dayStart } as SessionUser;
  const { user } = show(<Framed />, { server: [answers(getProfile, () => profile)], clock: () => now });

  await user.selectOptions(await screen.findByLabelText('Period'), 'Custom');

  expect(chosen).toEqual([{ type: 'custom', from, to }]);
});
