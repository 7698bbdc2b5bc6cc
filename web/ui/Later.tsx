import { type ReactNode, useDeferredValue } from 'react';

interface LaterProps {
  /** Holds the place until then. */
  instead?: ReactNode;
  children: ReactNode;
}

/** Draws what a screen can begin without once the rest of it is on the glass: costly fields, menus that are closed. */
export const Later = ({ instead, children }: LaterProps) => (useDeferredValue(true, false) ? children : instead);
