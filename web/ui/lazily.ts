import { type ComponentType, lazy, type LazyExoticComponent, useEffect } from 'react';

/** A dialog whose code is no part of its screen's; draw it inside Suspense. */
export interface LazyDialog<P> {
  Dialog: LazyExoticComponent<ComponentType<P>>;
  /** Fetches the code once the screen is on the glass, so that the dialog opens at once, and without network. */
  useAhead: () => void;
}

/** Takes a dialog's code out of what its screen waits for. */
export const lazyDialog = <P>(load: () => Promise<ComponentType<P>>): LazyDialog<P> => ({
  Dialog: lazy(async () => ({ default: await load() })),
  useAhead: () =>
    useEffect(() => {
      // no network: it is fetched when it is opened
      load().catch(() => {});
    }, []),
});
