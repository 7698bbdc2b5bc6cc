import { Suspense, useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { addCustomer } from '#contract/customers.ts';
import { completeAndPayOrders, type OpenCheck, type OrderGroup } from '#contract/orders.ts';
import type { PosInit } from '#contract/pos.ts';
import { ofSameGuests } from '#web/parts/bill.ts';
import { pageOf } from '#web/parts/bill-text.ts';
import { useMay } from '#web/platform/session.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import type { CartLine, Sale } from './cart.ts';
import { CartPanel } from './CartPanel.tsx';
import { CartPlace } from './CartPlace.tsx';
import { CountsContext } from './MenuGrid.tsx';
import { LineDialogs } from './LineDialogs.tsx';
import { MenuPanel } from './MenuPanel.tsx';
import { SellingDialogs } from './SellingDialogs.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import classes from './Till.module.css';
import type { Unsettled } from './unsettled.ts';
import { useCartPrices } from './use-cart-prices.ts';
import { useLineDialogs } from './use-line-dialogs.ts';
import { useMovedBill } from './use-moved-bill.ts';
import { useOpenFor } from './use-open-for.ts';
import type { useSale } from './use-sale.ts';
import { useSelling } from './use-selling.ts';
import { useSoldOut } from './use-sold-out.ts';
import { useTableBill } from './use-table-bill.ts';

interface TillProps {
  init: PosInit;
  /** The menu is being refetched. */
  isChecking: boolean;
  refetch: () => unknown;
  till: ReturnType<typeof useSale>;
  /** Of the tables at which somebody sits. */
  checks: readonly OpenCheck[];
  onSaveDraft: () => void;
  /** This sale is on its way to the kitchen. */
  onSent: (sale: Sale) => void;
  /** Orders that were sent, and of which nobody knows what became. */
  unsettled: readonly Unsettled[];
  /** The one that is being asked for; nothing is sold before it is settled. */
  settling: Unsettled | undefined;
  onSettle: (order: Unsettled | undefined) => void;
  /** This sale was not sent: no cart may lose it. */
  onUnsent: (sale: Sale) => void;
}

const payDialog = lazyDialog(async () => (await import('#web/parts/PayDialog.tsx')).PayDialog);
const unsettledNotice = lazyDialog(async () => (await import('./UnsettledDialog.tsx')).UnsettledNotice);
const customerDialog = lazyDialog(async () => (await import('#web/parts/CustomerDialog.tsx')).CustomerDialog);

/** How many pieces of each item are in the cart. */
const countByItem = (lines: readonly CartLine[]): Map<number, number> => {
  const pieces = new Map<number, number>();
  for (const { id, quantity } of lines) pieces.set(id, (pieces.get(id) ?? 0) + quantity);
  return pieces;
};

/** A phone's cart is taken away with all that stands in it; what was half typed is for this guest only. */
const useHalfTyped = (guest: number) => {
  const [halfTyped, setHalfTyped] = useState({ guest, text: '' });
  return {
    typedBefore: halfTyped.guest === guest ? halfTyped.text : '',
    onTyped: useCallback((text: string) => setHalfTyped({ guest, text }), [guest]),
  };
};

export const Till = (props: TillProps) => {
  customerDialog.useAhead();
  payDialog.useAhead();
  const { init, till, checks, onSaveDraft, unsettled, settling, onSettle, onUnsent } = props;
  const { sale, guest, dispatch, takeBack } = till;
  const navigate = useNavigate();
  const [isCartOpen, setCartOpen] = useState(false);
  const [adding, setAdding] = useOpenFor<string>(guest);
  const mayAddCustomer = useMay(addCustomer);
  const [paying, setPaying] = useState<OrderGroup>();
  const { currency } = init.storeSettings;
  const menu = useMemo(() => new Map(init.menuItems.map((item) => [item.id, item])), [init.menuItems]);
  const counts = useMemo(() => countByItem(sale.lines), [sale.lines]);
  const bill = useTableBill(till, checks);
  const { check, joined, checkId, card, billId, covers, payable, onlyId, bills } = bill;
  useMovedBill(till, bill, init.storeTables);
  const payTable = () => (onlyId === undefined ? setPaying(payable) : void navigate(pageOf(onlyId)));
  const { cart, paid, bare, otherOption, notes } = useCartPrices(sale, menu, init, { covers, checkId });
  const mayPay = useMay(completeAndPayOrders);
  const { touch, remove, repeat, open, discountAll, dialogs } = useLineDialogs(till, menu, currency);
  const setSoldOut = useSoldOut();
  const halfTyped = useHalfTyped(guest);
  const closeCart = () => setCartOpen(false);
  const selling = useSelling({
    ...props,
    cart,
    paid,
    bare,
    covers,
    isJoining: joined !== undefined,
    onStored: props.onSent,
    onSent: closeCart,
  });
  const { unknown, sending, ask, lastSale, show } = selling;

  return (
    <>
      <Shortcuts lines={sale.lines} dispatch={dispatch} onRemove={remove} onSend={ask} onDiscount={discountAll} />
      {unknown && !sending && (
        <Suspense>
          <unsettledNotice.Dialog order={unknown} store={init.storeSettings} onAsk={() => onSettle(unknown)} />
        </Suspense>
      )}
      <div className={classes.till}>
        <CountsContext value={counts}>
          <MenuPanel init={init} guest={guest} onAdd={touch} onSoldOut={setSoldOut} />
        </CountsContext>
        <CartPlace cart={cart} currency={currency} isOpen={isCartOpen} onOpen={setCartOpen}>
          <CartPanel
            {...{ sale, guest, cart, init, checks, check, dispatch, notes, otherOption, billId, covers, takeBack, onSaveDraft }}
            {...halfTyped}
            onOpen={open}
            onDiscount={discountAll}
            onRemove={remove}
            earlier={card}
            onRepeat={repeat}
            isJoined={joined !== undefined}
            onPayTable={payable && mayPay ? payTable : undefined}
            onLastSale={lastSale && (() => show(lastSale))}
            onAddCustomer={mayAddCustomer ? setAdding : undefined}
            onSend={ask}
          />
        </CartPlace>
        <LineDialogs menu={menu} sale={sale} cart={cart} currency={currency} dispatch={dispatch} {...dialogs} />
        {adding !== undefined && (
          <Suspense>
            <customerDialog.Dialog
              typed={adding}
              onSaved={(customer) => dispatch({ type: 'customer', customer })}
              onClose={() => setAdding(undefined)}
            />
          </Suspense>
        )}
        {paying && (
          <Suspense>
            <payDialog.Dialog
              group={ofSameGuests(paying, card) ?? paying}
              opened={paying}
              bills={bills}
              settings={init}
              // who has paid has left: the next guest sits elsewhere
              onPaid={() => sale.lines.length === 0 && dispatch({ type: 'table', tableId: null })}
              onClose={() => setPaying(undefined)}
            />
          </Suspense>
        )}
        <SellingDialogs
          {...{ selling, init, till, cart, unsettled, settling, onSettle, onUnsent }}
          check={joined}
          checks={checks}
          isChecking={props.isChecking}
          refetch={props.refetch}
          isPaying={!!paying}
        />
      </div>
    </>
  );
};
