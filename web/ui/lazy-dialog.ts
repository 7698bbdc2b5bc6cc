import { type ComponentType, createElement, useEffect, useState } from 'react';
import { NO_CONNECTION } from '#web/platform/api.ts';
import { notify } from '#web/platform/toast.ts';
import { type Away, lazyPart, type Load } from './lazily.ts';

/** A dialog whose code is no part of its screen's; render it inside Suspense. */
interface LazyDialog<P> {
  Dialog: ComponentType<P>;
  /** Fetches the code once the screen is on the glass, so that the dialog opens at once, and without network. */
  useAhead: () => void;
}

/** Takes a dialog's code out of what its screen waits for. One that cannot be fetched says so and is closed; the screen below it stays. */
export const lazyDialog = <P extends object>(load: Load<P>, away: Away<P> = {}): LazyDialog<P> => {
  let here: ComponentType<P> | undefined;
  const keep = async () => (here = await load());
  const Lazy = lazyPart(keep, { onAway: () => notify.error(NO_CONNECTION), ...away }) as ComponentType<P>;
  return {
    Dialog: (props) => {
      // React shows nothing for a moment where it waits for code, also for what is here; chosen once, so that nothing is mounted again
      const [Chosen] = useState<ComponentType<P>>(() => here ?? Lazy);
      return createElement(Chosen, props);
    },
    useAhead: () =>
      useEffect(() => {
        // no network: it is fetched when it is opened
        keep().catch(() => {});
      }, []),
  };
};
