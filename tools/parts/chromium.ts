import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

// The shell has no window, no sound and no settings: a page in it costs a third of the processor's time.
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
// Without the last ones Chromium looks for hosts of its maker at every start.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const starting = () => {
  const executablePath = process.env['CHROMIUM'] ?? PLACES.find((path) => existsSync(path));
  return { ...(executablePath && { executablePath }), args: ARGS };
};

/** Starts this machine's Chromium: that of CHROMIUM, else Debian's shell of it for tests, else a whole one. */
export const launchChromium = (): Promise<Browser> => chromium.launch(starting());

/**
 * For `addInitScript`: hands that let a second go by before they touch anything, although the program does not wait. A dialog takes no
 * touch right after it opened (web/platform/opening-pause.ts).
 */
export const CALM_HANDS = `{
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');
  Object.defineProperty(Event.prototype, 'timeStamp', { configurable: true, get() { return get.call(this) + 1000; } });
}`;

/** Starts it with a profile of its own in `folder`, whose caches are on the disk as those of a restaurant's tablet are. */
export const launchProfile = (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...starting(), ...options });
