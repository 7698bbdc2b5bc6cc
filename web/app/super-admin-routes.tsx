import { Outlet, type RouteObject } from 'react-router';
import { Guarded, SuperAdminGuestOnly } from './guards.tsx';
import { from } from './lazy-screen.ts';
import { Broken } from './notices.tsx';

const superAdminLogin: RouteObject['lazy'] = from(
  () => import('#web/features/superadmin-auth/SuperAdminLoginScreen.tsx'),
  'SuperAdminLoginScreen',
);

const providerHome: RouteObject['lazy'] = from(() => import('#web/features/provider-reports/ProviderHomeScreen.tsx'), 'ProviderHomeScreen');

const providerAccount: RouteObject['lazy'] = async () => {
  const [{ AccountScreen }, { SecondFactorCard }, { superAdminCalls }] = await Promise.all([
    import('#web/features/superadmin-auth/AccountScreen.tsx'),
    import('#web/features/second-factor/SecondFactorCard.tsx'),
    import('#contract/superadmin-auth.ts'),
  ]);
  const Account = () => (
    <AccountScreen>
      <SecondFactorCard calls={superAdminCalls} />
    </AccountScreen>
  );
  return { Component: Account };
};

/** The super administrator's screens; nothing of them is in the bundle that staff load. */
export const superAdmin: RouteObject = {
  path: '/superadmin',
  children: [
    {
      element: (
        <SuperAdminGuestOnly>
          <Outlet />
        </SuperAdminGuestOnly>
      ),
      children: [
        { index: true, lazy: superAdminLogin },
        { path: 'login', lazy: superAdminLogin },
      ],
    },
    {
      path: 'dashboard',
      element: (
        <Guarded access="superadmin" login="/superadmin">
          <Outlet />
        </Guarded>
      ),
      children: [
        {
          lazy: from(() => import('./SuperAdminLayout.tsx'), 'SuperAdminLayout'),
          children: [
            {
              errorElement: <Broken isFramed />,
              children: [
                { index: true, lazy: providerHome },
                { path: 'home', lazy: providerHome },
                {
                  path: 'tenants',
                  lazy: from(() => import('#web/features/tenants/TenantsScreen.tsx'), 'TenantsScreen'),
                },
                {
                  path: 'tenants/:id/subscription-history',
                  lazy: from(() => import('#web/features/tenants/TenantScreen.tsx'), 'TenantScreen'),
                },
                {
                  path: 'reports',
                  lazy: from(() => import('#web/features/provider-reports/ProviderReportsScreen.tsx'), 'ProviderReportsScreen'),
                },
                { path: 'account', lazy: providerAccount },
                {
                  path: 'contact-support',
                  lazy: from(() => import('#web/features/support/SupportScreen.tsx'), 'SupportScreen'),
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};
