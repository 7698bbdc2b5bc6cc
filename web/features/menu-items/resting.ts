/** How long a page has not been scrolled when it rests. */
const REST_MS = 120;

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let scrolledAt = Number.NEGATIVE_INFINITY;

const rest = () => {
  timer = undefined;
  const all = [...waiting];
  waiting.clear();
  for (const run of all) run();
};
const wait = () => {
  clearTimeout(timer);
  timer = setTimeout(rest, REST_MS);
};

window.addEventListener(
  'scroll',
  () => {
    scrolledAt = performance.now();
    if (waiting.size > 0) wait();
  },
  { passive: true },
);

export const isScrolling = (): boolean => performance.now() - scrolledAt < REST_MS;

/** Runs something once the page is scrolled no more; answers how to forget it. */
export const onceResting = (run: () => void): (() => void) => {
  waiting.add(run);
  if (timer === undefined) wait();
  return () => void waiting.delete(run);
};
