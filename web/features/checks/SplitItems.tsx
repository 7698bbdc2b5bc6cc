import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { BILL_NAME_MAX, type Check, type CheckItem, PARTS_MOST } from '#contract/checks.ts';
import { Money } from '#web/parts/Money.tsx';
import { LineText } from './Rounds.tsx';
import { leftOf, type Part, send, totalsOf } from './split.ts';
import classes from './SplitItems.module.css';

interface SplitItemsProps {
  check: Check;
  /** What can go onto another bill. */
  items: readonly CheckItem[];
  parts: readonly Part[];
  onParts: (change: (parts: readonly Part[]) => readonly Part[]) => void;
}

// the lists say what went where
const silent: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** Where a line is dropped that goes back. */
const HERE = -1;

/** Where lines are dropped. */
const Drop = ({ place, className, children }: { place: number; className: string | undefined; children: ReactNode }) => {
  const { setNodeRef, isOver } = useDroppable({ id: place });
  return (
    <div ref={setNodeRef} className={className} data-over={isOver || undefined}>
      {children}
    </div>
  );
};

const Line = ({ id, children }: { id: number; children: ReactNode }) => {
  // by touch and keys its buttons do the same: nothing here takes the focus
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({ id });
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      className={classes.line}
      data-dragged={isDragging || undefined}
      style={transform ? { transform: `translate(${transform.x}px, ${transform.y}px)` } : undefined}
    >
      {children}
    </li>
  );
};

/** Lines at the left, bills at the right: a touch sends one piece to the bill that is selected, a line that is dragged goes there whole. */
export const SplitItems = ({ check, items, parts, onParts }: SplitItemsProps) => {
  const { currency } = check;
  const [selected, setSelected] = useState(0);
  const here = parts[selected]!;
  const totals = totalsOf(check, items, parts);
  const go = (place: number, item: CheckItem, count: number) => onParts((now) => send(now, place, item, count));
  // a touch that moves at once scrolls
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    const item = items.find(({ id }) => id === active.id);
    if (!item || !over) return;
    if (over.id !== HERE) {
      setSelected(Number(over.id));
      go(Number(over.id), item, item.quantity);
    } else onParts((now) => now.reduce((sum, _, place) => send(sum, place, item, -item.quantity), now));
  };
  return (
    <DndContext sensors={sensors} collisionDetection={pointerWithin} accessibility={{ announcements: silent }} onDragEnd={drop}>
      <div className={classes.columns}>
        <div role="group" aria-label="Bills" className={classes.bills}>
          <Drop place={HERE} className={classes.stays}>
            Stays here <Money value={totals.stays} currency={currency} />
          </Drop>
          {parts.map((part, place) => (
            // parts are only added at the end
            <Drop key={place} place={place} className={classes.place}>
              <button type="button" className={`chip ${classes.bill}`} aria-pressed={place === selected} onClick={() => setSelected(place)}>
                <span className={classes.name}>{part.name || `Bill ${place + 2}`}</span>
                <Money value={totals.parts[place]!} currency={currency} />
              </button>
            </Drop>
          ))}
          <Button
            variant="default"
            className={classes.add}
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={parts.length === PARTS_MOST}
            onClick={() => {
              onParts((now) => [...now, { name: `Bill ${now.length + 2}`, pieces: {} }]);
              setSelected(parts.length);
            }}
          >
            Bill
          </Button>
          <TextInput
            label="Name"
            maxLength={BILL_NAME_MAX}
            autoComplete="off"
            className={classes.rename}
            value={here.name}
            onChange={(event) => {
              const name = event.currentTarget.value;
              onParts((now) => now.map((part, place) => (place === selected ? { ...part, name } : part)));
            }}
          />
        </div>
        <ul aria-label="Lines">
          {items.map((item) => {
            const left = leftOf(parts, item);
            const there = here.pieces[item.id] ?? 0;
            const name = item.item_title;
            return (
              <Line key={item.id} id={item.id}>
                <button type="button" className={classes.one} disabled={left === 0} onClick={() => go(selected, item, 1)}>
                  <span className={`${classes.left} tabular`}>{left}×</span>
                  <LineText item={item} />
                  <Money value={item.price} currency={currency} />
                  <span className="sr-only">, one to {here.name}</span>
                </button>
                {left > 1 && (
                  <Button
                    variant="default"
                    className={classes.all}
                    aria-label={`All ${left} ${name} to ${here.name}`}
                    onClick={() => go(selected, item, left)}
                  >
                    All
                  </Button>
                )}
                {there > 0 && (
                  <span className={classes.there}>
                    <ActionIcon variant="default" size={44} aria-label={`One ${name} back`} onClick={() => go(selected, item, -1)}>
                      <IconArrowBackUp size={18} aria-hidden />
                    </ActionIcon>
                    <span className="tabular">{there}</span>
                  </span>
                )}
              </Line>
            );
          })}
        </ul>
      </div>
    </DndContext>
  );
};
