import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
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

/** Starts this machine's Chromium: that of CHROMIUM, or where Debian and others put it. */
export const launchChromium = (): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM'] ?? PLACES.find((path) => existsSync(path));
  return chromium.launch({ ...(executablePath && { executablePath }), args: ARGS });
};
