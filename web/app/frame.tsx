import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import classes from './DashboardLayout.module.css';
import type { Place } from './navigation.ts';

interface EntryProps extends Pick<Place, 'title' | 'path' | 'icon'> {
  isCollapsed: boolean;
  onClick: () => void;
}

/** An entry of a side bar; collapsed it is a picture with its name beside it. */
export const NavigationEntry = ({ title, path, icon: Picture, isCollapsed, onClick }: EntryProps) => (
  <NavLink
    to={path}
    className={classes.entry}
    onClick={onClick}
    data-collapsed={isCollapsed || undefined}
    data-hint={isCollapsed ? title : undefined}
    data-hint-side="right"
  >
    <Picture size={20} stroke={1.75} aria-hidden />
    <span className={isCollapsed ? 'only-heard' : undefined}>{title}</span>
  </NavLink>
);

/** For the frame's main part: another screen begins at its top, and the focus goes there. */
export const useFocusOnArrival = () => {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    // A screen reader would otherwise stay on the link that was followed.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
};
