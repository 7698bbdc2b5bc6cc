import { IconShoppingBag } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import { Money } from '#web/parts/Money.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import type { ShownCart } from './cart-prices.ts';
import classes from './Till.module.css';

const phoneCart = lazyDialog(async () => (await import('./PhoneCart.tsx')).PhoneCart);

const PHONE = '(max-width: 47.99em)';

interface CartPlaceProps {
  cart: ShownCart;
  currency: string;
  /** Of a phone. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  children: ReactNode;
}

/** The cart beside the menu; on a phone behind a bar that says what is in it. */
export const CartPlace = ({ cart, currency, isOpen, onOpen, children }: CartPlaceProps) => {
  phoneCart.useAhead();
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  if (!isPhone) return <div className={`surface ${classes.side}`}>{children}</div>;
  return (
    <>
      <button type="button" className={classes.bar} data-empty={cart.count === 0 || undefined} onClick={() => onOpen(true)}>
        <IconShoppingBag size={20} stroke={1.75} aria-hidden />
        Cart · {cart.count} {cart.count === 1 ? 'item' : 'items'}
        <Money value={cart.total} currency={currency} className={classes.sum} />
      </button>
      {isOpen && (
        <Suspense>
          <phoneCart.Dialog onClose={() => onOpen(false)}>{children}</phoneCart.Dialog>
        </Suspense>
      )}
    </>
  );
};
