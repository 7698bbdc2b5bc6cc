/** All ids in the order that follows when `wanted` are put into theirs, in the places they hold; undefined when one is not among them. */
export const putInOrder = (all: readonly number[], wanted: readonly number[]): number[] | undefined => {
  const known = new Set(all);
  if (!wanted.every((id) => known.has(id))) return undefined;
  const moving = new Set(wanted);
  const next = wanted.values();
  return all.map((id) => (moving.has(id) ? next.next().value! : id));
};
