const STEPS = [1, 2, 2.5, 5, 10];
const INTERVALS = 4;

/** Round figures for an axis from 0 to at least `most`: 0, 100, 200, 300, 400 instead of 0, 95, 190, 285, 380. */
export const ticksTo = (most: number): number[] => {
  if (most <= 0) return [0];
  const rough = most / INTERVALS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * STEPS.find((one) => one * power >= rough)!;
  const amount = Math.ceil(most / step - 1e-9);
  // what floats make of 0.1 + 0.2
  return Array.from({ length: amount + 1 }, (_, place) => Number((place * step).toPrecision(12)));
};

/** Room for the half of the highest figure that stands above its line. */
export const TOP: { top: number } = { top: 10 };

/** How a chart writes its axes: round sums, and the names of as many bars as there is room for, evenly. */
export const axesTo = (most: number, write: (value: number) => string) => {
  const ticks = ticksTo(most);
  return {
    yAxisProps: { width: 56, ticks, domain: [0, ticks.at(-1)!] as [number, number], tickFormatter: write },
    xAxisProps: { minTickGap: 8, interval: 'equidistantPreserveStart' as const },
  };
};
