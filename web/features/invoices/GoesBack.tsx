import { Money } from '#web/parts/Money.tsx';
import { goesBack, type Refunded } from './goes-back.ts';

/** What goes back to the guest; nothing where the sum is none that can be refunded. */
export const GoesBack = (refunded: Refunded) => {
  const given = goesBack(refunded);
  if (given === undefined) return null;
  return (
    <p aria-live="polite">
      <Money value={given} currency={refunded.opened.currency} /> goes back to the guest.
    </p>
  );
};
