import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  type Modifier,
  PointerSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import { PLAN_COLUMNS, PLAN_ROWS } from '#contract/table-plans.ts';
import type { TablePlan } from '#contract/tables.ts';
import { PlanGrid, placeOf } from '#web/parts/PlanGrid.tsx';
import type { StoreTable } from './table-titles.ts';
import { keepWithin, resize } from './plan-draft.ts';
import classes from './PlanScreen.module.css';

const HINT = 'plan-hint';

// the plan speaks for itself, by title and cell
const silent: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

const steps: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const sizes: Record<string, 1 | -1> = { '+': 1, '=': 1, '-': -1 };

/** Where a key puts a table; undefined: the key is another's. */
const planAfter = (plan: TablePlan, key: string): TablePlan | undefined => {
  const step = steps[key];
  if (step) return keepWithin({ ...plan, x: plan.x + step[0], y: plan.y + step[1] });
  const by = sizes[key];
  return by && resize(plan, by);
};

interface TileProps {
  table: StoreTable;
  plan: TablePlan;
  isSelected: boolean;
  onSelect: () => void;
  onPlan: (plan: TablePlan) => void;
}

const Tile = ({ table: { id, table_title: title, seating_capacity: seats }, plan, isSelected, onSelect, onPlan }: TileProps) => {
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({ id });
  const onKeyDown = (event: KeyboardEvent) => {
    const after = event.altKey || event.ctrlKey || event.metaKey ? undefined : planAfter(plan, event.key);
    if (!after) return;
    event.preventDefault();
    onPlan(after);
  };
  const dragged: CSSProperties = transform ? { transform: `translate(${transform.x}px, ${transform.y}px)` } : {};
  return (
    <li ref={setNodeRef} style={{ ...placeOf(plan), ...dragged }} data-dragged={isDragging || undefined} className={classes.place}>
      <button
        type="button"
        {...listeners}
        className={`${classes.table} mantine-focus-auto`}
        data-shape={plan.shape}
        aria-pressed={isSelected}
        aria-describedby={HINT}
        onFocus={onSelect}
        onClick={onSelect}
        onKeyDown={onKeyDown}
      >
        <bdi className={classes.title}>{title}</bdi>{' '}
        <span className={classes.seats}>
          {seats} {seats === 1 ? 'seat' : 'seats'}
        </span>
      </button>
    </li>
  );
};

interface PlanTilesProps {
  label: string;
  tables: readonly StoreTable[];
  plans: ReadonlyMap<number, TablePlan>;
  selected: number | undefined;
  onSelect: (id: number) => void;
  onPlan: (id: number, plan: TablePlan) => void;
}

/** The tables of a floor, which are dragged, or moved and resized by keys, from cell to cell. */
export const PlanTiles = ({ label, tables, plans, selected, onSelect, onPlan }: PlanTilesProps) => {
  const grid = useRef<HTMLUListElement>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  // some may stand below a plan that is full
  const rows = Math.max(PLAN_ROWS, ...[...plans.values()].map(({ y, height }) => y + height));
  const cell = () => grid.current!.offsetWidth / PLAN_COLUMNS;
  const toCells = ({ x, y }: { x: number; y: number }) => ({ x: Math.round(x / cell()), y: Math.round(y / cell()) });
  const movedBy = (plan: TablePlan, pixels: { x: number; y: number }): TablePlan => {
    const { x, y } = toCells(pixels);
    return keepWithin({ ...plan, x: plan.x + x, y: plan.y + y });
  };

  /** While it is dragged a table stands where it would be dropped. */
  const toGrid: Modifier = ({ transform, active }) => {
    const plan = active && plans.get(Number(active.id));
    if (!plan) return transform;
    const there = movedBy(plan, transform);
    return { ...transform, x: (there.x - plan.x) * cell(), y: (there.y - plan.y) * cell() };
  };
  const drop = ({ active, delta }: DragEndEvent) => {
    const plan = plans.get(Number(active.id));
    if (plan) onPlan(Number(active.id), movedBy(plan, delta));
  };

  return (
    <DndContext
      sensors={sensors}
      modifiers={[toGrid]}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => onSelect(Number(active.id))}
      onDragEnd={drop}
    >
      <span id={HINT} hidden>
        Drag it, or press the arrow keys to move it, + and - to resize it.
      </span>
      <PlanGrid ref={grid} label={label} columns={PLAN_COLUMNS} rows={rows} hasCells>
        {tables.map((table) => (
          <Tile
            key={table.id}
            table={table}
            plan={plans.get(table.id)!}
            isSelected={table.id === selected}
            onSelect={() => onSelect(table.id)}
            onPlan={(plan) => onPlan(table.id, plan)}
          />
        ))}
      </PlanGrid>
    </DndContext>
  );
};
