let hearer: ((event: PopStateEvent) => void) | undefined;
// stands in main.tsx before the router: a browser calls the window's listeners in the order in which they came, capturing ones or not
window.addEventListener('popstate', (event) => hearer?.(event));

/** Hears that the browser went back or forward, before the router does; returns what ends that. */
export const hearBackFirst = (hear: (event: PopStateEvent) => void): (() => void) => {
  hearer = hear;
  return () => {
    hearer = undefined;
  };
};
