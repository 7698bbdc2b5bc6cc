import { Badge } from '@mantine/core';
import { IconBuildingStore, IconChartBar, IconHome, IconLifebuoy, IconUser } from '@tabler/icons-react';
import { Suspense } from 'react';
import { signOutSuperAdmin } from '#contract/superadmin-auth.ts';
import { useAction } from '#web/platform/api.ts';
import { endSession } from '#web/platform/renewal.ts';
import { lazyPart } from '#web/ui/lazily.ts';
import { Frame } from './Frame.tsx';

const UserMenu = lazyPart(async () => (await import('./UserMenu.tsx')).UserMenu);

const HOME = '/superadmin/dashboard/home';
const places = [
  { title: 'Dashboard', path: HOME, icon: IconHome },
  { title: 'Tenants', path: '/superadmin/dashboard/tenants', icon: IconBuildingStore },
  { title: 'Reports', path: '/superadmin/dashboard/reports', icon: IconChartBar },
];
const pages = [
  { title: 'Account', path: '/superadmin/dashboard/account', icon: IconUser },
  { title: 'Support', path: '/superadmin/dashboard/contact-support', icon: IconLifebuoy },
];

/** The frame around the super administrator's screens: as that of members, without what belongs to a restaurant. */
export const SuperAdminLayout = () => {
  const { run, isPending } = useAction(signOutSuperAdmin, {
    failure: 'Something went wrong! Try later!',
    onDoneAnywhere: () => endSession('superadmin'),
  });

  return (
    <Frame
      home={HOME}
      sections={[{ places }]}
      collapsedKey="comanda_platform_nav_collapsed"
      isCollapsedAtFirst={false}
      tools={
        <>
          <Badge color="gray" size="lg" visibleFrom="xs">
            Super administrator
          </Badge>
          <Suspense>
            <UserMenu pages={pages} signOut={{ leave: () => void run({}), isPending }} />
          </Suspense>
        </>
      }
    />
  );
};
