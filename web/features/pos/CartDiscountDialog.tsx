import type { Dispatch } from 'react';
import { DiscountDialog } from '#web/parts/DiscountDialog.tsx';
import { addSums } from '#web/parts/money-text.ts';
import { keyOf, type Sale, type SaleAction } from './cart.ts';
import type { ShownCart } from './cart-prices.ts';

interface CartDiscountDialogProps {
  sale: Sale;
  cart: ShownCart;
  /** Null: the whole cart. */
  lineKey: string | null;
  currency: string;
  dispatch: Dispatch<SaleAction>;
  onClose: () => void;
}

/** Money off the cart, or off one of its lines; it is asked for and noted when the order is sent. */
export const CartDiscountDialog = ({ sale, cart, lineKey, currency, dispatch, onClose }: CartDiscountDialogProps) => {
  const shown = cart.lines.find(({ key }) => key === lineKey);
  const left = addSums(
    (shown ? [shown] : cart.lines).flatMap(({ total, discount }) => [total, -discount]),
    currency,
  );
  return (
    <DiscountDialog
      title={shown ? `Discount – ${shown.line.title}` : 'Discount – whole order'}
      currency={currency}
      left={left}
      line={shown && { unitPrice: shown.unitPrice, quantity: shown.line.quantity }}
      onGive={(discount) => {
        if (shown) {
          const line = { ...shown.line, discounts: [...(shown.line.discounts ?? []), discount] };
          dispatch({ type: 'change', key: keyOf(shown.line), line });
        } else dispatch({ type: 'discount', discounts: [...(sale.discounts ?? []), discount] });
        onClose();
      }}
      onClose={onClose}
    />
  );
};
