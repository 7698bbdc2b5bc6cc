// A few lines, so that what brings the page to life does not share the line with the pictures of the first view: it is as large
// as seven of them. It is fetched once they are there, when somebody touches the page, or when they take too long.
const LONGEST_MS = 3000;
const SIGNS = ['pointerdown', 'keydown', 'online'] as const;

/** The button that was touched last while nothing heard it. */
let touched: HTMLElement | null = null;
const remember = ({ target }: Event): void => {
  touched = target instanceof Element ? target.closest('button') : null;
};

const bringToLife = async (): Promise<void> => {
  const { begin } = await import('./alive.tsx');
  begin(() => {
    window.removeEventListener('click', remember, true);
    // a menu that is not read again in the time has the same buttons as before
    if (touched?.isConnected) touched.click();
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
