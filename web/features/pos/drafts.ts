import { useLayoutEffect } from 'react';
import { serverNow } from '#web/platform/server-clock.ts';
import { readStored, removeStored, tenantKey, updateStored, useStored } from '#web/platform/storage.ts';
import { useTillKey } from '#web/platform/till.ts';
import { dateAndTime } from '#web/platform/dates.ts';
import { notify } from '#web/platform/toast.ts';
import type { Sale } from './cart.ts';
import { completed, isSale } from './stored-sale.ts';

export const NOT_STORED = 'The drafts could not be stored: this browser has no room left or keeps no data. The cart stays as it is.';

/** A sale put aside in this browser (part-1 §3), for this person alone. */
export interface Draft extends Omit<Sale, 'lines'> {
  /** The sale's own key: saved again it replaces itself, sent it disappears, and it is never sent twice. */
  key: string;
  nameRef: string;
  /** The browser's date and time, for people; an older page shows it. */
  date: string;
  /** ISO 8601; drafts of an older page have none. */
  at?: string;
  cart: Sale['lines'];
}

export const draftOf = ({ lines, ...sale }: Sale, nameRef: string): Draft => ({
  ...sale,
  nameRef,
  date: dateAndTime(new Date().toISOString()),
  at: new Date(serverNow()).toISOString(),
  cart: lines,
});

export const saleOf = ({ nameRef: _name, date: _date, at: _at, cart, ...sale }: Draft): Sale => completed({ ...sale, lines: cart });

const isDraft = (value: unknown): value is Draft => {
  const draft = (value ?? {}) as Partial<Draft>;
  return typeof draft.nameRef === 'string' && typeof draft.date === 'string' && isSale(saleOf(draft as Draft));
};

const hasKey = (draft: unknown, key: string): boolean => isDraft(draft) && draft.key === key;

/** Those of before the till kept its drafts are not lost. */
const takeOver = (key: string): void => {
  const ownKey = tenantKey('drafts');
  const own = ownKey === key ? [] : readStored<unknown[]>(ownKey, []);
  if (own.length > 0 && updateStored<unknown[]>(key, [], (drafts) => [...drafts, ...own])) removeStored(ownKey);
};

/** Each answers whether it was stored; when it was not, a toast has said so. */
export const useDrafts = () => {
  const key = useTillKey('drafts');
  useLayoutEffect(() => takeOver(key), [key]);
  // One that cannot be read, of another version of the page perhaps, hides no other and is kept.
  const [stored] = useStored<unknown[]>(key, []);
  const change = (how: (drafts: unknown[]) => unknown[]): boolean => {
    const isStored = updateStored(key, [], how);
    if (!isStored) notify.error(NOT_STORED);
    return isStored;
  };
  const drafts = stored.filter(isDraft);
  const save = (draft: Draft) => change((others) => [draft, ...others.filter((known) => !hasKey(known, draft.key))]);
  /** Of the draft that the cart was opened from. */
  const nameOf = (sale: Sale): string => drafts.find((draft) => draft.key === sale.key)?.nameRef ?? '';
  return {
    drafts,
    save,
    nameOf,
    putAside: (cart: Sale) => save(draftOf(cart, nameOf(cart))),
    remove: (gone: string) =>
      change((known) => (known.some((draft) => hasKey(draft, gone)) ? known.filter((draft) => !hasKey(draft, gone)) : known)),
    clear: () => change(() => []),
    /** Takes back what was deleted; what was saved again meanwhile stays as it is. */
    restore: (gone: readonly Draft[]) =>
      change((known) => [...known, ...gone.filter(({ key: own }) => !known.some((draft) => hasKey(draft, own)))]),
  };
};
