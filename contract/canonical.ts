/** JSON with sorted keys and without white space (wire-2.md §4); what is undefined is left out. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${membersOf(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
    .join(',')}}`;
};

const membersOf = (value: object): [string, unknown][] =>
  Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** The canonical JSON of members in pieces around the values of `holes`, which the caller, or the database, fills in this order. */
export const canonicalAround = (members: object, holes: readonly string[]): string[] => {
  const all = membersOf({ ...members, ...Object.fromEntries(holes.map((hole) => [hole, null])) });
  const pieces = ['{'];
  for (const [index, [key, member]] of all.entries()) {
    pieces[pieces.length - 1] += `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`;
    if (holes.includes(key)) pieces.push('');
    else pieces[pieces.length - 1] += canonicalJson(member);
  }
  pieces[pieces.length - 1] += '}';
  return pieces;
};
