import type { Dispatch } from 'react';
import { takeOff } from '#contract/adjustments.ts';
import { currencyOf } from '#contract/money-text.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import { DiscountDialog } from '#web/parts/DiscountDialog.tsx';
import { addSums } from '#web/parts/money-text.ts';
import { keyOf, type Sale, type SaleAction } from './cart.ts';
import { type ShownCart, type ShownLine, toAdjustment } from './cart-prices.ts';

interface CartDiscountDialogProps {
  sale: Sale;
  cart: ShownCart;
  /** Null: the whole cart. */
  lineKey: string | null;
  currency: string;
  dispatch: Dispatch<SaleAction>;
  onClose: () => void;
}

/** What is left of a line before the discounts of the whole cart, which come off after its own. */
const leftOfLine = ({ line, total }: ShownLine, code: string): number => {
  const currency = currencyOf(code);
  const left = [toMinor(total, currency.decimals) ?? 0n];
  const own = (line.discounts ?? []).map((one) => ({ ...toAdjustment(one, currency), on: [0], isOfLine: true }));
  takeOff(left, [line.quantity], own);
  return toDecimal(left[0]!, currency.decimals);
};

/** Money off the cart, or off one of its lines; it is asked for and noted when the order is sent. */
export const CartDiscountDialog = ({ sale, cart, lineKey, currency, dispatch, onClose }: CartDiscountDialogProps) => {
  const shown = cart.lines.find(({ key }) => key === lineKey);
  const left = shown
    ? leftOfLine(shown, currency)
    : addSums(
        cart.lines.flatMap(({ total, discount }) => [total, -discount]),
        currency,
      );
  return (
    <DiscountDialog
      title={shown ? `Discount – ${shown.line.title}` : 'Discount – whole order'}
      currency={currency}
      left={left}
      hint={shown && sale.discounts?.length ? 'The discount of the whole order comes off after this one.' : undefined}
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
