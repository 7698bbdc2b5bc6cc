import { NOTES_MAX } from '#contract/pos.ts';
import { readStored, writeStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';

/** A note for the kitchen that was typed at this till; the newest stand first. */
interface KnownNote {
  text: string;
  /** How often. */
  times: number;
  /** The items that had it. */
  itemIds: number[];
}

/** So many are kept: what nobody says any more is forgotten. */
const KEPT = 60;
/** So many are offered. */
const OFFERED = 6;
/** What is longer was written for one guest. */
const LONGEST = 30;
/** So often it was said of other items before it is offered for one that never had it. */
const COMMON = 2;

const storageKey = (): string => displayKey('notes');
const areKnown = (value: unknown): value is KnownNote[] =>
  Array.isArray(value) &&
  value.every(({ text, times, itemIds }: KnownNote) => typeof text === 'string' && Number.isInteger(times) && Array.isArray(itemIds));
const read = (): KnownNote[] => readStored<KnownNote[]>(storageKey(), [], areKnown);

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Keeps what was said of an item, as a whole: a part of it may mean something else. */
export const keepNotes = (itemId: number, notes: string): void => {
  const text = notes.trim();
  if (!text || text.length > LONGEST) return;
  const known = read();
  const before = known.find((note) => same(note.text, text));
  const said = { text, times: (before?.times ?? 0) + 1, itemIds: [...new Set([itemId, ...(before?.itemIds ?? [])])] };
  writeStored(storageKey(), [said, ...known.filter((note) => note !== before)].slice(0, KEPT));
};

/** What is offered for an item: first what was said of it before. */
export const notesFor = (itemId: number): string[] => {
  const known = read();
  const own = known.filter(({ itemIds }) => itemIds.includes(itemId));
  const common = known.filter((note) => !own.includes(note) && note.times >= COMMON);
  return [...own, ...common].slice(0, OFFERED).map(({ text }) => text);
};

const SEPARATOR = ', ';
const between = (text: string): string => SEPARATOR + text + SEPARATOR;

/** Whether it stands there, by itself or between others. */
export const has = (notes: string, text: string): boolean => between(notes).includes(between(text));

/** With this note, or without it where it stands there already, and nothing else changed; undefined where it does not fit. */
export const toggled = (notes: string, text: string): string | undefined => {
  if (has(notes, text))
    return between(notes)
      .replace(between(text), () => SEPARATOR)
      .slice(SEPARATOR.length, -SEPARATOR.length);
  const next = notes.trim() ? notes + SEPARATOR + text : text;
  return [...next].length <= NOTES_MAX ? next : undefined;
};
