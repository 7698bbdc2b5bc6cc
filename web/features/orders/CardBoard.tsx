import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './CardBoard.module.css';

interface CardBoardProps<T> {
  cards: readonly T[];
  keyOf: (card: T) => string;
  children: (card: T) => ReactNode;
}

const LEAST_WIDTH = 340; // px, of a card
const GAP = 16; // px
/** Rows beyond the window: at first as few as possible; then so many that an ordinary evening is there as a whole, also for the browser's own search. */
const [ROWS_AT_FIRST, ROWS_IN_ALL] = [1, 12];
const HEIGHT_GUESS = 300; // px; what is drawn is measured

/**
 * Cards in columns. Only those near the window are drawn, so that 500 are as fast as 20. Each keeps its own element wherever it
 * moves to: a menu that is open stays open while other cards come and go.
 */
export const CardBoard = <T,>({ cards, keyOf, children }: CardBoardProps<T>) => {
  const board = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      const { width, top } = board.current!.getBoundingClientRect();
      setPlace({ width, top: top + window.scrollY });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(board.current!);
    return () => observer.disconnect();
  }, []);

  const [overscan, setOverscan] = useState(ROWS_AT_FIRST);
  useEffect(() => startTransition(() => setOverscan(ROWS_IN_ALL)), []);

  const columns = Math.max(1, Math.floor((place.width + GAP) / (LEAST_WIDTH + GAP)));
  // oxlint-disable-next-line react/incompatible-library -- its functions are called here and handed to nobody
  const virtual = useWindowVirtualizer({
    count: cards.length,
    lanes: columns,
    estimateSize: () => HEIGHT_GUESS,
    overscan,
    gap: GAP,
    scrollMargin: place.top,
    getItemKey: (index) => keyOf(cards[index]!),
  });

  return (
    <div ref={board} className={classes.board} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ key, index, lane, start }) => (
        <div
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          className={classes.place}
          style={{
            width: `calc((100% - ${(columns - 1) * GAP}px) / ${columns})`,
            left: `calc((100% + ${GAP}px) / ${columns} * ${lane})`,
            top: start - place.top,
          }}
        >
          {children(cards[index]!)}
        </div>
      ))}
    </div>
  );
};
