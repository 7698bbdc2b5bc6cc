import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { placeInColumn, useLeftToRight } from '#web/ui/left-to-right.ts';
import classes from './CardBoard.module.css';

interface CardBoardProps<T> {
  cards: readonly T[];
  keyOf: (card: T) => string;
  /** About how high it is, in px. What is rendered is measured; a bad guess moves what stands below it. */
  heightOf: (card: T) => number;
  children: (card: T) => ReactNode;
}

const LEAST_WIDTH = 340; // px, of a card
const GAP = 16; // px
const AHEAD = 6; // cards rendered beyond the window

/**
 * Cards in columns. Only those near the window are rendered, so that 500 are as fast as 20. Each keeps its own element wherever it
 * moves to: a menu that is open stays open while other cards come and go.
 */
export const CardBoard = <T,>({ cards, keyOf, heightOf, children }: CardBoardProps<T>) => {
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

  const columns = Math.max(1, Math.floor((place.width + GAP) / (LEAST_WIDTH + GAP)));
  // oxlint-disable-next-line react/incompatible-library -- its functions are called here and handed to nobody
  const virtual = useWindowVirtualizer({
    count: cards.length,
    lanes: columns,
    estimateSize: (index) => heightOf(cards[index]!),
    overscan: AHEAD,
    gap: GAP,
    scrollMargin: place.top,
    getItemKey: (index) => keyOf(cards[index]!),
  });

  useLeftToRight(virtual, { count: cards.length, lanes: columns });

  return (
    <div ref={board} className={classes.board} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ key, index, lane, start }) => (
        <div
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          className={classes.place}
          style={{ ...placeInColumn({ lane, columns, gap: GAP }), top: start - place.top }}
        >
          {children(cards[index]!)}
        </div>
      ))}
    </div>
  );
};
