import { useEffect, useMemo, useState } from 'react';
import { type Currency, formatMoney } from '#contract/currencies.ts';
import type { QrMenu } from '#contract/qr-menu.ts';
import { FAILED_PATH, goTo, pathOf, SUCCESS_PATH } from './address.ts';
import { type CartLine, compare, countOf, type ShownLine, withNotes, withQuantity } from './cart.ts';
import { CartLineRow } from './CartLineRow.tsx';
import { CheckoutDialog } from './CheckoutDialog.tsx';
import { Icon } from './Icon.tsx';
import { PageLink } from './PageLink.tsx';
import { type Draft, type Orderer, placeOrder } from './placing.ts';
import { chargeNotes, costHere, currencyOf, dishesHere } from './prices.ts';
import { changeCart, rememberOrder, useIsHydrated } from './storage.ts';
import { OldTableNote, TableMark } from './StoreHeader.tsx';

interface CartViewProps {
  menu: QrMenu;
  qrcode: string;
  tableId: string | null;
  cart: CartLine[];
  draft: Draft;
  onDraft: (draft: Draft) => void;
  say: (sentence: string) => void;
  refresh: () => Promise<void>;
}

interface SummaryProps {
  /** Pieces that can be ordered. */
  count: number;
  cost: ReturnType<typeof costHere>;
  notes: readonly string[];
  currency: Currency;
  isAtTable: boolean;
}

const Summary = ({ count, cost: { totals, charges }, notes, currency, isAtTable }: SummaryProps) => (
  <section className="summary" aria-labelledby="summary">
    <h2 id="summary">Order Summary</h2>
    <dl>
      <div>
        <dt>Items</dt>
        <dd>{count}</dd>
      </div>
      {charges.map(({ rule, amount }) => (
        <div key={rule.id}>
          <dt>
            <bdi>{rule.title}</bdi>
            {/* a table pays it once, however often it orders */}
            {rule.kind === 'amount' && isAtTable && ' (once for the table)'}
          </dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
      ))}
      <div>
        <dt>Subtotal</dt>
        <dd>{formatMoney(totals.net, currency)}</dd>
      </div>
      <div>
        <dt>Tax</dt>
        <dd>{formatMoney(totals.tax, currency)}</dd>
      </div>
      <div className="total">
        <dt>Total</dt>
        <dd>{formatMoney(totals.total, currency)}</dd>
      </div>
    </dl>
    {notes.map((note, place) => (
      <p key={place} className="hint">
        {note}
      </p>
    ))}
  </section>
);

interface CheckoutBarProps {
  store: QrMenu['storeSettings'];
  /** Something of the cart left the menu. */
  hasGone: boolean;
  /** For people. */
  total: string;
  onCheckout: () => void;
}

/** The way to the order, or why there is none. */
const CheckoutBar = ({ store, hasGone, total, onCheckout }: CheckoutBarProps) => (
  <div className="cart-bar">
    {store.is_qr_order_enabled === 1 ? (
      <>
        {hasGone && (
          <p className="warning" id="has-gone">
            Remove what is no longer available to order the rest.
          </p>
        )}
        <button
          type="button"
          className="button"
          disabled={hasGone}
          aria-describedby={hasGone ? 'has-gone' : undefined}
          aria-haspopup="dialog"
          onClick={onCheckout}
        >
          <span>Checkout</span>
          <span className="tabular">{total}</span>
        </button>
      </>
    ) : (
      <p className="warning">
        {store.is_qr_order_paused === 1
          ? 'Ordering from here is paused for a while. Your cart is kept; please order with the staff meanwhile.'
          : 'This restaurant takes no orders from here at the moment. Please ask the staff.'}
      </p>
    )}
  </div>
);

/** What will be ordered, for which table, and what it comes to. */
export const CartView = ({ menu, qrcode, tableId, cart, draft, onDraft, say, refresh }: CartViewProps) => {
  const isHydrated = useIsHydrated();
  const [isCheckingOut, setCheckingOut] = useState(false);
  const { storeSettings: store, storeTable } = menu;
  const currency = useMemo(() => currencyOf(store.currency), [store.currency]);
  const lines = useMemo(() => compare(cart, dishesHere(menu), currency), [cart, menu, currency]);
  const left = lines.filter(({ isGone }) => !isGone);
  const cost = costHere(left, currency, menu.charges);
  const total = formatMoney(cost.totals.total, currency);
  const notes = chargeNotes(menu.charges?.filter(({ minCovers }) => minCovers > 0) ?? [], currency);
  const hasGone = left.length < lines.length;

  useEffect(() => {
    void refresh();
  }, [refresh]);

  const changeQuantity = ({ line, title }: ShownLine, quantity: number) => {
    changeCart(qrcode, (kept) => withQuantity(kept, line, quantity));
    say(quantity < 1 ? `${title} removed.` : `${quantity} ${title}.`);
  };
  const changeNotes = ({ line }: ShownLine, notes: string | null) => changeCart(qrcode, (kept) => withNotes(kept, line, notes));

  const place = async (orderer: Orderer) => {
    const reason = await placeOrder(qrcode, { lines, orderer, tableId: storeTable?.id ?? null });
    rememberOrder({ qrcode, tableId, reason });
    // the order is not placed twice by going back
    goTo(reason === null ? SUCCESS_PATH : FAILED_PATH, { replaces: true });
    if (reason !== null && reason !== 'offline') void refresh();
  };

  return (
    <>
      <header className="bar">
        <PageLink to={pathOf('menu', qrcode, tableId)} className="round" label="Back to the menu">
          <Icon name="back" size={24} />
        </PageLink>
        <div>
          <h1 tabIndex={-1}>Your Cart</h1>
          {storeTable && <TableMark table={storeTable} />}
        </div>
      </header>
      <main className="cart">
        {tableId !== null && storeTable === null && <OldTableNote />}
        {!isHydrated && (
          <>
            <p className="nothing needs-script">Please wait...</p>
            <noscript>
              <p className="nothing">To order from this page, switch JavaScript on, or tell the staff what you would like.</p>
            </noscript>
          </>
        )}
        {isHydrated && lines.length === 0 && (
          <div className="nothing">
            <Icon name="bag" size={48} />
            <p>Your cart is empty.</p>
            <PageLink to={pathOf('menu', qrcode, tableId)} className="button">
              Back to the menu
            </PageLink>
          </div>
        )}
        {lines.length > 0 && (
          <>
            <ul className="lines">
              {lines.map((line) => (
                <CartLineRow key={line.line} line={line} currency={currency} onQuantity={changeQuantity} onNotes={changeNotes} />
              ))}
            </ul>
            <Summary count={countOf(left)} cost={cost} notes={notes} currency={currency} isAtTable={storeTable !== null} />
            <CheckoutBar store={store} hasGone={hasGone} total={total} onCheckout={() => setCheckingOut(true)} />
          </>
        )}
      </main>
      {isCheckingOut && (
        <CheckoutDialog
          total={total}
          country={store.country}
          {...{ draft, onDraft }}
          onPlace={place}
          onClose={() => setCheckingOut(false)}
        />
      )}
    </>
  );
};
