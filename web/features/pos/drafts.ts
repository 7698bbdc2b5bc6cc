import { tenantKey, useStored } from '#web/platform/storage.ts';
import { areLines, type DeliveryType, type Sale } from './cart.ts';

/** A sale put aside in this browser (part-1 §3), for this person alone. */
export interface Draft {
  /** The sale's own key: saved anew it replaces itself, sent it disappears, and it is never sent twice. */
  key: string;
  nameRef: string;
  /** Local date and time, for people. */
  date: string;
  cart: Sale['lines'];
  deliveryType: DeliveryType;
  tableId: number | null;
}

const areDrafts = (value: unknown): value is Draft[] =>
  Array.isArray(value) && value.every((draft: Draft | null) => typeof draft?.key === 'string' && areLines(draft.cart));

export const draftOf = ({ key, lines, deliveryType, tableId }: Sale, nameRef: string): Draft => ({
  key,
  nameRef,
  date: new Date().toLocaleString(),
  cart: lines,
  deliveryType,
  tableId,
});

export const saleOf = ({ key, cart, deliveryType, tableId }: Draft): Sale => ({ key, lines: cart, deliveryType, tableId });

export const useDrafts = () => {
  const [drafts, write] = useStored<Draft[]>(tenantKey('drafts'), [], areDrafts);
  return {
    drafts,
    save: (draft: Draft) => write([draft, ...drafts.filter(({ key }) => key !== draft.key)]),
    remove: (key: string) => write(drafts.filter((draft) => draft.key !== key)),
    clear: () => write([]),
  };
};
