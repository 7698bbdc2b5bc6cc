import { useEffect, useState } from 'react';
import { timeLimit } from '#web/platform/deadline.ts';

const EVERY_MS = 1000;
/** With the pause before it within the three seconds that a cook may look at a dead screen. */
const ANSWER_WITHIN_MS = 1800;

/** False as soon as the server does not answer: a socket notices a dead network much later. */
export const useIsReachable = (isOn: boolean): boolean => {
  const [isReachable, setReachable] = useState(true);
  useEffect(() => {
    if (!isOn) return undefined;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      // what is asked of a hidden page tells nobody anything, and browsers hold its timers
      if (document.visibilityState === 'visible') {
        const isThere = await fetch('/healthz', { cache: 'no-store', signal: timeLimit(ANSWER_WITHIN_MS) }).then(
          ({ status }) => status < 500,
          () => false,
        );
        if (!isStopped) setReachable(isThere);
      }
      if (!isStopped) timer = setTimeout(() => void ask(), EVERY_MS);
    };
    const lose = () => setReachable(false);
    window.addEventListener('offline', lose);
    void ask();
    return () => {
      isStopped = true;
      clearTimeout(timer);
      window.removeEventListener('offline', lose);
    };
  }, [isOn]);
  return isReachable || !isOn;
};
