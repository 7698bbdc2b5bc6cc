// A few lines, so that what hydrates the page does not share the line with the pictures of the first view: it is as large
// as seven of them. It is fetched once they are there, when somebody touches the page, or when they take too long.
const LONGEST_MS = 3000;
const SIGNS = ['pointerdown', 'keydown', 'online'] as const;

const FORGOTTEN_MS = 10_000; // whoever touched before has gone on to something else

let hasFailed = false;

/** The button that was touched last while nothing listened. */
let touched: { button: HTMLElement; at: number } | undefined;
const remember = ({ target, timeStamp }: Event): void => {
  const button = target instanceof Element ? target.closest('button') : null;
  touched = button ? { button, at: timeStamp } : undefined;
  if (button && hasFailed) void loadAgain();
};
const findWanted = () => (touched?.button.isConnected && performance.now() - touched.at < FORGOTTEN_MS ? touched.button : undefined);

/**
 * Chromium does not ask twice for a module that did not come, and a newer release has another one: both take the page itself. Where
 * nobody answers it can at least be read.
 */
const loadAgain = async (): Promise<void> => {
  const answer = await fetch(window.location.href, { method: 'HEAD' }).catch(() => undefined);
  if (answer?.ok && hasFailed) window.location.reload();
};

const loadHydration = async (): Promise<void> => {
  const { hydrate } = await import('./hydrate.tsx');
  hydrate({
    // from here on React listens for touches itself, and one must not count twice
    onStart: () => window.removeEventListener('click', remember, true),
    onHydrated: () => findWanted()?.click(),
  });
};

const start = (): void => {
  for (const sign of SIGNS) window.removeEventListener(sign, start);
  hasFailed = false;
  loadHydration().catch(() => {
    hasFailed = true;
    listen();
    if (findWanted()) void loadAgain();
  });
};
/** After a failure too: the next touch, or the network coming back, is the next try. */
const listen = (): void => {
  for (const sign of SIGNS) window.addEventListener(sign, start, { passive: true });
};

window.addEventListener('click', remember, true);
listen();
setTimeout(start, LONGEST_MS);
const pictures = [...document.images].filter(({ loading }) => loading === 'eager');
void Promise.allSettled(pictures.map((picture) => picture.decode())).then(start);
