import { screen, waitFor } from '@testing-library/react';
import { Link, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { allPeriods, pastPeriods } from '#contract/period.ts';
import { show } from '#web/platform/testing.tsx';
import { SearchBox } from './SearchBox.tsx';
import { usePeriod, usePlaceInList } from './use-place-in-list.ts';

const List = () => {
  const { search, page, setPage } = usePlaceInList(0);
  const [period, setPeriod] = usePeriod(allPeriods);
  const [past] = usePeriod(pastPeriods);
  return (
    <>
      <SearchBox search={search} label="Search" placeholder="" />
      <button onClick={() => setPage(3)}>Third</button>
      <button onClick={() => setPeriod({ type: 'custom', from: '2026-10-01', to: '2026-10-31' })}>October</button>
      <Link to="/">Again</Link>
      <output>{JSON.stringify({ q: search.wanted, page, period, past })}</output>
      <i>{useLocation().search}</i>
    </>
  );
};
const told = (): unknown => JSON.parse(document.querySelector('output')!.textContent);
const address = () => document.querySelector('i')!.textContent;

test.each(['x%22', '2026-02-31', '2026-13-01'])(
  'a list is opened as its address says; what makes no sense there, such as %s, is ignored',
  (from) => {
    const first = show(<List />, { path: '/?q=ada&page=2&period=tomorrow' });
    expect(told()).toEqual({ q: 'ada', page: 2, period: { type: 'tomorrow' } });
    first.unmount();

    show(<List />, { path: `/?page=-1&period=custom&from=${from}&to=2026-10-31` });
    const period = { type: 'custom', from: '', to: '2026-10-31' };
    expect(told()).toEqual({ q: '', page: 1, period, past: period });
  },
);

test('what is narrowed is written into the address, and begins with the first page', async () => {
  const { user } = show(<List />, { path: '/?tab=x' });
  await user.click(screen.getByRole('button', { name: 'Third' }));
  expect(address()).toBe('?tab=x&page=3');
  await user.click(screen.getByRole('button', { name: 'October' }));
  expect(address()).toBe('?tab=x&period=custom&from=2026-10-01&to=2026-10-31');
  await user.click(screen.getByRole('button', { name: 'Third' }));
  await user.type(screen.getByLabelText('Search'), 'bo{Enter}');
  await waitFor(() => expect(address()).toBe('?tab=x&period=custom&from=2026-10-01&to=2026-10-31&q=bo'));
  expect(told()).toMatchObject({ q: 'bo', page: 1 });

  await user.click(screen.getByRole('link', { name: 'Again' }));
  await waitFor(() => expect(told()).toEqual({ q: '', page: 1 }));
  expect(address()).toBe('');
});
