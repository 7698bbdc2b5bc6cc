import type { OpenCheck } from '#contract/orders.ts';
import { Money } from '#web/parts/Money.tsx';

interface CheckFactsProps {
  check: OpenCheck;
  currency: string;
}

/** '2 orders, $26.52 to pay', or '2 orders on 3 bills, …' */
export const CheckFacts = ({ check: { orders, bills, due }, currency }: CheckFactsProps) => (
  <>
    {orders} {orders === 1 ? 'order' : 'orders'}
    {bills !== undefined && ` on ${bills} bills`},{' '}
    {due > 0 ? (
      <>
        <Money value={due} currency={currency} /> to pay
      </>
    ) : (
      'paid'
    )}
  </>
);
