import { Outlet, type RouteObject } from 'react-router';
import type { Access } from '#contract/permissions.ts';
import { useMember } from '#web/platform/session.tsx';
import { Arriving } from './Arriving.tsx';
import { Guarded, GuestOnly, SuperAdminGuestOnly } from './guards.tsx';
import { access, destinationsOf } from './navigation.ts';
import { Broken, NoAccess, NotFound } from './notices.tsx';

/** One screen of the dashboard: path, who may open it, and where its code lies. */
const screen = (path: string, allowed: Access, lazy: RouteObject['lazy']): RouteObject => ({
  path,
  element: (
    <Guarded access={allowed}>
      <Outlet />
    </Guarded>
  ),
  children: [{ index: true, lazy }],
});

const guestOnly = (
  <GuestOnly>
    <Outlet />
  </GuestOnly>
);

const login: RouteObject['lazy'] = async () => ({ Component: (await import('#web/features/auth/LoginScreen.tsx')).LoginScreen });

const home: RouteObject['lazy'] = async () => {
  const { HomeScreen } = await import('#web/features/home/HomeScreen.tsx');
  const Home = () => <HomeScreen places={destinationsOf(useMember()).filter(({ path }) => path !== '/dashboard/home')} />;
  return { Component: Home };
};

const storeDetails: RouteObject['lazy'] = async () => ({
  Component: (await import('#web/features/store-settings/StoreDetailsScreen.tsx')).StoreDetailsScreen,
});

const profile: RouteObject['lazy'] = async () => {
  const [{ ProfileScreen }, { SecondFactorCard }, { memberCalls }] = await Promise.all([
    import('#web/features/profile/ProfileScreen.tsx'),
    import('#web/features/second-factor/SecondFactorCard.tsx'),
    import('#web/features/second-factor/calls.ts'),
  ]);
  const Profile = () => (
    <ProfileScreen>
      <SecondFactorCard calls={memberCalls} />
    </ProfileScreen>
  );
  return { Component: Profile };
};

/** The settings have their own navigation around them; one permission opens them all. */
const settings: RouteObject = {
  path: 'settings',
  element: (
    <Guarded access={access.settings}>
      <Outlet />
    </Guarded>
  ),
  children: [
    {
      lazy: async () => ({ Component: (await import('#web/features/settings/SettingsFrame.tsx')).SettingsFrame }),
      children: [
        { index: true, lazy: storeDetails },
        { path: 'details', lazy: storeDetails },
        {
          path: 'print-settings',
          lazy: async () => ({ Component: (await import('#web/features/print-settings/PrintSettingsScreen.tsx')).PrintSettingsScreen }),
        },
        {
          path: 'printers',
          lazy: async () => ({ Component: (await import('#web/features/printers/PrintersScreen.tsx')).PrintersScreen }),
        },
        { path: 'tables', lazy: async () => ({ Component: (await import('#web/features/tables/TablesScreen.tsx')).TablesScreen }) },
        {
          path: 'menu-items',
          lazy: async () => ({ Component: (await import('#web/features/menu-items/MenuItemsScreen.tsx')).MenuItemsScreen }),
        },
        {
          path: 'menu-items/:id',
          lazy: async () => ({ Component: (await import('#web/features/menu-items/MenuItemScreen.tsx')).MenuItemScreen }),
        },
        {
          path: 'menu-items/categories',
          lazy: async () => ({ Component: (await import('#web/features/categories/CategoriesScreen.tsx')).CategoriesScreen }),
        },
        { path: 'stations', lazy: async () => ({ Component: (await import('#web/features/stations/StationsScreen.tsx')).StationsScreen }) },
        { path: 'reasons', lazy: async () => ({ Component: (await import('#web/features/reasons/ReasonsScreen.tsx')).ReasonsScreen }) },
        { path: 'tax-setup', lazy: async () => ({ Component: (await import('#web/features/taxes/TaxesScreen.tsx')).TaxesScreen }) },
        {
          path: 'payment-types',
          lazy: async () => ({ Component: (await import('#web/features/payment-types/PaymentTypesScreen.tsx')).PaymentTypesScreen }),
        },
      ],
    },
  ],
};

const superAdminLogin: RouteObject['lazy'] = async () => ({
  Component: (await import('#web/features/superadmin-auth/SuperAdminLoginScreen.tsx')).SuperAdminLoginScreen,
});

const platformHome: RouteObject['lazy'] = async () => ({
  Component: (await import('#web/features/platform-reports/PlatformHomeScreen.tsx')).PlatformHomeScreen,
});

const platformAccount: RouteObject['lazy'] = async () => {
  const [{ AccountScreen }, { SecondFactorCard }, { superAdminCalls }] = await Promise.all([
    import('#web/features/superadmin-auth/AccountScreen.tsx'),
    import('#web/features/second-factor/SecondFactorCard.tsx'),
    import('#web/features/second-factor/super-admin-calls.ts'),
  ]);
  const Account = () => (
    <AccountScreen>
      <SecondFactorCard calls={superAdminCalls} />
    </AccountScreen>
  );
  return { Component: Account };
};

/** The super administrator's screens; nothing of them is in the bundle that staff load. */
const superAdmin: RouteObject = {
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
          lazy: async () => ({ Component: (await import('./SuperAdminLayout.tsx')).SuperAdminLayout }),
          children: [
            {
              errorElement: <Broken isFramed />,
              children: [
                { index: true, lazy: platformHome },
                { path: 'home', lazy: platformHome },
                {
                  path: 'tenants',
                  lazy: async () => ({ Component: (await import('#web/features/tenants/TenantsScreen.tsx')).TenantsScreen }),
                },
                {
                  path: 'tenants/:id/subscription-history',
                  lazy: async () => ({ Component: (await import('#web/features/tenants/TenantScreen.tsx')).TenantScreen }),
                },
                {
                  path: 'reports',
                  lazy: async () => ({
                    Component: (await import('#web/features/platform-reports/PlatformReportsScreen.tsx')).PlatformReportsScreen,
                  }),
                },
                { path: 'account', lazy: platformAccount },
                {
                  path: 'contact-support',
                  lazy: async () => ({ Component: (await import('#web/features/support/SupportScreen.tsx')).SupportScreen }),
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

/** The map of the screens. */
export const routes: RouteObject[] = [
  {
    element: <Arriving />,
    errorElement: <Broken />,
    // Nothing for the few milliseconds until the first screen's code is here; a flash of text would only flicker.
    hydrateFallbackElement: <></>,
    children: [
      {
        element: guestOnly,
        children: [
          { path: '/', lazy: login },
          { path: '/login', lazy: login },
          { path: '/register', lazy: async () => ({ Component: (await import('#web/features/auth/RegisterScreen.tsx')).RegisterScreen }) },
        ],
      },
      {
        path: '/forgot-password',
        lazy: async () => ({ Component: (await import('#web/features/auth/ForgotPasswordScreen.tsx')).ForgotPasswordScreen }),
      },
      {
        path: '/reset-password',
        lazy: async () => ({ Component: (await import('#web/features/auth/ResetPasswordScreen.tsx')).ResetPasswordScreen }),
      },
      {
        path: '/confirm-address',
        lazy: async () => ({ Component: (await import('#web/features/auth/ConfirmAddressScreen.tsx')).ConfirmAddressScreen }),
      },
      { path: '/no-access', element: <NoAccess /> },
      { path: '/success', lazy: async () => ({ Component: (await import('#web/features/subscription/SuccessScreen.tsx')).SuccessScreen }) },
      {
        path: '/cancelled-payment',
        lazy: async () => ({ Component: (await import('#web/features/subscription/CancelledPaymentScreen.tsx')).CancelledPaymentScreen }),
      },
      screen('/test-checkout', 'admin', async () => ({
        Component: (await import('#web/features/subscription/TestCheckoutScreen.tsx')).TestCheckoutScreen,
      })),
      {
        path: '/print-receipt',
        lazy: async () => ({ Component: (await import('#web/features/printing/PrintReceiptScreen.tsx')).PrintReceiptScreen }),
      },
      {
        path: '/print-token',
        lazy: async () => ({ Component: (await import('#web/features/printing/PrintTokenScreen.tsx')).PrintTokenScreen }),
      },
      {
        path: '/dashboard',
        element: (
          <Guarded access="signed-in">
            <Outlet />
          </Guarded>
        ),
        children: [
          {
            lazy: async () => ({ Component: (await import('./DashboardLayout.tsx')).DashboardLayout }),
            children: [
              {
                errorElement: <Broken isFramed />,
                children: [
                  { ...screen('', access.home, home), path: undefined },
                  screen('home', access.home, home),
                  screen('pos', access.pos, async () => ({ Component: (await import('#web/features/pos/PosScreen.tsx')).PosScreen })),
                  screen('orders', access.orders, async () => ({
                    Component: (await import('#web/features/orders/OrdersScreen.tsx')).OrdersScreen,
                  })),
                  screen('order-status', access.orderStatus, async () => ({
                    Component: (await import('#web/features/displays/OrderStatusScreen.tsx')).OrderStatusScreen,
                  })),
                  screen('print-jobs', access.printJobs, async () => ({
                    Component: (await import('#web/features/printers/PrintJobsScreen.tsx')).PrintJobsScreen,
                  })),
                  screen('checks', access.checks, async () => ({
                    Component: (await import('#web/features/checks/ChecksScreen.tsx')).ChecksScreen,
                  })),
                  screen('checks/:id', access.checks, async () => ({
                    Component: (await import('#web/features/checks/CheckScreen.tsx')).CheckScreen,
                  })),
                  screen('kitchen', access.kitchen, async () => ({
                    Component: (await import('#web/features/kitchen/KitchenScreen.tsx')).KitchenScreen,
                  })),
                  screen('expediter', access.expediter, async () => ({
                    Component: (await import('#web/features/expediter/ExpediterScreen.tsx')).ExpediterScreen,
                  })),
                  screen('reservation', access.reservation, async () => ({
                    Component: (await import('#web/features/reservations/ReservationsScreen.tsx')).ReservationsScreen,
                  })),
                  screen('customers', access.customers, async () => ({
                    Component: (await import('#web/features/customers/CustomersScreen.tsx')).CustomersScreen,
                  })),
                  screen('customers/:phone', access.customers, async () => ({
                    Component: (await import('#web/features/customers/CustomerScreen.tsx')).CustomerScreen,
                  })),
                  screen('invoices', access.invoices, async () => ({
                    Component: (await import('#web/features/invoices/InvoicesScreen.tsx')).InvoicesScreen,
                  })),
                  screen('users', access.users, async () => ({
                    Component: (await import('#web/features/users/UsersScreen.tsx')).UsersScreen,
                  })),
                  screen('reports', access.reports, async () => ({
                    Component: (await import('#web/features/reports/ReportsScreen.tsx')).ReportsScreen,
                  })),
                  settings,
                  screen('profile', 'signed-in', profile),
                  screen('devices', 'signed-in', async () => ({
                    Component: (await import('#web/features/devices/DevicesScreen.tsx')).DevicesScreen,
                  })),
                  screen('contact-support', 'signed-in', async () => ({
                    Component: (await import('#web/features/support/SupportScreen.tsx')).SupportScreen,
                  })),
                  screen('inactive-subscription', 'signed-in', async () => ({
                    Component: (await import('#web/features/subscription/InactiveSubscriptionScreen.tsx')).InactiveSubscriptionScreen,
                  })),
                ],
              },
            ],
          },
        ],
      },
      superAdmin,
      { path: '*', element: <NotFound /> },
    ],
  },
];
