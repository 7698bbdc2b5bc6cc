import { Button } from '@mantine/core';
import { IconArrowBackUp, IconDiscount, IconReceipt, IconShoppingBag } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { OrderGroup } from '#contract/orders.ts';
import { Money } from '#web/parts/Money.tsx';
import { BillTotals } from '#web/parts/BillTotals.tsx';
import { lazyPart } from '#web/ui/lazily.ts';
import type { Sale } from './cart.ts';
import type { ShownCart } from './cart-prices.ts';
import { CartLineRow } from './CartLineRow.tsx';
import { CartParty, type CartPartyProps } from './CartParty.tsx';
import classes from './CartPanel.module.css';
import { EarlierLines } from './EarlierLines.tsx';
import { useRoving } from './use-roving.ts';

const FreeCartTables = lazyPart(async () => (await import('./FreeCartTables.tsx')).FreeCartTables);

interface CartPanelProps extends CartPartyProps {
  cart: ShownCart;
  onOpen: (key: string) => void;
  /** Takes money off the whole cart. */
  onDiscount: () => void;
  /** What the open bill of the table does to it beside. */
  notes: readonly string[];
  /** What the same cart costs eaten in, or taken away, where that is another sum. */
  otherOption: { name: string; total: number } | undefined;
  onRemove: (key: string) => void;
  /** What the table has had already. */
  earlier: OrderGroup | undefined;
  onRepeat: (bill: OrderGroup) => void;
  /** Shows the sale before again. */
  onLastSale: (() => void) | undefined;
  onSend: (kind: 'kitchen' | 'pay') => void;
  /** Brings back what New has cleared. */
  takeBack: (() => void) | undefined;
}

/** Keeps the line that was touched last in sight. */
const useFollow = (lines: Sale['lines']) => {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(lines);
  useEffect(() => {
    const known = new Set(before.current);
    before.current = lines;
    const changed = lines.findIndex((line) => !known.has(line));
    if (changed < 0) return;
    // After the paint: before it, it would lay the page out a second time, and the touch be answered later.
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => list.current?.children[changed]?.scrollIntoView({ block: 'nearest' }));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [lines]);
  return list;
};

const EmptyCart = ({
  isFirst,
  takeBack,
  onLastSale,
  children,
}: Pick<CartPanelProps, 'takeBack' | 'onLastSale'> & {
  /** Nothing was ordered before. */
  isFirst: boolean;
  children: ReactNode;
}) => (
  <div className={classes.empty}>
    {isFirst && <IconShoppingBag size={32} stroke={1.25} aria-hidden />}
    <p>Touch an item to add it.</p>
    {takeBack && (
      <Button variant="subtle" leftSection={<IconArrowBackUp size={18} aria-hidden />} onClick={takeBack}>
        Undo New
      </Button>
    )}
    {onLastSale && (
      <Button variant="subtle" leftSection={<IconReceipt size={18} aria-hidden />} onClick={onLastSale}>
        Last sale
      </Button>
    )}
    {children}
  </div>
);

interface CostsProps extends Pick<CartPanelProps, 'otherOption' | 'onDiscount'> {
  currency: string;
  /** False: no discount was given. */
  onTakeBack: (() => void) | false;
}

/** What else the cart could cost: with money off, or eaten elsewhere. */
const Costs = ({ currency, otherOption, onDiscount, onTakeBack }: CostsProps) => (
  <div className={classes.costs}>
    {/* by keyboard F6: on the way to Pay & Send it would be one stop more for everybody */}
    <Button variant="subtle" size="sm" tabIndex={-1} leftSection={<IconDiscount size={18} aria-hidden />} onClick={onDiscount}>
      Discount
    </Button>
    {onTakeBack && (
      <Button variant="subtle" size="sm" aria-label="Take back the discount" onClick={onTakeBack}>
        Take back
      </Button>
    )}
    {otherOption && (
      <span className={classes.other}>
        {otherOption.name} <Money value={otherOption.total} currency={currency} />
      </span>
    )}
  </div>
);

/** The end of what the table has had already: what is ordered now is what is looked at. */
const useEndInSight = (isEarlierKnown: boolean, tableId: number | null) => {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isEarlierKnown && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [isEarlierKnown, tableId]);
  return scroller;
};

export const CartPanel = (props: CartPanelProps) => {
  const { sale, cart, init, dispatch, onOpen, onDiscount, notes, otherOption, onRemove, earlier, onLastSale, onSend, takeBack, checks } =
    props;
  const { currency } = init.storeSettings;
  const isOnce = ({ charge_id: id }: { charge_id: number }) =>
    sale.tableId !== null && init.charges?.some((charge) => charge.id === id && charge.kind === 'amount');
  const list = useFollow(sale.lines);
  useRoving(list, 'button');
  const scroller = useEndInSight(earlier !== undefined, sale.tableId);
  return (
    <section className={classes.panel} aria-label="Cart">
      <CartParty {...props} />
      <div ref={scroller} className={classes.lines} role="group" aria-label="Order" tabIndex={0}>
        {earlier && <EarlierLines bill={earlier} onRepeat={props.onRepeat} />}
        {cart.lines.length > 0 ? (
          <ul ref={list} aria-label="Cart items">
            {cart.lines.map(({ key, ...shown }) => (
              <CartLineRow key={key} lineKey={key} {...shown} currency={currency} dispatch={dispatch} onOpen={onOpen} onRemove={onRemove} />
            ))}
          </ul>
        ) : (
          <EmptyCart isFirst={!earlier} takeBack={takeBack} onLastSale={onLastSale}>
            {sale.deliveryType === 'dinein' && sale.tableId === null && init.storeTables.length > 0 && (
              <Suspense>
                <FreeCartTables
                  tables={init.storeTables}
                  checks={checks}
                  currency={currency}
                  onChoose={(tableId) => dispatch({ type: 'table', tableId })}
                />
              </Suspense>
            )}
          </EmptyCart>
        )}
      </div>
      <div className={classes.foot}>
        {cart.count > 0 && (
          <Costs
            currency={currency}
            otherOption={otherOption}
            onDiscount={onDiscount}
            onTakeBack={(sale.discounts?.length ?? 0) > 0 && (() => dispatch({ type: 'discount', discounts: [] }))}
          />
        )}
        {cart.count > 0 &&
          notes.map((note) => (
            <p key={note} className={classes.note}>
              {note}
            </p>
          ))}
        <BillTotals
          net={cart.net}
          tax={cart.tax}
          total={cart.total}
          taxNote={cart.taxNote}
          discount={cart.discount}
          charges={cart.charges.map((charge) => (isOnce(charge) ? { ...charge, title: `${charge.title} (once for the table)` } : charge))}
          currency={currency}
        />
        <div className={classes.send}>
          <Button variant="default" onClick={() => onSend('kitchen')}>
            Send to Kitchen
          </Button>
          <Button onClick={() => onSend('pay')}>Pay & Send</Button>
        </div>
      </div>
    </section>
  );
};
