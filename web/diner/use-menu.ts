import { useCallback, useEffect, useRef, useState } from 'react';
import type { DinerPage, QrMenu } from '#contract/qr-menu.ts';
import { loadMenu } from './placing.ts';

const LOOK_AGAIN_MS = 60_000;

/**
 * The menu of the page, asked for again when the diner comes back to it and once a minute, so that what is sold out disappears.
 * An unchanged menu costs one answer without a body. Failures are only logged (part-2 §8).
 */
export const useMenu = ({ menu: first, qrcode, tableId }: DinerPage) => {
  const [menu, setMenu] = useState<QrMenu | null>(first);
  const tag = useRef<string | null>(null);
  const asked = useRef(0);
  const answered = useRef(0);

  const refresh = useCallback(async (): Promise<void> => {
    if (qrcode === null) return;
    const number = ++asked.current;
    const answer = await loadMenu(qrcode, tableId);
    // on a slow line an older answer may come after a newer one
    if (answer === undefined || number < answered.current) return;
    answered.current = number;
    if (answer === null) setMenu(null);
    else if (answer.tag === null || answer.tag !== tag.current) setMenu(answer.menu);
    tag.current = answer?.tag ?? null;
  }, [qrcode, tableId]);

  useEffect(() => {
    if (first === null) return undefined;
    const look = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    // a page that the browser kept aside, for Back, comes up as it was
    const lookWhenKept = ({ persisted }: PageTransitionEvent) => persisted && look();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pageshow', lookWhenKept);
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', lookWhenKept);
      clearInterval(timer);
    };
  }, [first, refresh]);

  return { menu, refresh };
};
