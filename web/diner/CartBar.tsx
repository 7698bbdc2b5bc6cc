import type { ReactNode } from 'react';
import { type Currency, formatMoney } from '#contract/currencies.ts';
import { countOf, type ShownLine } from './cart.ts';
import { Icon } from './Icon.tsx';
import { PageLink } from './PageLink.tsx';
import { totalsOf } from './prices.ts';

interface CartBarProps {
  lines: ShownLine[];
  currency: Currency;
  to: string;
  /** What is to be said above it. */
  children?: ReactNode;
}

/** What is in the cart and what it comes to, floating within a thumb's reach. */
export const CartBar = ({ lines, currency, to, children }: CartBarProps) => {
  const left = lines.filter(({ isGone }) => !isGone);
  const count = countOf(left);
  const { total, tax } = totalsOf(left, currency);
  return (
    <div className="cart-bar">
      {children}
      <PageLink to={to} className="button">
        <Icon name="bag" />
        <span>
          View Cart · {count} {count === 1 ? 'item' : 'items'}
        </span>
        <span className="tabular">
          {formatMoney(total, currency)}
          {/* a guest who read $13.50 on the dish must not wonder at $14.58 */}
          {tax > 0n && <small> incl. tax</small>}
        </span>
      </PageLink>
    </div>
  );
};
