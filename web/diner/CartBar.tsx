import { type Currency, formatMoney } from '#contract/currencies.ts';
import { countOf, type ShownLine } from './cart.ts';
import { Icon } from './Icon.tsx';
import { PageLink } from './PageLink.tsx';
import { totalsOf } from './prices.ts';

/** What is in the cart and what it comes to, floating within a thumb's reach. */
export const CartBar = ({ lines, currency, to }: { lines: ShownLine[]; currency: Currency; to: string }) => {
  const count = countOf(lines);
  const { total } = totalsOf(
    lines.filter(({ isGone }) => !isGone),
    currency,
  );
  return (
    <div className="cart-bar">
      <PageLink to={to} className="button">
        <Icon name="bag" />
        <span>
          View Cart · {count} {count === 1 ? 'item' : 'items'}
        </span>
        <span className="tabular">{formatMoney(total, currency)}</span>
      </PageLink>
    </div>
  );
};
