import { useMediaQuery } from '@mantine/hooks';
import { IconShoppingBag } from '@tabler/icons-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { addCustomer } from '#contract/customers.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import { completeAndPayOrders, type OpenCheck, type OrderGroup } from '#contract/orders.ts';
import type { PosInit } from '#contract/pos.ts';
import { pageOf } from '#web/parts/bill-text.ts';
import { Money } from '#web/parts/Money.tsx';
import { newIdempotencyKey } from '#web/platform/intentions.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { useMay } from '#web/platform/session.tsx';
import { lockTill, useOwnDisplay, useTillSettings } from '#web/platform/till.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { notify } from '#web/platform/toast.ts';
import { keyOf, type Sale, withKey } from './cart.ts';
import { CartPanel } from './CartPanel.tsx';
import { CountsContext } from './MenuGrid.tsx';
import { LineDialogs } from './LineDialogs.tsx';
import { MenuPanel } from './MenuPanel.tsx';
import { PhoneCart } from './PhoneCart.tsx';
import { SentPanel } from './SentPanel.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import classes from './Till.module.css';
import type { useSale } from './use-sale.ts';
import { forgetUnsettled, isStillMeant, type SendKind, type Unsettled, unsettledKey } from './unsettled.ts';
import { kindUnderWay, type Sent, useSend } from './use-send.ts';
import { useCartPrices } from './use-cart-prices.ts';
import { useLastSale } from './use-last-sale.ts';
import { useTableBill } from './use-table-bill.ts';
import { useSoldOut } from './use-sold-out.ts';

interface TillProps {
  init: PosInit;
  /** The menu is being fetched anew. */
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

const PHONE = '(max-width: 47.99em)';
const plainLine = ({ id, title }: MenuItem) => ({ id, title, variant: null, addons: [], notes: '', quantity: 1 });
const payDialog = lazyDialog(async () => (await import('#web/parts/PayDialog.tsx')).PayDialog);
const sendDialog = lazyDialog(async () => (await import('./SendDialog.tsx')).SendDialog);
const displayLink = lazyDialog(async () => (await import('./DisplayLink.tsx')).DisplayLink);
const unsettledDialog = lazyDialog(async () => (await import('./UnsettledDialog.tsx')).UnsettledDialog);
const unsettledNotice = lazyDialog(async () => (await import('./UnsettledDialog.tsx')).UnsettledNotice);
const customerDialog = lazyDialog(async () => (await import('#web/parts/CustomerDialog.tsx')).CustomerDialog);

export const Till = (props: TillProps) => {
  sendDialog.useAhead();
  customerDialog.useAhead();
  payDialog.useAhead();
  unsettledDialog.useAhead();
  const { init, isChecking, refetch, till, checks, onSaveDraft, onSent, unsettled, settling, onSettle, onUnsent } = props;
  const { sale, guest, dispatch, add, endSent, takeBack } = till;
  const navigate = useNavigate();
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const [isCartOpen, setCartOpen] = useState(false);
  const [choosing, setChoosing] = useState<MenuItem>();
  const [adding, setAdding] = useState<string>();
  // A phone's cart is taken away with all that stands in it; what was half typed is for this guest only.
  const [halfTyped, setHalfTyped] = useState({ guest, text: '' });
  const onTyped = useCallback((text: string) => setHalfTyped({ guest, text }), [guest]);
  const mayAddCustomer = useMay(addCustomer);
  const [changing, setChanging] = useState<string>();
  const [sending, setSending] = useState(() => kindUnderWay(sale));
  const [sent, setSent] = useState<Sent>();
  const [lastSale, keepLastSale] = useLastSale();
  const [displayId, setDisplay] = useOwnDisplay();
  const [paying, setPaying] = useState<OrderGroup>();

  const { currency } = init.storeSettings;
  const { lockAfterSend } = useTillSettings();
  const menu = useMemo(() => new Map(init.menuItems.map((item) => [item.id, item])), [init.menuItems]);
  /** The line that gets a discount; null: the whole cart. */
  const [discounted, setDiscounted] = useState<string | null>();
  const counts = useMemo(() => {
    const pieces = new Map<number, number>();
    for (const { id, quantity } of sale.lines) pieces.set(id, (pieces.get(id) ?? 0) + quantity);
    return pieces;
  }, [sale.lines]);
  const { check, joined, checkId, card, billId, covers, payable, onlyId } = useTableBill(sale, checks);
  const payTable = () => (onlyId === undefined ? setPaying(payable) : void navigate(pageOf(onlyId)));
  const { cart, paid, otherOption, notes } = useCartPrices(sale, menu, init, { covers, checkId });
  const sold = sending === 'pay' ? paid : cart;
  const mayPay = useMay(completeAndPayOrders);
  const remove = useCallback(
    (key: string) => {
      const line = sale.lines.find((one) => keyOf(one) === key);
      dispatch({ type: 'remove', key });
      if (line) notify.undoable(`${line.title} is removed.`, () => dispatch({ type: 'add', line }));
    },
    [sale.lines, dispatch],
  );

  const touch = useCallback(
    (item: MenuItem) => {
      if (item.variants.length > 0 || item.addons.length > 0) setChoosing(item);
      else add(plainLine(item));
    },
    [add],
  );

  const setSoldOut = useSoldOut();

  const { send, settle, isPending, failure, forgetFailure } = useSend({
    init,
    sale,
    cart: sold,
    covers,
    onFailed: ({ isPassing, code }) => {
      if (isPassing) return;
      // The sale goes on as a new one: what its key stands for is in the kitchen.
      if (code === 'key_reused') dispatch({ type: 'replace', sale: withKey(sale, newIdempotencyKey()) });
      else void refetch();
    },
    onStored: (stored, kind) => {
      endSent(stored, kind);
      onSent(stored);
    },
    onSent: (done) => {
      setSending(undefined);
      onSettle(undefined);
      setCartOpen(false);
      keepLastSale(done);
      const { tableTitle, deliveryType } = done.receipt;
      // at a table nobody is called by a number: the round is said, and the hands are free for the next
      if (done.kind === 'pay' || !tableTitle || deliveryType !== 'dinein') return setSent(done);
      notify.standing(`Token ${done.tokenNo} → ${tableTitle}`);
      if (lockAfterSend) lockTill();
    },
  });
  const unknown = unsettled.find((order) => !kindUnderWay(order));
  const isSending = sending !== undefined && (isPending || sale.lines.length > 0);
  const ask = (kind: SendKind) => {
    if (sale.lines.length === 0) return notify.error('Cart is empty!');
    if (unknown) return onSettle(unknown);
    forgetFailure();
    setSending(kind);
  };

  const panel = (
    <CartPanel
      sale={sale}
      guest={guest}
      cart={cart}
      init={init}
      checks={checks}
      check={check}
      dispatch={dispatch}
      onOpen={setChanging}
      onDiscount={() => setDiscounted(null)}
      notes={notes}
      otherOption={otherOption}
      onRemove={remove}
      earlier={card}
      billId={billId}
      covers={covers}
      isJoined={joined !== undefined}
      onPayTable={payable && mayPay ? payTable : undefined}
      onLastSale={lastSale && (() => setSent(lastSale))}
      onAddCustomer={mayAddCustomer ? setAdding : undefined}
      typedBefore={halfTyped.guest === guest ? halfTyped.text : ''}
      onTyped={onTyped}
      onSaveDraft={onSaveDraft}
      onSend={ask}
      takeBack={takeBack}
    />
  );

  return (
    <>
      <Shortcuts lines={sale.lines} dispatch={dispatch} onSend={ask} onDiscount={() => setDiscounted(null)} />
      {unknown && !isSending && (
        <Suspense>
          <unsettledNotice.Dialog order={unknown} store={init.storeSettings} onAsk={() => onSettle(unknown)} />
        </Suspense>
      )}
      <div className={classes.till}>
        <CountsContext value={counts}>
          <MenuPanel init={init} guest={guest} onAdd={touch} onSoldOut={setSoldOut} />
        </CountsContext>
        {isPhone ? (
          <button type="button" className={classes.bar} data-empty={cart.count === 0 || undefined} onClick={() => setCartOpen(true)}>
            <IconShoppingBag size={20} stroke={1.75} aria-hidden />
            Cart · {cart.count} {cart.count === 1 ? 'item' : 'items'}
            <Money value={cart.total} currency={currency} className={classes.sum} />
          </button>
        ) : (
          <div className={classes.side}>{panel}</div>
        )}
        {isPhone && (
          <PhoneCart isOpen={isCartOpen} onClose={() => setCartOpen(false)}>
            {panel}
          </PhoneCart>
        )}
        <LineDialogs
          menu={menu}
          sale={sale}
          cart={cart}
          currency={currency}
          choosing={choosing}
          changing={changing}
          discounted={discounted}
          dispatch={dispatch}
          onAdd={(line) => {
            if (line) add(line);
            setChoosing(undefined);
          }}
          onRemove={remove}
          onChanging={setChanging}
          onDiscounted={setDiscounted}
        />
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
              group={card ?? paying}
              opened={paying}
              settings={init}
              // who has paid has left: the next guest sits elsewhere
              onPaid={() => sale.lines.length === 0 && dispatch({ type: 'table', tableId: null })}
              onClose={() => setPaying(undefined)}
            />
          </Suspense>
        )}
        {isSending && (
          <Suspense>
            <sendDialog.Dialog
              kind={sending}
              sale={sale}
              cart={sold}
              init={init}
              check={joined}
              failure={failure}
              isPending={isPending}
              isChecking={isChecking && failure !== undefined && !failure.isPassing}
              onConfirm={(payment) => void send(sending, payment)}
              onRemoveBlocked={() =>
                dispatch({ type: 'keep', lines: cart.lines.filter(({ obstacle }) => !obstacle).map(({ line }) => line) })
              }
              onClose={() => setSending(undefined)}
            />
          </Suspense>
        )}
        {settling && (
          <Suspense>
            <unsettledDialog.Dialog
              key={settling.key}
              order={settling}
              store={init.storeSettings}
              isOpen={unsettled.some(({ key }) => key === settling.key)}
              isWanted={isStillMeant(settling, serverNow())}
              onAsk={async () => {
                const problem = await settle(settling);
                if (problem && !problem.isPassing) void refetch();
                return problem;
              }}
              onUnsent={() => onUnsent(settling.sale)}
              onForget={() => {
                forgetUnsettled(unsettledKey(), settling.key);
                onUnsent(settling.sale);
                onSettle(undefined);
              }}
              onClose={() => onSettle(undefined)}
            />
          </Suspense>
        )}
        {displayId > 0 && (
          <Suspense>
            <displayLink.Dialog displayId={displayId} cart={sold} sent={sent} isPaused={!!paying} onGone={() => setDisplay(0)} />
          </Suspense>
        )}
        {sent && <SentPanel key={`${sent.date} ${sent.tokenNo}`} sent={sent} init={init} onClose={() => setSent(undefined)} />}
      </div>
    </>
  );
};
