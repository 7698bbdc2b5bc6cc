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

/** 'no onions, extra hot' are two notes. */
export const partsOf = (notes: string): string[] =>
  notes
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Keeps what was said of an item. */
export const keepNotes = (itemId: number, notes: string): void => {
  const parts = partsOf(notes).filter(({ length }) => length <= LONGEST);
  if (parts.length === 0) return;
  const known = read();
  const said = parts.map((text) => {
    const before = known.find((note) => same(note.text, text));
    return { text, times: (before?.times ?? 0) + 1, itemIds: [...new Set([itemId, ...(before?.itemIds ?? [])])] };
  });
  const others = known.filter(({ text }) => !parts.some((part) => same(part, text)));
  writeStored(storageKey(), [...said, ...others].slice(0, KEPT));
};

/** What is offered for an item: first what was said of it before. */
export const notesFor = (itemId: number): string[] => {
  const known = read();
  const own = known.filter(({ itemIds }) => itemIds.includes(itemId));
  const common = known.filter((note) => !own.includes(note) && note.times >= COMMON);
  return [...own, ...common].slice(0, OFFERED).map(({ text }) => text);
};

/** With this note, or without it where it stands there already; undefined where it does not fit. */
export const toggled = (notes: string, text: string): string | undefined => {
  const parts = partsOf(notes);
  const rest = parts.filter((part) => !same(part, text));
  const next = (rest.length < parts.length ? rest : [...parts, text]).join(', ');
  return [...next].length <= NOTES_MAX ? next : undefined;
};
