type Navigate = (path: string, options?: { replace?: boolean; state?: object }) => void;

const byReload: Navigate = (path) => window.location.assign(path);
let go: Navigate = byReload;

/** Hands over the router's navigate function; without one a page is reloaded. Tests put a spy here. */
export const setNavigate = (navigate: Navigate | undefined): void => {
  go = navigate ?? byReload;
};

/** Goes to a path from outside of React: the end of a session, an inactive subscription. */
export const navigate: Navigate = (path, options) => {
  // Ten calls that fail together would otherwise put ten entries into the history.
  if (window.location.pathname !== path) go(path, options);
};

let leave = (url: string): void => window.location.assign(url);

/** Tests put a spy here. */
export const setLeave = (spy: (url: string) => void): void => {
  leave = spy;
};

/** Leaves the application for another host's page. Whoever calls it has looked at the host. */
export const leaveFor = (url: string): void => leave(url);
