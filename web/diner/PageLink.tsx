import type { MouseEvent, ReactNode } from 'react';
import { goTo } from './address.ts';

interface PageLinkProps {
  to: string;
  className?: string;
  label?: string;
  children: ReactNode;
  /** False where the page does not hold what the other one needs, and the server must be asked. */
  isWithin?: boolean;
}

/** A link to another of the diner's pages, that needs no network; opened in a new tab it is a link like any other. */
export const PageLink = ({ to, className, label, children, isWithin = true }: PageLinkProps) => {
  const follow = (event: MouseEvent) => {
    if (!isWithin || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(to);
  };
  return (
    <a href={to} className={className} aria-label={label} onClick={follow}>
      {children}
    </a>
  );
};
