import {
  type Announcements,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  PointerSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type PointerEvent, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { MenuItem } from '#contract/menu-items.ts';
import { siblingsOf } from './item-order.ts';
import classes from './ItemList.module.css';
import { handleOf, ItemFace, ItemRow, MOVE_HINT } from './ItemRow.tsx';
import rowClasses from './ItemRow.module.css';

interface ItemListProps {
  /** What the search left of the menu. */
  items: readonly MenuItem[];
  currency: string;
  /** True when the items are whole categories, so that their order can be seen and changed. */
  mayMove: boolean;
  onMove: (id: number, place: number) => void;
  onSoldOut: (item: MenuItem, isSoldOut: boolean) => void;
  onDelete: (item: MenuItem) => void;
}

const ROW = 73; // px: as in the style sheet, with its line
const PHONE_ROW = 121;

// The list speaks for itself, by title and place.
const silent: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** One draggable for all rows: with one for each, every row that scrolls into view would have all others drawn again. */
const Draggable = ({ onTouch, children }: { onTouch: (id: number) => void; children: ReactNode }) => {
  const { setNodeRef, listeners } = useDraggable({ id: 'item' });
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const handle = (event.target as HTMLElement).closest<HTMLElement>('[data-handle]');
    if (!handle) return;
    onTouch(Number(handle.dataset['handle']));
    setNodeRef(handle.closest<HTMLElement>('[role="listitem"]'));
    listeners?.['onPointerDown']?.(event);
  };
  return <div onPointerDown={onPointerDown}>{children}</div>;
};

/** The menu, one item a row; only what can be seen is drawn. Items move within their category by drag or by the arrow keys. */
export const ItemList = ({ items, currency, mayMove, onMove, onSoldOut, onDelete }: ItemListProps) => {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [said, setSaid] = useState('');
  const refocus = useRef<number>(undefined);
  const isPhone = useMediaQuery('(max-width: 39.99em)', false, { getInitialValueInEffect: false });
  const height = isPhone ? PHONE_ROW : ROW;
  const touched = useRef<number>(undefined);
  const draggedIndex = items.findIndex(({ id }) => id === dragged);

  useLayoutEffect(() => {
    const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [items.length]);

  // oxlint-disable-next-line react/incompatible-library -- its functions are called here and handed to nobody
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => height,
    scrollMargin: top,
    overscan: 4,
    useFlushSync: false,
    getItemKey: (index) => items[index]!.id,
    // The row under the finger stays, however far it is scrolled: without its element a touch would end.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return draggedIndex < 0 || seen.includes(draggedIndex) ? seen : [...seen, draggedIndex].sort((a, b) => a - b);
    },
  });

  useLayoutEffect(() => rows.measure(), [rows, height]);

  const move = useCallback(
    (item: MenuItem, place: number) => {
      const siblings = siblingsOf(items, item.id);
      const to = Math.max(0, Math.min(siblings.length - 1, place));
      setSaid(`${item.title}: ${to + 1} of ${siblings.length} in ${item.category_title ?? 'no category'}.`);
      onMove(item.id, to);
    },
    [items, onMove],
  );
  const step = useCallback(
    (item: MenuItem, way: 'up' | 'down' | 'first' | 'last') => {
      const place = siblingsOf(items, item.id).findIndex(({ id }) => id === item.id);
      refocus.current = item.id;
      move(item, { up: place - 1, down: place + 1, first: 0, last: Number.MAX_SAFE_INTEGER }[way]);
    },
    [items, move],
  );
  // A row that changes its place among the elements loses the focus.
  useLayoutEffect(() => {
    const id = refocus.current;
    if (id === undefined) return;
    refocus.current = undefined;
    rows.scrollToIndex(
      items.findIndex((item) => item.id === id),
      { align: 'auto' },
    );
    document.getElementById(handleOf(id))?.focus({ preventScroll: true });
  }, [items, rows]);

  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  // All rows are equally high: where the finger is says which one is below it, and nothing has to be measured.
  const onDragMove = ({ activatorEvent, delta }: DragMoveEvent) => {
    const item = items[draggedIndex];
    if (!item) return;
    const siblings = siblingsOf(items, item.id);
    const first = items.findIndex(({ id }) => id === siblings[0]!.id);
    const index = Math.floor(((activatorEvent as MouseEvent).pageY + delta.y - top) / height);
    setOver(siblings[Math.max(0, Math.min(siblings.length - 1, index - first))]!.id);
  };
  const stop = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  const drop = () => {
    const item = items[draggedIndex];
    if (item && over !== undefined && over !== item.id)
      move(
        item,
        siblingsOf(items, item.id).findIndex(({ id }) => id === over),
      );
    stop();
  };
  const overIndex = items.findIndex(({ id }) => id === over);

  return (
    <DndContext
      sensors={sensors}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
      onDragStart={() => setDragged(touched.current)}
      onDragMove={onDragMove}
      onDragEnd={drop}
      onDragCancel={stop}
    >
      <span id={MOVE_HINT} hidden>
        Drag, or press the up and down arrow keys, Home or End.
      </span>
      <span className="only-heard" role="status">
        {said}
      </span>
      <Draggable onTouch={(id) => void (touched.current = id)}>
        <div ref={list} role="list" aria-label="Menu items" className={classes.list} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const item = items[row.index]!;
            const mark = item.id === over && row.index !== draggedIndex ? (overIndex < draggedIndex ? 'above' : 'below') : undefined;
            return (
              <div
                key={row.key}
                role="listitem"
                aria-setsize={items.length}
                aria-posinset={row.index + 1}
                className={classes.place}
                data-dragged={item.id === dragged || undefined}
                style={{ height: row.size, transform: `translateY(${row.start - top}px)` }}
              >
                <ItemRow
                  item={item}
                  currency={currency}
                  mayMove={mayMove}
                  mark={mark}
                  onStep={step}
                  onSoldOut={onSoldOut}
                  onDelete={onDelete}
                />
              </div>
            );
          })}
        </div>
      </Draggable>
      <DragOverlay dropAnimation={null}>
        {items[draggedIndex] && (
          <div className={`${rowClasses.row} ${classes.held}`}>
            <ItemFace item={items[draggedIndex]} currency={currency} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
};
