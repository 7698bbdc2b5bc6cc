import { type ComponentType, createElement, lazy, type LazyExoticComponent, useEffect, useEffectEvent, useState } from 'react';
import { isServerThere, setIncomplete } from '#web/platform/incomplete.ts';

/** Fetches code. */
export type Load<P> = () => Promise<ComponentType<P>>;

/** Whether this is what `import()` throws when a script or its style sheet does not come. */
export const isNotLoaded = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported|importing a module|preload css/i.test(error.message);

const TRY_AGAIN_AFTER = 5000; // ms

/** What is done while code does not come. */
export interface Away<P> {
  /** Stands there until the part is here. */
  Instead?: ComponentType<P>;
  /** What can be closed was closed, for there is no network. */
  onAway?: () => void;
  /** The screen cannot do without it: where the server has another release, the page is reloaded. */
  isNeeded?: boolean;
}

/** Stands for code that did not come: renders nothing, or what was given for it, and the part as soon as it is here. */
const insteadOf = <P extends object>(load: Load<P>, { onAway, isNeeded, Instead: Plain }: Away<P>): ComponentType<P> => {
  let arrived: ComponentType<P> | undefined;
  return function Instead(props: P) {
    const [Part, setPart] = useState(() => arrived);
    const [failure, setFailure] = useState<unknown>();
    // what can be closed was opened by somebody, who waits for it
    const { onClose } = props as { onClose?: () => void };
    /** Answers whether it is of no use to try again. */
    const fail = useEffectEvent((error: unknown, isThere: boolean): boolean => {
      if (isThere && (onClose || isNeeded)) setFailure(error);
      else if (isThere) setIncomplete();
      else if (onClose) {
        onAway?.();
        onClose();
      }
      return isThere || onClose !== undefined;
    });
    useEffect(() => {
      let isGone = false;
      let isTrying = false;
      const tryAgain = async () => {
        if (isTrying) return;
        isTrying = true;
        try {
          arrived = await load();
          if (!isGone) setPart(() => arrived);
          stop();
        } catch (error) {
          const isThere = await isServerThere();
          if (!isGone && fail(error, isThere)) stop();
        } finally {
          isTrying = false;
        }
      };
      const timer = setInterval(tryAgain, TRY_AGAIN_AFTER);
      const stop = () => {
        isGone = true;
        clearInterval(timer);
        window.removeEventListener('online', tryAgain);
      };
      window.addEventListener('online', tryAgain);
      void tryAgain();
      return stop;
    }, []);
    // the server is there without this file: a newer release has another one, which the page's error element fetches
    if (failure !== undefined) throw failure;
    const Shown = Part ?? Plain;
    return Shown ? createElement(Shown, props) : null;
  };
};

/**
 * A small part beside what a screen is for; render it inside Suspense. Without network nothing, or `Instead`, stands in its place, and the screen goes on: the
 * part is fetched again when the network is back. What can be closed is closed instead, and `onAway` says why.
 */
export const lazyPart = <P extends object>(load: Load<P>, away: Away<P> = {}): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      if (!isNotLoaded(error)) throw error;
      return { default: insteadOf(load, away) };
    }
  });
