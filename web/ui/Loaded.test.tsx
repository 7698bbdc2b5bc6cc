import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '#web/platform/testing.tsx';
import { Loaded } from './Loaded.tsx';

const refetch = vi.fn(() => Promise.resolve());
const from = { data: undefined as string[] | undefined, isError: false, isFetching: false, refetch };
const shown = (state: Partial<typeof from>) =>
  show(
    <Loaded from={{ ...from, ...state }} failure="Error loading data, Try Later!" empty="Nothing yet.">
      {(names) => names.join(', ')}
    </Loaded>,
  );

test('waits', () => {
  shown({ isFetching: true });
  expect(screen.getByRole('status').textContent).toBe('Please wait...');
});

test('offers Retry when nothing came', async () => {
  const { user } = shown({ isError: true });
  expect(screen.getByRole('alert').textContent).toContain('Error loading data, Try Later!');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

test('keeps what it had when reloading fails', () => {
  shown({ isError: true, data: ['Ada', 'Bo'] });
  expect(screen.getByText('Ada, Bo')).toBeTruthy();
  expect(screen.getByText(/may be out of date/)).toBeTruthy();
});

test('shows emptiness instead of an empty list', () => {
  shown({ data: [] });
  expect(screen.getByText('Nothing yet.')).toBeTruthy();
});

test('what is not there is no outage: a sentence, the way back, no Retry, also where it was shown before', () => {
  const missing = { sentence: 'This item does not exist!', back: { to: '/items', label: 'All items' } };
  const gone = { ...from, isError: true, data: ['Ada'] };
  const state = (status: number) => (
    <Loaded from={{ ...gone, error: { status } }} failure="Try Later!" missing={missing}>
      {(names) => names.join()}
    </Loaded>
  );
  show(state(404));
  expect(screen.getByRole('alert').textContent).toContain('This item does not exist!');
  expect(screen.getByRole('link', { name: 'All items' }).getAttribute('href')).toBe('/items');
  expect(screen.queryByText('Ada')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();

  show(state(500));
  expect(screen.getByText('Ada')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
