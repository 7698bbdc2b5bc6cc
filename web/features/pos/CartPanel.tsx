import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp, IconBookmarkPlus, IconDiscount, IconQrcode, IconReceipt, IconShoppingBag, IconX } from '@tabler/icons-react';
import { type Dispatch, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { OpenCheck, OrderGroup } from '#contract/orders.ts';
import type { PosInit } from '#contract/pos.ts';
import { Money } from '#web/parts/Money.tsx';
import { BillTotals } from '#web/parts/BillTotals.tsx';
import { Later } from '#web/ui/Later.tsx';
import type { Sale, SaleAction } from './cart.ts';
import type { ShownCart } from './cart-prices.ts';
import { CartLineRow } from './CartLineRow.tsx';
import { CheckFacts } from './CheckFacts.tsx';
import classes from './CartPanel.module.css';
import { CustomerField } from './CustomerField.tsx';
import { EarlierLines } from './EarlierLines.tsx';
import { PlacePicker } from './PlacePicker.tsx';
import { useRoving } from './use-roving.ts';

interface CartPanelProps {
  sale: Sale;
  /** Which one it is at this till. */
  guest: number;
  cart: ShownCart;
  init: PosInit;
  checks: readonly OpenCheck[];
  /** How many guests there are, where somebody said so. */
  covers: number | null;
  /** What is sold now joins a bill that is open. */
  isJoined: boolean;
  /** Of the table that is chosen. */
  check: OpenCheck | undefined;
  dispatch: Dispatch<SaleAction>;
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
  /** Of the table that is chosen. */
  billId: number | undefined;
  /** Takes payment for it; undefined where nothing is owed, or who sells here may not. */
  onPayTable: (() => void) | undefined;
  /** Shows the sale before again. */
  onLastSale: (() => void) | undefined;
  /** Gets what was typed; undefined for whoever may not. */
  onAddCustomer: ((typed: string) => void) | undefined;
  /** What stood in the customer field, unpicked, when the cart was closed. */
  typedBefore: string;
  onTyped: (typed: string) => void;
  onSaveDraft: () => void;
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

export const CartPanel = ({
  sale,
  guest,
  cart,
  init,
  checks,
  check,
  dispatch,
  covers,
  isJoined,
  onOpen,
  onDiscount,
  notes,
  otherOption,
  onRemove,
  earlier,
  billId,
  onPayTable,
  onLastSale,
  onAddCustomer,
  typedBefore,
  onTyped,
  onSaveDraft,
  onSend,
  takeBack,
}: CartPanelProps) => {
  const { currency, timezone } = init.storeSettings;
  const asksForGuests = sale.deliveryType === 'dinein' && init.charges?.some(({ minCovers }) => minCovers);
  const isOnce = ({ charge_id: id }: { charge_id: number }) =>
    sale.tableId !== null && init.charges?.some((charge) => charge.id === id && charge.kind === 'amount');
  const list = useFollow(sale.lines);
  useRoving(list, 'button');
  const scroller = useRef<HTMLDivElement>(null);
  const isEarlierKnown = earlier !== undefined;
  // what is ordered now is what is looked at
  useEffect(() => {
    if (isEarlierKnown && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [isEarlierKnown, sale.tableId]);
  return (
    <section className={classes.panel} aria-label="Cart">
      <div className={classes.party}>
        <div className={classes.customer}>
          <Later instead={<div className={classes.coming} />}>
            <CustomerField
              key={guest}
              customer={sale.customer}
              dispatch={dispatch}
              onAdd={onAddCustomer}
              typedBefore={typedBefore}
              onTyped={onTyped}
            />
          </Later>
          <ActionIcon data-hint="Save Draft" className={classes.draft} aria-label="Save Draft" onClick={onSaveDraft}>
            <IconBookmarkPlus size={20} stroke={1.75} />
          </ActionIcon>
        </div>
        <Later instead={<div className={classes.coming} />}>
          <PlacePicker
            deliveryType={sale.deliveryType}
            tableId={sale.tableId}
            tables={init.storeTables}
            checks={checks}
            covers={asksForGuests ? covers : undefined}
            isOfBill={isJoined}
            currency={currency}
            timezone={timezone}
            dispatch={dispatch}
          />
        </Later>
        {check && (
          <p className={classes.check}>
            <IconReceipt size={16} stroke={1.75} aria-hidden />
            <span>
              Open check: <CheckFacts check={check} currency={currency} />
            </span>
            {billId !== undefined && (
              <Button variant="default" size="xs" className={classes.pay} component={Link} to={`/dashboard/checks/${billId}`}>
                Bill
              </Button>
            )}
            {onPayTable && (
              <Button variant="default" size="xs" className={classes.pay} onClick={onPayTable}>
                Pay
              </Button>
            )}
          </p>
        )}
        {sale.qrOrderId !== null && (
          <p className={classes.check}>
            <IconQrcode size={16} stroke={1.75} aria-hidden />
            <span>From a QR order</span>
            <ActionIcon className={classes.unlink} aria-label="Unlink the QR order" onClick={() => dispatch({ type: 'unlink' })}>
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          </p>
        )}
      </div>
      <div ref={scroller} className={classes.lines} role="group" aria-label="Order" tabIndex={0}>
        {earlier && <EarlierLines bill={earlier} />}
        {cart.lines.length > 0 ? (
          <ul ref={list} className={classes.list} aria-label="Cart items">
            {cart.lines.map(({ key, ...shown }) => (
              <CartLineRow key={key} lineKey={key} {...shown} currency={currency} dispatch={dispatch} onOpen={onOpen} onRemove={onRemove} />
            ))}
          </ul>
        ) : (
          <div className={classes.empty}>
            {!earlier && <IconShoppingBag size={32} stroke={1.25} aria-hidden />}
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
          </div>
        )}
      </div>
      <div className={classes.foot}>
        {cart.count > 0 && (
          <div className={classes.costs}>
            {/* by keyboard F6: on the way to Pay & Send it would be one stop more for everybody */}
            <Button variant="subtle" size="sm" tabIndex={-1} leftSection={<IconDiscount size={18} aria-hidden />} onClick={onDiscount}>
              Discount
            </Button>
            {(sale.discounts?.length ?? 0) > 0 && (
              <Button
                variant="subtle"
                size="sm"
                aria-label="Take back the discount"
                onClick={() => dispatch({ type: 'discount', discounts: [] })}
              >
                Take back
              </Button>
            )}
            {otherOption && (
              <span className={classes.other}>
                {otherOption.name} <Money value={otherOption.total} currency={currency} />
              </span>
            )}
          </div>
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
