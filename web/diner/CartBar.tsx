import type { ReactNode } from 'react';
import { type Currency, formatMoney } from '#contract/currencies.ts';
import type { QrMenu } from '#contract/qr-menu.ts';
import { countOf, type ShownLine } from './cart.ts';
import { Icon } from './Icon.tsx';
import { PageLink } from './PageLink.tsx';
import { costHere } from './prices.ts';

interface CartBarProps {
  lines: ShownLine[];
  currency: Currency;
  charges: QrMenu['charges'];
  to: string;
  /** What is to be said above it. */
  children?: ReactNode;
}

/** What is in the cart and what it comes to, floating within a thumb's reach. */
export const CartBar = ({ lines, currency, charges, to, children }: CartBarProps) => {
  const left = lines.filter(({ isGone }) => !isGone);
  const count = countOf(left);
  const {
    totals: { total, tax },
    charges: charged,
  } = costHere(left, currency, charges);
  const added = [...(tax > 0n ? ['tax'] : []), ...(charged.length > 0 ? ['charges'] : [])];
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
          {added.length > 0 && <small> incl. {added.join(', ')}</small>}
        </span>
      </PageLink>
    </div>
  );
};
