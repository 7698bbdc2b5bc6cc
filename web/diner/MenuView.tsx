import { type MouseEvent, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Currency } from '#contract/currencies.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import type { QrMenu } from '#contract/qr-menu.ts';
import { pathOf } from './address.ts';
import { type CartLine, compare, countOf, lineOf, LINES_MAX, type NewLine, withLine } from './cart.ts';
import { CartBar } from './CartBar.tsx';
import { Icon } from './Icon.tsx';
import { ItemDialog } from './ItemDialog.tsx';
import { MenuSection } from './MenuSection.tsx';
import { findItems, indexOf, sectionsOf } from './menu-search.ts';
import { chargeNotes, currencyOf, dishesHere, taxSentence } from './prices.ts';
import { changeCart } from './storage.ts';
import { PausedNote } from './PausedNote.tsx';
import { OldTableNote, StoreHeader } from './StoreHeader.tsx';

const FIRST = 5; // cards that a phone shows before it is scrolled

interface MenuViewProps {
  menu: QrMenu;
  qrcode: string;
  tableId: string | null;
  cart: CartLine[];
  /** Says something to who cannot see it. */
  say: (sentence: string) => void;
}

interface FinderProps {
  search: string;
  onSearch: (search: string) => void;
  sections: ReturnType<typeof sectionsOf>;
  /** The category that is shown alone. */
  chosen: number | null;
  onChoose: (id: number | null) => void;
}

/** The search, and a chip for each category; they are links before any script. */
const Finder = ({ search, onSearch, sections, chosen, onChoose }: FinderProps) => {
  const choose = (event: MouseEvent, id: number | null) => {
    event.preventDefault();
    onChoose(id);
  };
  const chip = (id: number | null, title: string) => (
    <a
      key={id}
      href={id === null ? '#menu' : `#category-${id}`}
      className="chip"
      aria-current={chosen === id ? 'true' : undefined}
      onClick={(event) => choose(event, id)}
    >
      <bdi>{title}</bdi>
    </a>
  );
  return (
    <div className="finder" role="search">
      <label className="search needs-script">
        <Icon name="search" />
        <span className="sr-only">Search the menu</span>
        <input
          type="search"
          value={search}
          placeholder="Search"
          enterKeyHint="search"
          autoComplete="off"
          onChange={({ target }) => onSearch(target.value)}
        />
      </label>
      {sections.some(({ id }) => id !== null) && (
        <nav className="chips" aria-label="Categories">
          {chip(null, 'All')}
          {sections.map(({ id, title }) => id !== null && chip(id, title))}
        </nav>
      )}
    </div>
  );
};

/** How many of each dish are in the cart. */
const countByItem = (cart: readonly CartLine[]): Map<number, number> => {
  const byItem = new Map<number, number>();
  for (const { id, quantity } of cart) byItem.set(id, (byItem.get(id) ?? 0) + quantity);
  return byItem;
};

/** The dish that is looked at, and what is put into the cart. */
const useAdding = (qrcode: string, currency: Currency, say: (sentence: string) => void) => {
  const [openId, setOpenId] = useState<number>();
  const [isFull, setFull] = useState(false);
  const add = useCallback(
    (line: NewLine) => {
      let hasRoom = true;
      let pieces = 0;
      changeCart(qrcode, (lines) => {
        const changed = withLine(lines, line);
        pieces = countOf(changed);
        hasRoom = changed.length > lines.length || pieces > countOf(lines);
        return changed;
      });
      setFull(!hasRoom);
      // what was chosen and written for a dish that finds no room stays
      if (!hasRoom) return;
      setOpenId(undefined);
      say(`${line.title} added. ${pieces} ${pieces === 1 ? 'item' : 'items'} in the cart.`);
    },
    [qrcode, say],
  );
  const addPlain = useCallback(
    (item: MenuItem) => add(lineOf(item, { variant: null, addons: [], notes: null, quantity: 1 }, currency)),
    [add, currency],
  );
  const openItem = useCallback(({ id }: MenuItem) => {
    setFull(false);
    setOpenId(id);
  }, []);
  return { openId, isFull, add, addPlain, openItem, close: () => setOpenId(undefined) };
};

/** The menu: found by word, by category, or by reading; readable before and without any script. */
export const MenuView = ({ menu, qrcode, tableId, cart, say }: MenuViewProps) => {
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState<number | null>(null);
  const list = useRef<HTMLElement>(null);
  const { storeSettings: store } = menu;
  const menuItems = useMemo(() => dishesHere(menu), [menu]);
  const currency = useMemo(() => currencyOf(store.currency), [store.currency]);
  const sections = useMemo(() => sectionsOf(menu), [menu]);
  const tax = useMemo(() => taxSentence(menuItems), [menuItems]);
  const index = useMemo(() => indexOf(sections), [sections]);
  // what is typed shows at once, what it finds as soon as there is time
  const wanted = useDeferredValue(search);
  const found = useMemo(() => findItems(index, wanted), [index, wanted]);
  // A category that left the menu hides nothing.
  const chosen = sections.some(({ id }) => id === category) ? category : null;
  const isShown = ({ id, items }: (typeof sections)[number]) =>
    (chosen === null || id === chosen) && items.some((item) => found.has(item.id));
  const first = useMemo(() => new Set(sections.flatMap(({ items }) => items).slice(0, FIRST)), [sections]);
  const counts = useMemo(() => countByItem(cart), [cart]);
  const mayOrder = store.is_qr_order_enabled === 1;
  const isTelling = menuItems.some(({ allergens }) => allergens);
  const { openId, isFull, add, addPlain, openItem, close } = useAdding(qrcode, currency, say);
  const open = menuItems.find(({ id }) => id === openId);

  const full = isFull && (
    <p className="warning" role="alert">
      An order holds at most {LINES_MAX} lines!
    </p>
  );

  const choose = (id: number | null) => {
    setCategory(id);
    const top = list.current;
    // what was scrolled past stays past; a shorter list starts at its beginning
    if (top && top.getBoundingClientRect().top < 0) top.scrollIntoView();
  };

  return (
    <>
      <StoreHeader menu={menu} qrcode={qrcode} />
      {tableId !== null && menu.storeTable === null && <OldTableNote />}
      <Finder search={search} onSearch={setSearch} sections={sections} chosen={chosen} onChoose={choose} />
      <main id="menu" ref={list}>
        {store.is_qr_order_paused === 1 && <PausedNote />}
        {sections.map((section) => (
          // each is hydrated by itself: a touch waits for the section that it meets, not for all of them
          <Suspense key={section.id} fallback={null}>
            <MenuSection
              section={section}
              isTitled={sections.length > 1 || section.id !== null}
              isShown={isShown(section)}
              {...{ found, first, counts, currency, mayOrder, isTelling }}
              onOpen={openItem}
              onAdd={addPlain}
            />
          </Suspense>
        ))}
        {!sections.some(isShown) && (
          <div className="nothing">
            <p role="status">{menuItems.length === 0 ? 'There is nothing on the menu yet.' : 'No result found!'}</p>
            {menuItems.length > 0 && (
              <button
                type="button"
                className="button plain"
                onClick={() => {
                  setSearch('');
                  setCategory(null);
                }}
              >
                Show the whole menu
              </button>
            )}
          </div>
        )}
        <p className="price-note">
          Prices shown may be inclusive or exclusive of tax. {[tax, ...chargeNotes(menu.charges ?? [], currency)].filter(Boolean).join(' ')}
        </p>
        {mayOrder && (
          <noscript>
            <p className="price-note">To order from this page, switch JavaScript on, or tell the staff what you would like.</p>
          </noscript>
        )}
      </main>
      {mayOrder && cart.length > 0 && (
        <CartBar lines={compare(cart, menuItems, currency)} currency={currency} charges={menu.charges} to={pathOf('cart', qrcode, tableId)}>
          {!open && full}
        </CartBar>
      )}
      {open && (
        <ItemDialog key={open.id} item={open} currency={currency} mayOrder={mayOrder} onAdd={add} onClose={close}>
          {full}
        </ItemDialog>
      )}
    </>
  );
};
