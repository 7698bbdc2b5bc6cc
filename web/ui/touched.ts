import { useEffect, useState } from 'react';

/** After a touch what lies under the finger stands still for so long. */
const SETTLE_MS = 700;
/** A finger whose lifting the browser never told of must not hold them for ever. */
const LONGEST_TOUCH_MS = 10_000;

/** True while a finger is on the screen or scrolls it, and a moment after. */
export const useIsTouched = (): boolean => {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    const fingers = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = () => {
      setTouched(true);
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          fingers.clear();
          setTouched(false);
        },
        fingers.size > 0 ? LONGEST_TOUCH_MS : SETTLE_MS,
      );
    };
    const down = ({ pointerId, isPrimary }: PointerEvent) => {
      // the first of them: of those before it the browser forgot to say that they were lifted
      if (isPrimary) fingers.clear();
      fingers.add(pointerId);
      hold();
    };
    const up = ({ pointerId }: PointerEvent) => {
      if (fingers.delete(pointerId)) hold();
    };
    const options = { capture: true, passive: true };
    document.addEventListener('pointerdown', down, options);
    document.addEventListener('pointerup', up, options);
    document.addEventListener('pointercancel', up, options);
    document.addEventListener('scroll', hold, options);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', down, options);
      document.removeEventListener('pointerup', up, options);
      document.removeEventListener('pointercancel', up, options);
      document.removeEventListener('scroll', hold, options);
    };
  }, []);
  return isTouched;
};

/** Keeps a value while `isHeld`, for what would push others away, or stand in their place, as it comes or goes. The same value must be the same object. */
export const useHeld = <T>(value: T, isHeld: boolean): T => {
  const [kept, keep] = useState(value);
  if (isHeld || kept === value) return kept;
  keep(value);
  return value;
};
