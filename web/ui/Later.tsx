import { type ReactNode, useDeferredValue } from 'react';

interface LaterProps {
  /** Holds the place until then. */
  instead?: ReactNode;
  children: ReactNode;
}

/** False in the first rendering of a component, and true as soon as that is on the screen. */
export const useLater = (): boolean => useDeferredValue(true, false);

/** Draws what a screen can begin without once the rest of it is on the screen: costly fields, menus that are closed. */
export const Later = ({ instead, children }: LaterProps) => (useLater() ? children : instead);
