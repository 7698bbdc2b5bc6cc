import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { tenantKey } from '#web/platform/storage.ts';
import { show } from '#web/platform/testing.tsx';
import { newSale } from './cart.ts';
import { draftOf, NOT_STORED, useDrafts } from './drafts.ts';

const soup = { id: 2, title: 'Soup', variant: null, addons: [], notes: '', quantity: 1 };
const draft = (key: string, name = key) => draftOf({ ...newSale(key), lines: [soup] }, name);
const storage = (): unknown[] => JSON.parse(localStorage.getItem(tenantKey('drafts')) ?? '[]') as unknown[];
/** As another tab does it, of which this one has not learned yet. */
const store = (drafts: unknown[]) => localStorage.setItem(tenantKey('drafts'), JSON.stringify(drafts));
const names = (drafts: { nameRef: string }[]) => drafts.map(({ nameRef }) => nameRef);

const open = () => {
  const result = {} as { current: ReturnType<typeof useDrafts> };
  const Screen = () => {
    result.current = useDrafts();
    return null;
  };
  show(<Screen />);
  return result;
};

test('what another tab has stored meanwhile is not overwritten', () => {
  const result = open();

  store([draft('theirs')]);
  act(() => void result.current.save(draft('ours')));
  expect(names(result.current.drafts)).toEqual(['ours', 'theirs']);

  store([...storage(), draft('late')]);
  act(() => void result.current.remove('ours'));
  expect(names(result.current.drafts)).toEqual(['theirs', 'late']);
});

test('a draft that cannot be read hides no other, and is kept', () => {
  const old = { nameRef: 'old', cart: 'of another version' };
  store([null, old, { ...draft('x'), date: {} }, draft('fine')]);
  const result = open();
  expect(names(result.current.drafts)).toEqual(['fine']);

  act(() => void result.current.save(draft('new')));
  act(() => void result.current.remove('fine'));

  expect(names(result.current.drafts)).toEqual(['new']);
  expect(storage()).toContainEqual(old);
  act(() => void result.current.clear());
  expect(storage()).toEqual([]);
});

test('a list that is none begins again', () => {
  localStorage.setItem(tenantKey('drafts'), '{"broken"');
  const result = open();

  act(() => void result.current.save(draft('new')));

  expect(names(result.current.drafts)).toEqual(['new']);
});

test('a browser without room says so, keeps what it had, and works again once there is room', async () => {
  store([draft('old')]);
  const result = open();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

  act(() => expect(result.current.save(draft('new'))).toBe(false));
  await screen.findByText(NOT_STORED);
  expect(names(result.current.drafts)).toEqual(['old']);
  // a sale that was never a draft changes nothing, and so nothing can fail
  act(() => expect(result.current.remove('unknown')).toBe(true));
  expect(screen.getAllByText(NOT_STORED)).toHaveLength(1);

  full.mockRestore();
  store([draft('theirs'), ...storage()]);
  act(() => expect(result.current.save(draft('new'))).toBe(true));
  expect(names(result.current.drafts)).toEqual(['new', 'theirs', 'old']);
});
