import type { ChangedField } from '#contract/edits.ts';
import { AppError } from '#contract/errors.ts';
import { findLastEditor } from '#server/platform/security/audit.queries.ts';
import type { Context } from './contexts.ts';

interface Edit<Values extends object> {
  /** What the form sends. */
  given: Partial<Values> & { basedOn?: { [Field in keyof Values]?: Values[Field] | undefined } | undefined };
  /** What is stored, locked until the commit, in the terms of the body. */
  present: Values;
  /** Where a form shows a stored value otherwise. */
  shown?: Partial<Record<keyof Values, unknown>>;
  /** Fields of which 12.50 and 12.5 are the same. */
  sums?: readonly (keyof Values)[];
}

const plain = (value: unknown): string => JSON.stringify(value instanceof Date ? value.toISOString() : (value ?? null));

const sameIn =
  <Values extends object>({ sums = [] }: Edit<Values>) =>
  (field: keyof Values, one: unknown, other: unknown): boolean =>
    plain(one) === plain(other) || (sums.includes(field) && one != null && other != null && Number(one) === Number(other));

/** Whether this field was changed in the form; undefined, left out, is not. Without a beginning everything counts as changed. */
export const isChangedHere = <Values extends object>(edit: Pick<Edit<Values>, 'given' | 'sums'>, field: keyof Values): boolean => {
  const { basedOn, ...given } = edit.given as { basedOn?: Partial<Values> } & Partial<Values>;
  const value = (given as Partial<Values>)[field];
  if (value === undefined) return false;
  if (!basedOn || basedOn[field] === undefined) return true;
  return !sameIn(edit as Edit<Values>)(field, value, basedOn[field]);
};

/** The values after the edit, and the fields that were changed here and, to something else, elsewhere. */
export const mergeEdit = <Values extends object>(edit: Edit<Values>): { values: Values; clashes: (keyof Values)[] } => {
  const { given, present } = edit;
  const isSame = sameIn(edit);
  const values = { ...present };
  const clashes: (keyof Values)[] = [];
  for (const field of Object.keys(present) as (keyof Values)[]) {
    if (!isChangedHere(edit, field)) continue;
    const value = given[field] as Values[typeof field];
    values[field] = value;
    const base = given.basedOn?.[field];
    if (base !== undefined && !isSame(field, present[field], base) && !isSame(field, present[field], value)) clashes.push(field);
  }
  return { values, clashes };
};

/**
 * Two people, one record: what only one of them changed is merged, and where both changed the same field the second one is asked (409
 * changed_meanwhile) instead of overwriting. A client that does not say what it began with overwrites, as ever.
 */
export const mergedOrAsk = async <Values extends object>(edit: Edit<Values>, findEditor: () => Promise<string | null>): Promise<Values> => {
  const { values, clashes } = mergeEdit(edit);
  if (clashes.length === 0) return values;
  const by = await findEditor();
  const valueOf = (field: keyof Values) => (edit.shown && field in edit.shown ? edit.shown[field] : edit.present[field]);
  const changed: ChangedField[] = clashes.map((field) => ({ field: String(field), value: valueOf(field), by }));
  throw new AppError('changed_meanwhile', `${by ?? 'Somebody'} changed this meanwhile. Please choose what stays!`, { body: { changed } });
};

/** The same for a row of a restaurant, whose audit knows who changed it last. */
export const mergedOfRow = <Values extends object>({ db }: Pick<Context, 'db'>, edit: Edit<Values>, entity: string, entityId?: number) =>
  mergedOrAsk(edit, () => findLastEditor(db, entity, entityId));
