import { ActionIcon, AppShell, Badge, Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconBuildingStore,
  IconChartBar,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLifebuoy,
} from '@tabler/icons-react';
import { Link, Outlet } from 'react-router';
import { signOutSuperAdmin } from '#contract/superadmin-auth.ts';
import { useAction } from '#web/platform/api.ts';
import { endSession } from '#web/platform/renewal.ts';
import { useStored } from '#web/platform/storage.ts';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import classes from './DashboardLayout.module.css';
import { NavigationEntry, useFocusOnArrival } from './frame.tsx';
import { UserMenu } from './UserMenu.tsx';

const places = [
  { title: 'Dashboard', path: '/superadmin/dashboard/home', icon: IconHome },
  { title: 'Tenants', path: '/superadmin/dashboard/tenants', icon: IconBuildingStore },
  { title: 'Reports', path: '/superadmin/dashboard/reports', icon: IconChartBar },
];
const pages = [{ title: 'Support', path: '/superadmin/dashboard/contact-support', icon: IconLifebuoy }];
const COLLAPSED_KEY = 'comanda_platform_nav_collapsed';

/** The frame around the super administrator's screens: as that of members, without what belongs to a restaurant. */
export const SuperAdminLayout = () => {
  const [isOpen, drawer] = useDisclosure(false);
  const [collapsed, setCollapsed] = useStored(COLLAPSED_KEY, false);
  const isCollapsed = collapsed && !isOpen;
  const main = useFocusOnArrival();
  const { run, isPending } = useAction(signOutSuperAdmin, {
    failure: 'Something went wrong! Try later!',
    onDone: () => endSession('superadmin'),
  });

  return (
    <>
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
          <Link to="/superadmin/dashboard/home" className={classes.brand} aria-label="Comanda, to the start">
            <Wordmark />
          </Link>
          <Badge color="gray" size="lg" visibleFrom="xs">
            Super administrator
          </Badge>
          <UserMenu pages={pages} signOut={{ leave: () => void run({}), isPending }} />
        </AppShell.Header>
        <AppShell.Navbar
          className={classes.navbar}
          data-closed={!isOpen || undefined}
          onKeyDown={(event) => event.key === 'Escape' && drawer.close()}
        >
          <div className={classes.places}>
            <nav aria-label="Main">
              {places.map((place) => (
                <NavigationEntry key={place.path} {...place} isCollapsed={isCollapsed} onClick={drawer.close} />
              ))}
            </nav>
          </div>
          <ActionIcon
            visibleFrom="sm"
            aria-label={isCollapsed ? 'Expand navigation' : 'Collapse navigation'}
            aria-expanded={!isCollapsed}
            onClick={() => setCollapsed(!collapsed)}
          >
            {isCollapsed ? (
              <IconLayoutSidebarLeftExpand size={20} stroke={1.75} />
            ) : (
              <IconLayoutSidebarLeftCollapse size={20} stroke={1.75} />
            )}
          </ActionIcon>
        </AppShell.Navbar>
        <AppShell.Main id="content" ref={main} tabIndex={-1} className={classes.main}>
          <Outlet />
        </AppShell.Main>
      </AppShell>
    </>
  );
};
