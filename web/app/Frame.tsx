import { ActionIcon, Burger, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { useStored } from '#web/platform/storage.ts';
import { Later } from '#web/ui/Later.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { useIsIncomplete } from '#web/platform/incomplete.ts';
import { lazyPart } from '#web/ui/lazily.ts';
import classes from './Frame.module.css';
import type { Place } from './navigation.ts';

const Questions = lazyPart(async () => (await import('#web/platform/Questions.tsx')).Questions);

type Destination = Pick<Place, 'title' | 'path' | 'icon'> & {
  /** Beside the title. */
  mark?: ReactNode;
};

interface EntryProps extends Destination {
  isCollapsed: boolean;
  onClick: () => void;
}

/** An entry of the side bar; collapsed its name stands small below its picture. */
const NavigationEntry = ({ title, path, icon: Picture, mark, isCollapsed, onClick }: EntryProps) => (
  <NavLink
    to={path}
    className={classes.entry}
    onClick={onClick}
    reloadDocument={useIsIncomplete()}
    data-collapsed={isCollapsed || undefined}
  >
    <Picture size={20} stroke={1.75} aria-hidden />
    <span>{title}</span>
    {mark}
  </NavLink>
);

/** Another screen begins at its top, and the focus goes there. */
const useFocusOnArrival = () => {
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

interface Section {
  title?: string;
  places: readonly Destination[];
}

interface FrameProps {
  /** where the product's name leads */
  home: string;
  sections: readonly Section[];
  /** under which this browser keeps whether the side bar is collapsed */
  collapsedKey: string;
  /** the side bar as long as nobody has chosen */
  isCollapsedAtFirst: boolean;
  /** the end of the head, beside the product's name */
  tools: ReactNode;
  /** above every screen */
  notice?: ReactNode;
}

/** The side bar of a phone, which lies over the screen; what closes it leaves the focus on its button. */
const useNavigation = () => {
  const [isOpen, { open, close: hide }] = useDisclosure(false);
  const burger = useRef<HTMLButtonElement>(null);
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const { pathname } = useLocation();
  // another screen, or a tablet that was turned: it is not open any more
  const place = `${isPhone} ${pathname}`;
  const [openedAt, setOpenedAt] = useState(place);
  if (openedAt !== place) {
    setOpenedAt(place);
    hide();
  }
  const close = () => {
    hide();
    burger.current?.focus();
  };
  return { isOpen, open, close, burger };
};

/** The frame around all screens of somebody who is signed in: a head, a side bar, which a phone has behind a button, and the screen. */
export const Frame = ({ home, sections, collapsedKey, isCollapsedAtFirst, tools, notice }: FrameProps) => {
  const { isOpen, open, close, burger } = useNavigation();
  const [collapsed, setCollapsed] = useStored<boolean | undefined>(collapsedKey, undefined);
  const isCollapsed = (collapsed ?? isCollapsedAtFirst) && !isOpen;
  const main = useFocusOnArrival();

  return (
    <>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <div className={classes.frame} data-collapsed={isCollapsed || undefined}>
        <header className={classes.header}>
          <Burger
            ref={burger}
            opened={isOpen}
            onClick={isOpen ? close : open}
            hiddenFrom="sm"
            size="sm"
            className={classes.burger}
            aria-label={isOpen ? 'Close navigation' : 'Open navigation'}
          />
          <Link to={home} className={classes.brand} aria-label="Comanda, home">
            <Wordmark />
          </Link>
          {tools}
        </header>
        <nav
          aria-label="Main"
          className={classes.navbar}
          data-collapsed={isCollapsed || undefined}
          data-closed={!isOpen || undefined}
          data-overlay={isOpen || undefined}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        >
          <div className={classes.places}>
            {sections.map(({ title, places }) => (
              <div key={title ?? ''} className={classes.section}>
                {title && <Text className={isCollapsed ? 'sr-only' : classes.sectionTitle}>{title}</Text>}
                {places.map((place) => (
                  <NavigationEntry key={place.path} {...place} isCollapsed={isCollapsed} onClick={close} />
                ))}
              </div>
            ))}
          </div>
          <ActionIcon
            visibleFrom="sm"
            aria-label={isCollapsed ? 'Expand navigation' : 'Collapse navigation'}
            aria-expanded={!isCollapsed}
            onClick={() => setCollapsed(!isCollapsed)}
          >
            {isCollapsed ? (
              <IconLayoutSidebarLeftExpand size={20} stroke={1.75} />
            ) : (
              <IconLayoutSidebarLeftCollapse size={20} stroke={1.75} />
            )}
          </ActionIcon>
        </nav>
        <main id="content" ref={main} tabIndex={-1} inert={isOpen} className={classes.main}>
          {notice}
          <Outlet />
        </main>
      </div>
      <Later>
        <Suspense>
          <Questions />
        </Suspense>
      </Later>
    </>
  );
};
