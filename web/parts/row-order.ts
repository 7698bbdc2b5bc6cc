/** A row that people put in order, with what a screen reader calls it. */
export interface OrderedRow {
  id: number;
  title: string;
}

/** What rows must have in common to move among one another. */
export type GroupOf<Row> = (row: Row) => unknown;

/** The rows of one group, in their order; only among these does a row move. */
export const siblingsOf = <Row extends OrderedRow>(rows: readonly Row[], id: number, groupOf: GroupOf<Row>): Row[] => {
  const row = rows.find((known) => known.id === id);
  return row ? rows.filter((known) => groupOf(known) === groupOf(row)) : [];
};

/** The list with one row at another place of its group, from 0; the same list when it stands there already. */
export const moveRow = <Row extends OrderedRow>(rows: readonly Row[], id: number, place: number, groupOf: GroupOf<Row>): readonly Row[] => {
  const siblings = siblingsOf(rows, id, groupOf);
  const from = siblings.findIndex((row) => row.id === id);
  const to = Math.max(0, Math.min(siblings.length - 1, place));
  if (from < 0 || from === to) return rows;
  const moved = [...siblings];
  moved.splice(to, 0, ...moved.splice(from, 1));
  const next = moved.values();
  const group = groupOf(siblings[from]!);
  return rows.map((row) => (groupOf(row) === group ? next.next().value! : row));
};

/** The list with the rows of one group in the order of these ids; rows of the group that it does not name come behind. */
export const arrangeRows = <Row extends OrderedRow>(
  rows: readonly Row[],
  ids: readonly number[],
  groupOf: GroupOf<Row>,
): readonly Row[] => {
  const group = rows.find(({ id }) => ids.includes(id));
  if (!group) return rows;
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Row) => places.get(id) ?? ids.length;
  const next = siblingsOf(rows, group.id, groupOf)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .values();
  return rows.map((row) => (groupOf(row) === groupOf(group) ? next.next().value! : row));
};
