const SLICE = 65_536; // characters of JSON: about a millisecond
const ROWS = 250; // rows

const yieldToEventLoop = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Does work that pauses now and then of itself, yielding to the event loop at each pause. */
export const inPauses = async <T>(work: Generator<undefined, T>): Promise<T> => {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await yieldToEventLoop();
  }
};

/** Rows a few at a time, yielding to the event loop in between; `weigh` says how many rows one stands for. */
export const slicesOf = async function* <T>(
  rows: readonly T[],
  weigh: (row: T) => number = () => 1,
  most = ROWS,
): AsyncGenerator<T[], void, undefined> {
  let slice: T[] = [];
  let weight = 0;
  for (const row of rows) {
    if (weight >= most) {
      yield slice;
      await yieldToEventLoop();
      slice = [];
      weight = 0;
    }
    slice.push(row);
    weight += weigh(row);
  }
  if (slice.length > 0) yield slice;
};

/** Maps rows as `map` does, a few at a time. */
export const mapInSlices = async <T, R>(rows: readonly T[], map: (row: T) => R, weigh?: (row: T) => number): Promise<R[]> => {
  const mapped: R[] = [];
  for await (const slice of slicesOf(rows, weigh)) for (const row of slice) mapped.push(map(row));
  return mapped;
};

/** JSON of a list whose rows `toRow` makes, written yielding to the event loop in between. */
export const listToJson = async <T>(rows: readonly T[], toRow: (row: T) => unknown = (row) => row): Promise<string> => {
  const parts: string[] = [];
  let length = 0;
  for (const row of rows) {
    if (length >= SLICE) {
      await yieldToEventLoop();
      length = 0;
    }
    const part = JSON.stringify(toRow(row));
    parts.push(part);
    length += part.length;
  }
  return `[${parts.join(',')}]`;
};

/** JSON of an object with members whose JSON is there already. */
export const objectToJson = (object: object, written: Record<string, string>): string => {
  const members = Object.entries(object).flatMap(([key, value]) =>
    value === undefined ? [] : [`${JSON.stringify(key)}:${JSON.stringify(value)}`],
  );
  return `{${[...members, ...Object.entries(written).map(([key, text]) => `${JSON.stringify(key)}:${text}`)].join(',')}}`;
};

interface Pieces {
  pieces: string[];
}
const isCut = (value: unknown): value is Pieces => Array.isArray((value as Partial<Pieces> | null)?.pieces);

/** An object whose long lists are JSON of a few rows each, to go from thread to thread: what is copied as one is taken in as one. */
export const cutLists = (answer: unknown): unknown => {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  const cut = (rows: readonly unknown[]): Pieces => ({
    pieces: Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) => JSON.stringify(rows.slice(at * ROWS, (at + 1) * ROWS))),
  });
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [key, Array.isArray(value) && value.length > ROWS ? cut(value) : value]),
  );
};

/** The object that cutLists was given, read yielding to the event loop in between. */
export const joinLists = async (answer: unknown): Promise<unknown> => {
  if (typeof answer !== 'object' || answer === null) return answer;
  const joined: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(answer)) {
    if (!isCut(value)) joined[key] = value;
    else {
      const rows: unknown[] = [];
      for (const piece of value.pieces) {
        if (rows.length > 0) await yieldToEventLoop();
        rows.push(...(JSON.parse(piece) as unknown[]));
      }
      joined[key] = rows;
    }
  }
  return joined;
};
