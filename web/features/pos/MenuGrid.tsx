import { useVirtualizer } from '@tanstack/react-virtual';
import { createContext, type RefObject, Suspense, useContext, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import type { MenuItem } from '#contract/menu-items.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { ItemCard } from './ItemCard.tsx';
import classes from './MenuGrid.module.css';
import { useLongTouch } from './use-long-touch.ts';
import { useRoving } from './use-roving.ts';

const itemDialog = lazyDialog(async () => (await import('./ItemDialog.tsx')).ItemDialog);

interface MenuGridProps {
  items: readonly MenuItem[];
  /** Of another search or category the first ones are shown; a menu that changes meanwhile moves nothing. */
  lookedFor: string;
  currency: string;
  onAdd: (item: MenuItem) => void;
  onSoldOut: ((item: MenuItem, isSoldOut: boolean) => void) | undefined;
}

/** Pieces of each item in the cart. Past the menu panel, whose search and categories a touch on an item does not change. */
export const CountsContext = createContext<ReadonlyMap<number, number>>(new Map());

const AROUND = 240; // px: of the frame, the header and the search, on a tablet
const SPARE_ROWS = 3; // above and below what is seen
const ROW = 84; // px: a card and the gap below it, as in the style sheets
const COLUMNS = 2; // part-1 §2

/** The menu in two columns; only what can be seen is rendered, so 2,000 items are as fast as 20. */
export const MenuGrid = ({ items, lookedFor, currency, onAdd, onSoldOut }: MenuGridProps) => {
  itemDialog.useAhead();
  const counts = useContext(CountsContext);
  const scroller: RefObject<HTMLDivElement | null> = useRef(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions are called here and handed to nobody
  const rows = useVirtualizer({
    count: Math.ceil(items.length / COLUMNS),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    // about what the frame leaves to it: the first rendering has its cards, and what was measured then changes little
    initialRect: { width: window.innerWidth, height: window.innerHeight - AROUND },
    // first what is seen, and the rest behind it
    overscan: useDeferredValue(SPARE_ROWS, 0),
    paddingEnd: 8,
  });
  // What was found stands at the top.
  useLayoutEffect(() => {
    scroller.current?.scrollTo?.({ top: 0 });
  }, [lookedFor]);

  const [asked, setAsked] = useState<number>();
  const askedItem = asked === undefined ? undefined : items.find(({ id }) => id === asked);
  const longTouch = useLongTouch((target) => {
    const cell = target.closest('[data-item]');
    if (cell) setAsked(Number(cell.getAttribute('data-item')));
  });

  useRoving(scroller, '[role="listitem"]', COLUMNS);

  return (
    <div ref={scroller} className={classes.scroller} tabIndex={-1}>
      {askedItem && (
        <Suspense>
          <itemDialog.Dialog item={askedItem} onSoldOut={onSoldOut} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
      <div {...longTouch} role="list" aria-label="Menu items" className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => (
          <div key={row.key} role="presentation" className={classes.row} style={{ transform: `translateY(${row.start}px)` }}>
            {items.slice(row.index * COLUMNS, (row.index + 1) * COLUMNS).map((item, column) => (
              <div
                key={item.id}
                role="listitem"
                data-item={item.id}
                aria-setsize={items.length}
                aria-posinset={row.index * COLUMNS + column + 1}
                className={classes.cell}
              >
                <ItemCard item={item} currency={currency} count={counts.get(item.id) ?? 0} onAdd={onAdd} onSoldOut={onSoldOut} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
};
