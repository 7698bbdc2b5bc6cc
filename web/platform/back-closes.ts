import { useEffect, useEffectEvent } from 'react';

/** As in the style sheets: below it a dialog fills the screen, and looks like a page that Back leaves. */
const PHONE = '(max-width: 47.99em)';
/** Long enough for what closes and opens in one go: then one entry serves both. */
const SETTLE_MS = 50;
/** In the state of the history entry that Back takes away in place of the page. */
const MARK = 'comandaOpen';

interface Layer {
  close: () => void;
}

/** What is open, the last one on top. */
const layers: Layer[] = [];
/** Our entry is being taken away: the event of it is nobody's navigation. */
let isLeaving = false;
let timer: ReturnType<typeof setTimeout> | undefined;

const isMarked = (): boolean => (window.history.state as { [MARK]?: boolean } | null)?.[MARK] === true;

const settle = (): void => {
  if (isLeaving) return;
  if (layers.length > 0) {
    // the router's own state goes along: to it this is the same place
    if (!isMarked()) window.history.pushState({ ...(window.history.state as object | null), [MARK]: true }, '');
  } else if (isMarked()) {
    isLeaving = true;
    window.history.back();
  }
};
const settleSoon = (): void => {
  clearTimeout(timer);
  timer = setTimeout(settle, SETTLE_MS);
};

const onPop = (event: PopStateEvent): void => {
  if (isLeaving) {
    isLeaving = false;
    event.stopImmediatePropagation();
    return settleSoon();
  }
  // a link in a dialog led on from a marked entry, to which somebody comes back: it is passed over
  if (layers.length === 0) return isMarked() ? settleSoon() : undefined;
  if (isMarked()) return undefined;
  event.stopImmediatePropagation();
  layers.at(-1)?.close();
  settleSoon();
};

// before the router, which would take it for a navigation
if (typeof window !== 'undefined') window.addEventListener('popstate', onPop, { capture: true });

/** On a phone Back closes what is open, the last one first, instead of leaving the screen. `close` may refuse, as its cross would. */
export const useBackCloses = (isOpen: boolean, close: () => void): void => {
  const latest = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen || !window.matchMedia(PHONE).matches) return undefined;
    const layer = { close: () => latest() };
    layers.push(layer);
    settleSoon();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      settleSoon();
    };
  }, [isOpen]);
};
