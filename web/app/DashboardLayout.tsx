import { ActionIcon, AppShell, Burger, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, Outlet } from 'react-router';
import { SubscriptionBanner } from '#web/features/subscription/SubscriptionBanner.tsx';
import { RealtimeProvider } from '#web/platform/realtime.tsx';
import { useMember, useStoredUser } from '#web/platform/session.tsx';
import { useSignOut } from '#web/platform/sign-out.ts';
import { useStored } from '#web/platform/storage.ts';
import { Later } from '#web/ui/Later.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { ConnectionMark } from './ConnectionMark.tsx';
import classes from './DashboardLayout.module.css';
import { FreshUser } from './FreshUser.tsx';
import { NavigationEntry, useFocusOnArrival } from './frame.tsx';
import { destinationsOf, ownPages, pagesOf, type Section } from './navigation.ts';
import { QuickSearch } from './QuickSearch.tsx';
import { UserMenu } from './UserMenu.tsx';

const sections: readonly Section[] = ['Offerings', 'Back Office'];
const COLLAPSED_KEY = 'comanda_nav_collapsed';
/** A tablet needs its width for the till. */
const isNarrow = (): boolean => window.innerWidth < 1200;

export const DashboardLayout = () => {
  const [isOpen, drawer] = useDisclosure(false);
  const [collapsed, setCollapsed] = useStored<boolean | undefined>(COLLAPSED_KEY, undefined);
  const isCollapsed = (collapsed ?? isNarrow()) && !isOpen;
  const member = useMember();
  const places = destinationsOf(member);
  const tenantId = useStoredUser()?.tenant_id ?? 0;
  const main = useFocusOnArrival();
  const signOut = useSignOut();

  return (
    <RealtimeProvider key={tenantId} tenantId={tenantId}>
      <Later>
        <FreshUser />
      </Later>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: isCollapsed ? 68 : 224, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'sm', sm: 'md', lg: 'lg' }}
        transitionDuration={0}
      >
        <AppShell.Header className={classes.header}>
          <Burger
            opened={isOpen}
            onClick={drawer.toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={isOpen ? 'Close navigation' : 'Open navigation'}
          />
          <Link to="/" className={classes.brand} aria-label="Comanda, to the start">
            <Wordmark />
          </Link>
          <QuickSearch places={pagesOf(member)} />
          <ConnectionMark />
          <Later instead={<div className={classes.person} />}>
            <UserMenu pages={ownPages} signOut={signOut} />
          </Later>
        </AppShell.Header>
        <AppShell.Navbar
          className={classes.navbar}
          data-closed={!isOpen || undefined}
          onKeyDown={(event) => event.key === 'Escape' && drawer.close()}
        >
          <div className={classes.places}>
            <nav aria-label="Main">
              {sections.map((section) => {
                const entries = places.filter((place) => place.section === section);
                return entries.length === 0 ? null : (
                  <div key={section} className={classes.section}>
                    <Text className={isCollapsed ? 'only-heard' : classes.sectionTitle}>{section}</Text>
                    {entries.map((place) => (
                      <NavigationEntry key={place.path} {...place} isCollapsed={isCollapsed} onClick={drawer.close} />
                    ))}
                  </div>
                );
              })}
            </nav>
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
        </AppShell.Navbar>
        <AppShell.Main id="content" ref={main} tabIndex={-1} className={classes.main}>
          <Later>
            <SubscriptionBanner />
          </Later>
          <Outlet />
        </AppShell.Main>
      </AppShell>
    </RealtimeProvider>
  );
};
