import { useCallback, useEffect, useRef, useState } from 'react';
import type { DinerPage } from '#contract/qr-menu.ts';
import { usePlace } from './address.ts';
import { CartView } from './CartView.tsx';
import { MenuView } from './MenuView.tsx';
import { Message } from './Message.tsx';
import { OutcomeView } from './OutcomeView.tsx';
import type { Draft } from './placing.ts';
import { forgetOldAttempts, useCart } from './storage.ts';
import { titleOf } from './title.ts';
import { useMenu } from './use-menu.ts';

/** The diner's pages; which of them is told by the address. */
export const App = ({ page }: { page: DinerPage }) => {
  const place = usePlace(page);
  const { view, tableId } = place;
  const { menu, refresh } = useMenu(page);
  const { qrcode } = page;
  const cart = useCart(qrcode);
  // kept here: an order that failed, or a closed checkout, need not be typed again
  const [draft, setDraft] = useState<Draft>({ isByPhone: false, name: '', phone: '' });
  const [told, setTold] = useState('');
  // the same sentence twice is said twice
  const say = useCallback((sentence: string) => setTold((last) => (last === sentence ? `${sentence}\u00a0` : sentence)), []);

  const [wasMenu, setWasMenu] = useState(view === 'menu');
  const hasMenu = wasMenu || view === 'menu';
  if (hasMenu && !wasMenu) setWasMenu(true);

  const shown = useRef(view);
  const menuScroll = useRef(0);
  useEffect(forgetOldAttempts, []);
  useEffect(() => {
    document.title = titleOf({ ...page, menu, view });
    if (shown.current === view) return undefined;
    shown.current = view;
    document.querySelector<HTMLElement>('#root > :not([hidden]) h1')?.focus({ preventScroll: true });
    window.scrollTo(0, view === 'menu' ? menuScroll.current : 0);
    return undefined;
  }, [view, page, menu]);
  useEffect(() => {
    const remember = () => {
      if (shown.current === 'menu') menuScroll.current = window.scrollY;
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);

  // Back from the end of an order that was loaded by itself: that page holds no menu, and the address names one.
  const isElsewhere = place.qrcode !== null && (page.view === 'success' || page.view === 'failed');
  useEffect(() => {
    if (isElsewhere) window.location.reload();
  }, [isElsewhere]);

  const content = () => {
    if (isElsewhere) return <p className="nothing">Please wait...</p>;
    if (view === 'success' || view === 'failed') return <OutcomeView isPlaced={view === 'success'} isWithin={menu !== null} />;
    if (menu === null || qrcode === null)
      return (
        <Message icon="broken" title="Broken Link!">
          <p>There is no menu behind this link. Please scan the code on your table again, or ask the staff.</p>
        </Message>
      );
    if (menu.storeSettings.is_qr_menu_enabled !== 1)
      return (
        <Message icon="closed" title="Menu Not Available!">
          <p>
            <bdi>{menu.storeSettings.store_name}</bdi> does not show its menu here at the moment. Please ask the staff for one.
          </p>
        </Message>
      );
    return (
      <>
        {/* A menu that was shown stays where it is: it need not be made again when the diner comes back from the cart. */}
        {hasMenu && (
          <div hidden={view !== 'menu'}>
            <MenuView {...{ menu, qrcode, tableId, cart, say }} />
          </div>
        )}
        {view === 'cart' && <CartView {...{ menu, qrcode, tableId, cart, draft, say, refresh }} onDraft={setDraft} />}
      </>
    );
  };

  return (
    <>
      {content()}
      <p className="sr-only" role="status">
        {told}
      </p>
    </>
  );
};
