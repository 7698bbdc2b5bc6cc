/** One figure of a proof beside what it must be. */
export interface Figure {
  what: string;
  measured: number | string;
  /** as it is written in the table */
  wanted: string;
  isMet: boolean | 'not tried';
  /** A time says as much of the machine as of the program: `npm test` looks at none. */
  isTime?: boolean;
}

/** How many figures are met, missed, and neither. */
export const counted = (figures: readonly Figure[]) => ({
  met: figures.filter(({ isMet }) => isMet === true).length,
  missed: figures.filter(({ isMet }) => isMet === false).length,
  notTried: figures.filter(({ isMet }) => isMet === 'not tried').length,
});

export const exactly = (what: string, measured: number, wanted = 0): Figure => ({
  what,
  measured,
  wanted: `${wanted}`,
  isMet: measured === wanted,
});
export const atMost = (what: string, measured: number, limit: number, unit = ''): Figure => ({
  what,
  measured: `${Math.round(measured)}${unit}`,
  wanted: `≤ ${limit}${unit}`,
  isMet: measured <= limit,
  isTime: unit === ' ms',
});
export const atLeast = (what: string, measured: number, limit: number): Figure => ({
  what,
  measured,
  wanted: `≥ ${limit}`,
  isMet: measured >= limit,
});
/** What this machine does not allow to be tried; said, and counted neither as met nor as missed. */
export const notTried = (what: string, why: string): Figure => ({ what, measured: 'not tried', wanted: why, isMet: 'not tried' });

/** Runs work and answers how long it took in ms. */
export const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> => {
  const began = performance.now();
  const result = await work();
  return { ms: performance.now() - began, result };
};
