import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** A browser that has full screen, which the pretended one of tests has not: how often it was asked for, and Escape. */
export const withFullScreen = () => {
  let shown: Element | null = null;
  const change = (to: Element | null) => {
    shown = to;
    document.dispatchEvent(new Event('fullscreenchange'));
  };
  const asked = vi.fn(async () => act(() => change(document.documentElement)));
  Object.defineProperties(document, {
    fullscreenEnabled: { configurable: true, value: true },
    fullscreenElement: { configurable: true, get: () => shown },
    exitFullscreen: { configurable: true, value: async () => change(null) },
  });
  document.documentElement.requestFullscreen = asked;
  return { asked, leave: () => act(() => change(null)) };
};
