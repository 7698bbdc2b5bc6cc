let listener: ((event: PopStateEvent) => void) | undefined;
// stands in main.tsx before the router: a browser calls the window's listeners in the order in which they came, capturing ones or not
window.addEventListener('popstate', (event) => listener?.(event));

/** Listens for Back and Forward of the browser before the router does; returns what ends that. */
export const onBackFirst = (run: (event: PopStateEvent) => void): (() => void) => {
  listener = run;
  return () => {
    listener = undefined;
  };
};
