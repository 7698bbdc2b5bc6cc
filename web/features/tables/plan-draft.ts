import { PLAN_COLUMNS, PLAN_LEAST, PLAN_ROWS } from '#contract/table-plans.ts';
import { isSamePlan, type TablePlan } from '#contract/tables.ts';
import { layOut, type PlanTable } from '#web/parts/table-plan.ts';

interface Move {
  /** Null: as nobody had placed it. */
  plan: TablePlan | null;
  /** Where it stood when it was moved. */
  basedOn: TablePlan | null;
}

/** Where tables were put, by id, and not saved yet. */
export type Draft = ReadonlyMap<number, Move>;

export const NO_MOVES: Draft = new Map();

const between = (least: number, most: number, value: number): number => Math.max(least, Math.min(most, value));

/** The same within the plan: what is dragged or grown beyond its edge stops there. */
export const keepWithin = ({ x, y, width, height, shape }: TablePlan): TablePlan => {
  const size = { width: between(PLAN_LEAST, PLAN_COLUMNS, width), height: between(PLAN_LEAST, PLAN_ROWS, height) };
  return { x: between(0, PLAN_COLUMNS - size.width, x), y: between(0, PLAN_ROWS - size.height, y), ...size, shape };
};

/** Larger or smaller: a long table grows along its longer side. */
export const resize = (plan: TablePlan, by: 1 | -1): TablePlan => {
  const { width, height, shape } = plan;
  const isTall = height > width;
  return keepWithin({
    ...plan,
    width: shape === 'long' && isTall ? width : width + by,
    height: shape === 'long' && !isTall ? height : height + by,
  });
};

/** A round or square table is as high as it is wide, and a long one twice as wide. */
export const reshape = (plan: TablePlan, shape: TablePlan['shape']): TablePlan => {
  const side = Math.min(plan.width, plan.height);
  return keepWithin({ ...plan, shape, width: shape === 'long' ? Math.max(plan.width, side * 2) : side, height: side });
};

/** The tables as they were put here. */
export const withDraft = <Table extends PlanTable>(tables: readonly Table[], draft: Draft): Table[] =>
  tables.map((table) => {
    const move = draft.get(table.id);
    return move ? { ...table, plan: move.plan ?? undefined } : table;
  });

const put = (draft: Map<number, Move>, { id, plan: stored }: PlanTable, plan: TablePlan | null) => {
  const before = draft.get(id);
  draft.set(id, { plan, basedOn: before ? before.basedOn : (stored ?? null) });
};

/** One table of a floor is put elsewhere. Those that nobody has placed are placed where they are seen: they would move up into the gap. */
export const moveTable = (draft: Draft, floor: readonly PlanTable[], id: number, plan: TablePlan): Draft => {
  const moved = new Map(draft);
  const shown = withDraft(floor, draft);
  const places = layOut(shown);
  for (const [place, table] of floor.entries())
    if (table.id === id) put(moved, table, plan);
    else if (!shown[place]!.plan) put(moved, table, keepWithin(places.get(table.id)!));
  return moved;
};

/** All tables of a floor stand as if nobody had placed them. */
export const clearFloor = (draft: Draft, floor: readonly PlanTable[]): Draft => {
  const cleared = new Map(draft);
  for (const table of floor) put(cleared, table, null);
  return cleared;
};

/** What is to be saved. Who was asked about what others moved meanwhile, and saves again, moves it from wherever it is now. */
export const movesOf = (tables: readonly PlanTable[], draft: Draft, wasAsked: boolean) =>
  tables.flatMap(({ id, plan: stored = null }) => {
    const move = draft.get(id);
    if (!move || isSamePlan(move.plan, stored)) return [];
    return [{ id, plan: move.plan, basedOn: wasAsked ? stored : move.basedOn }];
  });

/** The steps that are left once `saved` is: those since, from where the tables stand now. */
export const stepsAfter = (steps: readonly Draft[], saved: Draft, tables: readonly PlanTable[]): Draft[] => {
  const placed = withDraft(tables, saved);
  const left = steps.map((step): Draft => {
    const moves = movesOf(placed, step, false);
    return new Map(moves.map(({ id, plan, basedOn }) => [id, { plan, basedOn: saved.has(id) ? saved.get(id)!.plan : basedOn }]));
  });
  return left.slice(left.findLastIndex(({ size }) => size === 0) + 1);
};
