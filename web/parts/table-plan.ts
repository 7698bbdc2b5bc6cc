import { PLAN_COLUMNS, PLAN_LEAST, PLAN_ROWS } from '#contract/table-plans.ts';
import type { TablePlan } from '#contract/tables.ts';

/** A table as far as a plan needs it. */
export interface PlanTable {
  id: number;
  table_title: string;
  floor: string;
  /** Undefined: nobody has placed it. */
  plan?: TablePlan | undefined;
}

/** Width and height in cells of tables that nobody has placed: the first at which all of a floor have room. */
const SIZES = [
  [4, 3],
  [3, 3],
  [3, 2],
  [PLAN_LEAST, PLAN_LEAST],
] as const;

const overlaps = (one: TablePlan, other: TablePlan): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** The free places of a size, in reading order. */
const placesFor = ([width, height]: (typeof SIZES)[number], taken: readonly TablePlan[], rows: number): TablePlan[] => {
  const places: TablePlan[] = [];
  for (let y = 0; y + height <= rows; y += height)
    for (let x = 0; x + width <= PLAN_COLUMNS; x += width) {
      const place: TablePlan = { x, y, width, height, shape: 'square' };
      if (!taken.some((other) => overlaps(place, other))) places.push(place);
    }
  return places;
};

/** Where each table of a floor stands: where it was placed, else in the next free place, in the order of the list. */
export const layOut = (tables: readonly PlanTable[]): Map<number, TablePlan> => {
  const taken = tables.flatMap(({ plan }) => plan ?? []);
  const count = tables.length - taken.length;
  const size = SIZES.find((tried) => placesFor(tried, taken, PLAN_ROWS).length >= count);
  // so many tables do not fit: the last ones stand below the plan
  const places = (size ? placesFor(size, taken, PLAN_ROWS) : placesFor(SIZES[3], taken, PLAN_ROWS + 2 * count)).values();
  return new Map(tables.map(({ id, plan }) => [id, plan ?? places.next().value!]));
};

/** The part of a plan on which tables stand, in cells. */
export const extentOf = (plans: Iterable<TablePlan>) => {
  const all = [...plans];
  const left = Math.min(...all.map(({ x }) => x));
  const top = Math.min(...all.map(({ y }) => y));
  return {
    left,
    top,
    columns: Math.max(...all.map(({ x, width }) => x + width)) - left,
    rows: Math.max(...all.map(({ y, height }) => y + height)) - top,
  };
};
