import { useLayoutEffect } from 'react';
import { goTo, pathOf, SUCCESS_PATH } from './address.ts';
import { Message } from './Message.tsx';
import { PageLink } from './PageLink.tsx';
import type { Reason } from './placing.ts';
import { useCart, useLastOrder, usePlaced } from './storage.ts';

/** What a diner can do about it. The server's own sentence is not shown (part-2 §8). */
const advice: Record<Reason, string> = {
  offline: 'There is no connection at the moment. Your cart is kept: try again when you are online. It will not be ordered twice.',
  price_changed: 'Some prices have changed since you chose. Your cart shows the new ones.',
  conflict: 'Something in your cart has just sold out or left the menu. Your cart shows what.',
  no_table:
    'The code of your table has been replaced since you scanned it. Scan the one on your table again, or order without a table. Your cart is kept.',
  no_link: 'The code that you scanned is no longer valid. Please scan the one on your table again, or ask the staff.',
  too_many: 'Too many orders came from here in a short time. Please wait a few minutes, or tell the staff. Your cart is kept.',
  already_sent:
    'Your first try did reach the restaurant after all; only its answer was lost. What it ordered has left your cart. What is there now was not sent.',
  unsure:
    'The restaurant already has an order of yours, but not this one. Please ask the staff what they have before you order again. Your cart is kept.',
  invalid_input: 'Please check phone and notes, order less, or order as a guest. Your cart is kept.',
  not_allowed: 'This restaurant takes no orders from here at the moment. Please ask the staff. Your cart is kept.',
  other: 'Your cart is kept. It will not be ordered twice.',
};

const isReason = (text: string | null | undefined): text is Reason => text != null && Object.keys(advice).includes(text);

/** The end of an order, good or bad. `isWithin`: the page still holds the menu, so that no network is needed to go back. */
export const OutcomeView = ({ isPlaced, isWithin }: { isPlaced: boolean; isWithin: boolean }) => {
  const order = useLastOrder();
  const placed = usePlaced(order?.qrcode);
  const cart = useCart(order?.qrcode ?? null);
  // come upon by Back, after a later try was taken
  const isOld = !isPlaced && order !== null && order.reason === null;
  useLayoutEffect(() => {
    if (isOld) goTo(SUCCESS_PATH, { replaces: true });
  }, [isOld]);
  const back = (view: 'menu' | 'cart', text: string, className: string) =>
    order && (
      <PageLink to={pathOf(view, order.qrcode, order.tableId)} className={className} isWithin={isWithin} replaces>
        {text}
      </PageLink>
    );

  if (isPlaced || isOld)
    return (
      <Message icon="done" title="Order Placed!">
        {placed && <p className="order-number">Order {placed.orderId}</p>}
        <p>The restaurant has your order. The staff will take care of the rest.</p>
        {placed && (
          <ul className="recap" aria-label="What you ordered">
            {placed.lines.map(({ quantity, title }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- one dish may stand there twice, and rows have no state
              <li key={place}>
                {quantity} × {title}
              </li>
            ))}
          </ul>
        )}
        {cart.length > 0 && <p>What you added while it was on its way was not sent. It is in your cart.</p>}
        <div className="actions">
          {cart.length > 0 && back('cart', 'Back to your cart', 'button')}
          {back('menu', 'Back to the menu', cart.length > 0 ? 'button plain' : 'button')}
        </div>
      </Message>
    );
  return (
    <Message icon="warning" title="Order Failed, Try Again !">
      <p>{isReason(order?.reason) ? advice[order.reason] : advice.other}</p>
      <div className="actions">
        {back('cart', 'Back to your cart', 'button')}
        {back('menu', 'Back to the menu', 'button plain')}
      </div>
    </Message>
  );
};
