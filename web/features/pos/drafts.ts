import { tenantKey, useStored } from '#web/platform/storage.ts';
import { completed, isSale, type Sale } from './cart.ts';

/** A sale put aside in this browser (part-1 §3), for this person alone. */
export interface Draft extends Omit<Sale, 'lines'> {
  /** The sale's own key: saved anew it replaces itself, sent it disappears, and it is never sent twice. */
  key: string;
  nameRef: string;
  /** Local date and time, for people. */
  date: string;
  cart: Sale['lines'];
}

export const draftOf = ({ lines, ...sale }: Sale, nameRef: string): Draft => ({
  ...sale,
  nameRef,
  date: new Date().toLocaleString(),
  cart: lines,
});

export const saleOf = ({ nameRef: _name, date: _date, cart, ...sale }: Draft): Sale => completed({ ...sale, lines: cart });

const areDrafts = (value: unknown): value is Draft[] =>
  Array.isArray(value) && value.every((draft: Draft | null) => typeof draft?.nameRef === 'string' && isSale(saleOf(draft)));

export const useDrafts = () => {
  const [drafts, write] = useStored<Draft[]>(tenantKey('drafts'), [], areDrafts);
  return {
    drafts,
    save: (draft: Draft) => write([draft, ...drafts.filter(({ key }) => key !== draft.key)]),
    remove: (key: string) => write(drafts.filter((draft) => draft.key !== key)),
    clear: () => write([]),
  };
};
