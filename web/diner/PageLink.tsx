import type { MouseEvent, ReactNode } from 'react';
import { goTo } from './address.ts';

interface PageLinkProps {
  to: string;
  className?: string;
  label?: string;
  children: ReactNode;
  /** False where the page does not hold what the other one needs, and the server must be asked. */
  isWithin?: boolean;
  /** The page that is left is none to come back to. */
  replaces?: boolean;
}

/** A link to another of the diner's pages, that needs no network; opened in a new tab it is a link like any other. */
export const PageLink = ({ to, className, label, children, isWithin = true, replaces = false }: PageLinkProps) => {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (!isWithin && !replaces) return;
    event.preventDefault();
    if (isWithin) goTo(to, { replaces });
    else window.location.replace(to);
  };
  return (
    <a href={to} className={className} aria-label={label} onClick={follow}>
      {children}
    </a>
  );
};
