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
import { IconGripVertical } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './MovableList.module.css';
import { type GroupOf, type OrderedRow, siblingsOf } from './row-order.ts';

const MOVE_HINT = 'movable-list-hint';
const handleOf = (id: number): string => `move-row-${id}`;

/** What a row is dragged by, and what has the focus while the arrow keys move it. */
export const MoveHandle = ({ id, title }: OrderedRow) => (
  <button
    type="button"
    id={handleOf(id)}
    className={classes.handle}
    data-handle={id}
    aria-label={`Move ${title}`}
    aria-describedby={MOVE_HINT}
  >
    <IconGripVertical size={20} stroke={1.75} aria-hidden />
  </button>
);

interface MovableListProps<Row> {
  label: string;
  rows: readonly Row[];
  /** Of a row, in px, with its line. */
  height: number;
  /** Rows move only among those of which this answers the same. */
  groupOf: GroupOf<Row>;
  /** ' in Starters', to be heard after '2 of 5'. */
  groupText?: (row: Row) => string;
  /** To a place of its group, from 0. */
  onMove: (id: number, place: number) => void;
  /** Has a MoveHandle when it may move. */
  children: (row: Row) => ReactNode;
  /** What hangs on the finger while a row is dragged. */
  held: (row: Row) => ReactNode;
}

// The list speaks for itself, by title and place.
const silent: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

type Step = 'up' | 'down' | 'first' | 'last';
const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' };

const touchedHandle = ({ target }: { target: EventTarget }) => (target as HTMLElement).closest<HTMLElement>('[data-handle]');

interface DraggableProps {
  onTouch: (id: number) => void;
  onStep: (id: number, step: Step) => void;
  children: ReactNode;
}

/** One draggable for all rows: with one for each, every row that scrolls into view would have all others re-rendered. */
const Draggable = ({ onTouch, onStep, children }: DraggableProps) => {
  const { setNodeRef, listeners } = useDraggable({ id: 'row' });
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const handle = touchedHandle(event);
    if (!handle) return;
    onTouch(Number(handle.dataset['handle']));
    setNodeRef(handle.closest<HTMLElement>('[role="listitem"]'));
    listeners?.['onPointerDown']?.(event);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const handle = touchedHandle(event);
    const step = steps[event.key];
    if (!handle || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onStep(Number(handle.dataset['handle']), step);
  };
  return (
    <div role="presentation" onPointerDown={onPointerDown} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
};

const AHEAD = 8; // rows rendered outside of what is seen

interface DrawnProps<Row> extends Pick<MovableListProps<Row>, 'rows' | 'height' | 'children'> {
  /** places of the rows in sight */
  seen: readonly number[];
  /** Drawn wherever they are: without its element a touch would end, a mark be nowhere, and the focus be lost. -1: none. */
  draggedIndex: number;
  overIndex: number;
  steppedIndex: number;
}

const Drawn = <Row extends OrderedRow>({ rows, height, children, seen, draggedIndex, overIndex, steppedIndex }: DrawnProps<Row>) => {
  const rendered = new Set([...seen, ...[draggedIndex, overIndex, steppedIndex].filter((index) => index >= 0)]);
  // In the order of the rows: the tab key goes by it.
  return [...rendered]
    .sort((a, b) => a - b)
    .map((index) => {
      const row = rows[index]!;
      return (
        <div
          key={row.id}
          role="listitem"
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          className={classes.place}
          data-dragged={index === draggedIndex || undefined}
          data-mark={index === overIndex && index !== draggedIndex ? (overIndex < draggedIndex ? 'above' : 'below') : undefined}
          data-first={index === 0 || undefined}
          data-last={index === rows.length - 1 || undefined}
          style={{ height, top: index * height }}
        >
          {children(row)}
        </div>
      );
    });
};

/** Which rows can be seen, or soon, and where on the page the first one begins. */
const useRowsInSight = (list: RefObject<HTMLDivElement | null>, count: number, height: number) => {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [list, count]);

  // oxlint-disable-next-line react/incompatible-library -- its functions are called here and handed to nobody
  const view = useWindowVirtualizer({ count, estimateSize: () => height, scrollMargin: top, overscan: AHEAD, useFlushSync: false });
  useLayoutEffect(() => view.measure(), [view, height]);
  const seen = view
    .getVirtualItems()
    .map(({ index }) => index)
    .filter((index) => index < count);
  return { top, seen };
};

/** A list of which only what can be seen is rendered. Rows move within their group by drag or by the arrow keys. */
export const MovableList = <Row extends OrderedRow>(props: MovableListProps<Row>) => {
  const { label, rows, height, groupOf, groupText = () => '', onMove, children, held } = props;
  const list = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [said, setSaid] = useState('');
  const [stepped, setStepped] = useState<number>();
  const refocus = useRef<number>(undefined);
  const touched = useRef<number>(undefined);
  const draggedIndex = dragged === undefined ? -1 : rows.findIndex(({ id }) => id === dragged);
  const overIndex = over === undefined ? -1 : rows.findIndex(({ id }) => id === over);
  const steppedIndex = stepped === undefined ? -1 : rows.findIndex(({ id }) => id === stepped);

  const { top, seen } = useRowsInSight(list, rows.length, height);

  const move = (row: Row, place: number) => {
    const siblings = siblingsOf(rows, row.id, groupOf);
    const to = Math.max(0, Math.min(siblings.length - 1, place));
    setSaid(`${row.title}: ${to + 1} of ${siblings.length}${groupText(row)}.`);
    onMove(row.id, to);
  };
  const placeOf = (id: number, among: number) => siblingsOf(rows, among, groupOf).findIndex((row) => row.id === id);
  const step = (id: number, way: Step) => {
    const row = rows.find((known) => known.id === id);
    if (!row) return;
    const place = placeOf(id, id);
    refocus.current = id;
    setStepped(id);
    move(row, { up: place - 1, down: place + 1, first: 0, last: Number.MAX_SAFE_INTEGER }[way]);
  };
  // A row that changes its place among the elements loses the focus.
  useLayoutEffect(() => {
    const id = refocus.current;
    if (id === undefined) return;
    refocus.current = undefined;
    // which also scrolls it into view
    document.getElementById(handleOf(id))?.focus();
  }, [rows]);

  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  // All rows are equally high: where the finger is says which one is below it, and nothing has to be measured.
  const onDragMove = ({ activatorEvent, delta }: DragMoveEvent) => {
    const row = rows[draggedIndex];
    if (!row) return;
    const siblings = siblingsOf(rows, row.id, groupOf);
    const first = rows.findIndex(({ id }) => id === siblings[0]!.id);
    const index = Math.floor(((activatorEvent as MouseEvent).pageY + delta.y - top) / height);
    setOver(siblings[Math.max(0, Math.min(siblings.length - 1, index - first))]!.id);
  };
  const stop = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  const drop = () => {
    const row = rows[draggedIndex];
    if (row && over !== undefined && over !== row.id) move(row, placeOf(over, row.id));
    stop();
  };

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
      <span className="sr-only" role="status">
        {said}
      </span>
      <Draggable onTouch={(id) => void (touched.current = id)} onStep={step}>
        <div ref={list} className={`surface ${classes.list}`} style={{ height: rows.length * height }}>
          <div role="list" aria-label={label}>
            <Drawn rows={rows} height={height} seen={seen} draggedIndex={draggedIndex} overIndex={overIndex} steppedIndex={steppedIndex}>
              {children}
            </Drawn>
          </div>
        </div>
      </Draggable>
      <DragOverlay dropAnimation={null}>
        {rows[draggedIndex] && <div className={`surface ${classes.held}`}>{held(rows[draggedIndex])}</div>}
      </DragOverlay>
    </DndContext>
  );
};
