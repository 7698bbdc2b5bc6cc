const FIRST = 11 * 60; // minutes
const LAST = 22 * 60;
const STEP = 30;

/** The times that guests mostly ask for: one touch each; any other is typed. */
export const slots: readonly string[] = Array.from({ length: (LAST - FIRST) / STEP + 1 }, (_, place) => {
  const minutes = FIRST + place * STEP;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
});
