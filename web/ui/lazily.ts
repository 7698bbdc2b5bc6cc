import {
  type ComponentType,
  createElement,
  lazy,
  type LazyExoticComponent,
  useEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { NO_CONNECTION } from '#web/platform/api.ts';
import { notify } from '#web/platform/toast.ts';

type Load<P> = () => Promise<ComponentType<P>>;

/** Whether this is what `import()` throws when a script or its style sheet does not come. */
export const isNotLoaded = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported|importing a module|preload css/i.test(error.message);

const TRY_AGAIN_AFTER = 5000; // ms

const isServerThere = () =>
  fetch('/healthz').then(
    () => true,
    () => false,
  );

let isIncomplete = false;
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
const setIncomplete = () => {
  isIncomplete = true;
  for (const tell of watchers) tell();
};

/**
 * Whether a part of this page is missing for good, though the server is there again: Chromium does not ask twice for a module that failed to
 * come. Loading the page brings it; who goes to another screen loses nothing by that.
 */
export const useIsIncomplete = (): boolean => useSyncExternalStore(watch, () => isIncomplete);

/** Stands for code that did not come: renders nothing, and the part as soon as it is here. */
const insteadOf = <P extends object>(load: Load<P>): ComponentType<P> => {
  let arrived: ComponentType<P> | undefined;
  return function Instead(props: P) {
    const [, renderAgain] = useReducer((count: number) => count + 1, 0);
    const [failure, setFailure] = useState<unknown>();
    // what can be closed was opened by somebody, who waits for it
    const { onClose } = props as { onClose?: () => void };
    const close = useRef(onClose);
    useEffect(() => {
      close.current = onClose;
    });
    useEffect(() => {
      if (arrived) return;
      let isGone = false;
      const tryAgain = async () => {
        try {
          arrived = await load();
        } catch (error) {
          const isThere = await isServerThere();
          if (isGone) return;
          if (isThere) {
            stop();
            if (close.current) setFailure(error);
            else setIncomplete();
          } else if (close.current) {
            stop();
            notify.error(NO_CONNECTION);
            close.current();
          }
          return;
        }
        if (isGone) return;
        stop();
        renderAgain();
      };
      const timer = setInterval(() => void tryAgain(), TRY_AGAIN_AFTER);
      const online = () => void tryAgain();
      const stop = () => {
        isGone = true;
        clearInterval(timer);
        window.removeEventListener('online', online);
      };
      window.addEventListener('online', online);
      void tryAgain();
      return stop;
    }, []);
    // the server is there without this file: a newer release has another one, which the page's error element fetches
    if (failure !== undefined) throw failure;
    return arrived ? createElement(arrived, props) : null;
  };
};

/**
 * A small part beside what a screen is for; render it inside Suspense. Without network nothing stands in its place, and the screen goes on: the
 * part is fetched again when the network is back.
 */
export const lazyPart = <P extends object>(load: Load<P>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      if (!isNotLoaded(error)) throw error;
      return { default: insteadOf(load) };
    }
  });

/** A dialog whose code is no part of its screen's; render it inside Suspense. */
export interface LazyDialog<P> {
  Dialog: LazyExoticComponent<ComponentType<P>>;
  /** Fetches the code once the screen is on the glass, so that the dialog opens at once, and without network. */
  useAhead: () => void;
}

/** Takes a dialog's code out of what its screen waits for. One that cannot be fetched says so and is closed; the screen below it stays. */
export const lazyDialog = <P extends object>(load: Load<P>): LazyDialog<P> => ({
  Dialog: lazyPart(load),
  useAhead: () =>
    useEffect(() => {
      // no network: it is fetched when it is opened
      load().catch(() => {});
    }, []),
});
