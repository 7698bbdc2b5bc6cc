import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { setIncomplete } from './incomplete.ts';
import { mutations } from './mutations.ts';
import { forgetServerTime } from './server-clock.ts';

// What Mantine and the charts ask of a browser and jsdom does not have.
const CALM_MS = 1000;
/** How long a test looks for what must appear: a second passes before a busy machine has rendered a form. */
const LOOK_MS = 15_000;

configure({ asyncUtilTimeout: LOOK_MS });

class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

if (typeof window !== 'undefined') {
  window.matchMedia ??= (media) => ({
    matches: false,
    media,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  });
  window.ResizeObserver ??= NoResizeObserver;
  if (!('scrollIntoView' in Element.prototype)) Object.assign(Element.prototype, { scrollIntoView: () => {} });
  Object.defineProperty(document, 'fonts', { configurable: true, value: { addEventListener: () => {}, removeEventListener: () => {} } });

  // A test touches what has just opened; that it may is said here once, and web/platform/opening-pause.test.tsx tells its own times.
  const { get: timeOf } = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')!;
  Object.defineProperty(Event.prototype, 'timeStamp', {
    configurable: true,
    get(this: Event) {
      return (timeOf!.call(this) as number) + CALM_MS;
    },
  });

  afterEach(() => {
    cleanup();
    localStorage.clear();
    mutations.clear();
    // in a test of a part that did not come; links of the next one would reload the page
    setIncomplete(false);
    // the files of a worker share one window
    window.history.replaceState(null, '', '/');
    // the next test may say that it is another day
    forgetServerTime();
  });
}
