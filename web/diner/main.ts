// A few lines, so that what brings the page to life does not share the line with the pictures of the first view: it is as large
// as seven of them. It is fetched once they are there, when somebody touches the page, or when they take too long.
const LONGEST_MS = 3000;
const SIGNS = ['pointerdown', 'keydown', 'online'] as const;

const FORGOTTEN_MS = 10_000; // whoever touched before has gone on to something else

/** The button that was touched last while nothing heard it. */
let touched: { button: HTMLElement; at: number } | undefined;
const remember = ({ target, timeStamp }: Event): void => {
  const button = target instanceof Element ? target.closest('button') : null;
  touched = button ? { button, at: timeStamp } : undefined;
};

const bringToLife = async (): Promise<void> => {
  const { begin } = await import('./alive.tsx');
  begin({
    // from here on React hears touches itself, and one must not count twice
    onBegin: () => window.removeEventListener('click', remember, true),
    onAlive: () => {
      if (touched?.button.isConnected && performance.now() - touched.at < FORGOTTEN_MS) touched.button.click();
    },
  });
};

const start = (): void => {
  for (const sign of SIGNS) window.removeEventListener(sign, start);
  bringToLife().catch(listen);
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
