import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { forgetServerTime } from './server-clock.ts';

// What Mantine and the charts ask of a browser and jsdom does not have.
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

  afterEach(() => {
    cleanup();
    localStorage.clear();
    // the next test may say that it is another day
    forgetServerTime();
  });
}
