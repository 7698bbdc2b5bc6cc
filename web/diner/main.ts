// A few lines, so that what brings the page to life does not share the line with the pictures of the first view: it is as large
// as seven of them. It is fetched once they are there, when somebody touches the page, or when they take too long.
const LONGEST_MS = 3000;
const SIGNS = ['pointerdown', 'keydown', 'online'] as const;

const start = (): void => {
  for (const sign of SIGNS) window.removeEventListener(sign, start);
  import('./alive.tsx').catch(listen);
};
/** After a failure too: the next touch, or the network coming back, is the next try. */
const listen = (): void => {
  for (const sign of SIGNS) window.addEventListener(sign, start, { passive: true });
};

listen();
setTimeout(start, LONGEST_MS);
const pictures = [...document.images].filter(({ loading }) => loading === 'eager');
void Promise.allSettled(pictures.map((picture) => picture.decode())).then(start);
