import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { placeInColumn, useLeftToRight } from '#web/ui/left-to-right.ts';
import type { TicketOrder } from './hold-places.ts';
import classes from './TicketBoard.module.css';

const GAP = 12; // px
/** px, times the size of the type */
const [LEAST_WIDTH, HEAD_HEIGHT, LINE_HEIGHT] = [286, 61, 63];
const AHEAD = 8; // tickets rendered beyond the edges

interface TicketBoardProps {
  orders: TicketOrder[];
  /** How large the type is; 1 is ordinary. */
  scale: number;
  children: (order: TicketOrder) => ReactNode;
}

/** The tickets in columns, which scroll inside. Only those near the window are rendered, so that 500 are as fast as 20. */
export const TicketBoard = ({ orders, scale: wanted, children }: TicketBoardProps) => {
  const board = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setWidth(board.current!.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(board.current!);
    return () => observer.disconnect();
  }, []);

  // a card of one column is as wide as the board, and its head must have room
  const scale = width > 0 ? Math.max(1, Math.min(wanted, width / LEAST_WIDTH)) : wanted;
  const columns = Math.max(1, Math.floor((width + GAP) / (LEAST_WIDTH * scale + GAP)));
  // oxlint-disable-next-line react/incompatible-library -- its functions are called here and handed to nobody
  const virtual = useVirtualizer({
    count: orders.length,
    lanes: columns,
    getScrollElement: () => board.current,
    estimateSize: (index) => (HEAD_HEIGHT + LINE_HEIGHT * orders[index]!.items.length) * scale,
    // before there is a layout, as much as the window holds
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, (rect) => tell({ width: rect.width, height: rect.height || window.innerHeight })),
    overscan: AHEAD,
    gap: GAP,
    paddingEnd: GAP,
    getItemKey: (index) => orders[index]!.id,
  });
  useLeftToRight(virtual, { count: orders.length, lanes: columns, scale });

  return (
    <div ref={board} className={classes.board} style={{ '--type': scale } as CSSProperties} data-board>
      <div className={classes.tickets} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, lane, start }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={classes.place}
            style={{ ...placeInColumn({ lane, columns, gap: GAP }), top: start }}
          >
            {children(orders[index]!)}
          </div>
        ))}
      </div>
    </div>
  );
};
