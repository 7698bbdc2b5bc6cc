import type { Reply } from '#contract/endpoint.ts';
import type { getCustomer } from '#contract/customer-history.ts';
import { deleting, type Question } from '#web/platform/confirm.tsx';

/** The question before a customer is erased, for good: a booking stays, and nobody knows any more whose it is. */
export const erasing = (name: string, { reservations = [] }: Pick<Reply<typeof getCustomer>, 'reservations'> = {}): Question => {
  const count = reservations.length;
  const loses = count === 1 ? '1 coming reservation loses' : `${count} coming reservations lose`;
  return deleting(`customer ${name}`, count === 0 ? undefined : `${loses} the name, the phone and the notes.`);
};
