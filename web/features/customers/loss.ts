import type { Reply } from '#contract/endpoint.ts';
import type { getCustomer } from '#contract/customer-history.ts';

/** What is lost with a customer who is erased, for the question before it: a booking stays, and nobody knows any more whose it is. */
export const lossOf = ({ reservations = [] }: Pick<Reply<typeof getCustomer>, 'reservations'> = {}): string | undefined => {
  const count = reservations.length;
  const loses = count === 1 ? '1 coming reservation loses' : `${count} coming reservations lose`;
  return count === 0 ? undefined : `${loses} the name, the phone and the notes.`;
};
