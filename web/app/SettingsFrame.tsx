import { useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { SETTINGS_ROOT as ROOT, settingsPages as pages } from './settings-pages.ts';
import { UnsavedGuard } from '#web/parts/unsaved.tsx';
import classes from './SettingsFrame.module.css';

/** The page whose path is the longest beginning of the address; an item's page belongs to Menu Items, the empty path to Store Details. */
const currentOf = (pathname: string): string | undefined => {
  const path = pathname.replace(/\/+$/, '');
  if (path === ROOT) return pages[0]?.path;
  return pages
    .map((page) => page.path)
    .filter((start) => path === start || path.startsWith(`${start}/`))
    .sort((a, b) => b.length - a.length)[0];
};

/** The settings' own navigation beside the page, on narrow screens a row above it. */
export const SettingsFrame = () => {
  const current = currentOf(useLocation().pathname);
  const row = useRef<HTMLUListElement>(null);

  useEffect(() => {
    // Not scrollIntoView: it would move the page as well.
    const [list, link] = [row.current, row.current?.querySelector<HTMLElement>('[aria-current]')];
    if (list && link) list.scrollLeft = link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
  }, [current]);

  return (
    <UnsavedGuard>
      <div className={classes.frame}>
        <nav aria-label="Settings" className={classes.nav}>
          <ul ref={row} className={classes.list}>
            {pages.map(({ title, path, icon: Picture }) => (
              <li key={path}>
                <Link to={path} className={classes.entry} aria-current={path === current ? 'page' : undefined}>
                  <Picture size={18} stroke={1.75} aria-hidden />
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.page}>
          <Outlet />
        </div>
      </div>
    </UnsavedGuard>
  );
};
