const STEP = 30; // minutes

const timesOf = (first: number, last: number): readonly string[] =>
  Array.from({ length: (last - first) / STEP + 1 }, (_, place) => {
    const minutes = first + place * STEP;
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  });

/** The times that guests mostly ask for: one touch each; any other is typed. */
export const slots = timesOf(11 * 60, 22 * 60);
/** For breakfast; offered to whoever asks for them. */
export const earlySlots = timesOf(6 * 60, 10 * 60 + 30);
