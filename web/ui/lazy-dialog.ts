import { type ComponentType, type LazyExoticComponent, useEffect } from 'react';
import { NO_CONNECTION } from '#web/platform/api.ts';
import { notify } from '#web/platform/toast.ts';
import { lazyPart, type Load } from './lazily.ts';

/** A dialog whose code is no part of its screen's; render it inside Suspense. */
export interface LazyDialog<P> {
  Dialog: LazyExoticComponent<ComponentType<P>>;
  /** Fetches the code once the screen is on the glass, so that the dialog opens at once, and without network. */
  useAhead: () => void;
}

/** Takes a dialog's code out of what its screen waits for. One that cannot be fetched says so and is closed; the screen below it stays. */
export const lazyDialog = <P extends object>(load: Load<P>): LazyDialog<P> => ({
  Dialog: lazyPart(load, () => notify.error(NO_CONNECTION)),
  useAhead: () =>
    useEffect(() => {
      // no network: it is fetched when it is opened
      load().catch(() => {});
    }, []),
});
