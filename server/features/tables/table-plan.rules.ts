import { AppError } from '#contract/errors.ts';
import { isSamePlan, type TablePlan } from '#contract/tables.ts';

interface PlanColumns {
  plan_x: number | null;
  plan_y: number | null;
  plan_width: number | null;
  plan_height: number | null;
  plan_shape: TablePlan['shape'] | null;
}

export interface PlanMove {
  id: number;
  plan: TablePlan | null;
  basedOn?: TablePlan | null | undefined;
}

interface PlacedTable {
  id: number;
  table_title: string;
  floor: string;
  plan?: TablePlan;
}

/** A table's row as it is told: with its place on the plan, where it has one. */
export const withPlan = <Row extends PlanColumns>({
  plan_x: x,
  plan_y: y,
  plan_width: width,
  plan_height: height,
  plan_shape: shape,
  ...table
}: Row) => {
  if (x === null || y === null || width === null || height === null || shape === null) return table;
  return { ...table, plan: { x, y, width, height, shape } };
};

/** The moves that change something, and the tables that somebody else has moved meanwhile, to elsewhere. */
export const comparePlans = (present: readonly PlacedTable[], moves: readonly PlanMove[]) => {
  const tableOf = new Map(present.map((table) => [table.id, table]));
  const found = moves.map((move) => {
    const table = tableOf.get(move.id);
    if (!table) throw new AppError('not_found', 'This table does not exist!');
    return { table, move };
  });
  const changed = found.filter(({ table, move }) => !isSamePlan(table.plan, move.plan));
  const clashes = changed.filter(({ table, move: { basedOn } }) => basedOn !== undefined && !isSamePlan(table.plan, basedOn));
  return { changed, clashes: clashes.map(({ table }) => table) };
};

const NAMED = 3; // tables of a sentence

/** Of tables that somebody else has moved since the plan was opened. */
export const movedMeanwhile = (tables: readonly PlacedTable[], by: string | null): AppError => {
  const titles = tables.slice(0, NAMED).map(({ table_title: title }) => title);
  const more = tables.length > NAMED ? ` and ${tables.length - NAMED} more` : '';
  return new AppError(
    'changed_meanwhile',
    `${by ?? 'Somebody'} has moved ${titles.join(', ')}${more} meanwhile. Save again to place ${tables.length === 1 ? 'it' : 'them'} as you see here!`,
  );
};
