import { Outlet, type RouteObject } from 'react-router';
import type { Access } from '#contract/permissions.ts';
import { useMember } from '#web/platform/session.tsx';
import { Arriving } from './Arriving.tsx';
import { Guarded, GuestOnly } from './guards.tsx';
import { from } from './lazy-screen.ts';
import { access, destinationsOf } from './navigation.ts';
import { Broken, NoAccess, NotFound } from './notices.tsx';
import { settingsPages } from './settings-pages.ts';
import { superAdmin } from './super-admin-routes.tsx';

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

const login: RouteObject['lazy'] = from(() => import('#web/features/auth/LoginScreen.tsx'), 'LoginScreen');

const home: RouteObject['lazy'] = async () => {
  const { HomeScreen } = await import('#web/features/dashboard/HomeScreen.tsx');
  const Home = () => <HomeScreen places={destinationsOf(useMember()).filter(({ path }) => path !== '/dashboard/home')} />;
  return { Component: Home };
};

const profile: RouteObject['lazy'] = async () => {
  const [{ ProfileScreen }, { SecondFactorCard }, { memberCalls }] = await Promise.all([
    import('#web/features/profile/ProfileScreen.tsx'),
    import('#web/features/second-factor/SecondFactorCard.tsx'),
    import('#contract/second-factor.ts'),
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
      lazy: from(() => import('./SettingsFrame.tsx'), 'SettingsFrame'),
      children: [
        { index: true, lazy: settingsPages[0]?.screen },
        ...settingsPages.map(({ path, screen }) => ({ path, lazy: screen })),
        { path: 'tables/plan', lazy: from(() => import('#web/features/tables/PlanScreen.tsx'), 'PlanScreen') },
        {
          path: 'menu-items/:id',
          lazy: from(() => import('#web/features/menu-items/MenuItemScreen.tsx'), 'MenuItemScreen'),
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
          { path: '/register', lazy: from(() => import('#web/features/auth/RegisterScreen.tsx'), 'RegisterScreen') },
        ],
      },
      {
        path: '/forgot-password',
        lazy: from(() => import('#web/features/auth/ForgotPasswordScreen.tsx'), 'ForgotPasswordScreen'),
      },
      {
        path: '/reset-password',
        lazy: from(() => import('#web/features/auth/ResetPasswordScreen.tsx'), 'ResetPasswordScreen'),
      },
      {
        path: '/confirm-address',
        lazy: from(() => import('#web/features/auth/ConfirmAddressScreen.tsx'), 'ConfirmAddressScreen'),
      },
      { path: '/no-access', element: <NoAccess /> },
      { path: '/success', lazy: from(() => import('#web/features/subscription/SuccessScreen.tsx'), 'SuccessScreen') },
      {
        path: '/cancelled-payment',
        lazy: from(() => import('#web/features/subscription/CancelledPaymentScreen.tsx'), 'CancelledPaymentScreen'),
      },
      screen(
        '/test-checkout',
        'admin',
        from(() => import('#web/features/subscription/TestCheckoutScreen.tsx'), 'TestCheckoutScreen'),
      ),
      {
        path: '/print-receipt',
        lazy: from(() => import('#web/features/printing/PrintReceiptScreen.tsx'), 'PrintReceiptScreen'),
      },
      {
        path: '/print-token',
        lazy: from(() => import('#web/features/printing/PrintTokenScreen.tsx'), 'PrintTokenScreen'),
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
            lazy: from(() => import('./DashboardLayout.tsx'), 'DashboardLayout'),
            children: [
              {
                errorElement: <Broken isFramed />,
                children: [
                  { ...screen('', access.home, home), path: undefined },
                  screen('home', access.home, home),
                  screen(
                    'pos',
                    access.pos,
                    from(() => import('#web/features/pos/PosScreen.tsx'), 'PosScreen'),
                  ),
                  screen(
                    'orders',
                    access.orders,
                    from(() => import('#web/features/orders/OrdersScreen.tsx'), 'OrdersScreen'),
                  ),
                  screen(
                    'order-status',
                    access.orderStatus,
                    from(() => import('#web/features/displays/OrderStatusScreen.tsx'), 'OrderStatusScreen'),
                  ),
                  screen(
                    'customer-display',
                    access.customerDisplay,
                    from(() => import('#web/features/displays/CustomerDisplayScreen.tsx'), 'CustomerDisplayScreen'),
                  ),
                  screen(
                    'displays',
                    access.displays,
                    from(() => import('#web/features/displays/DisplaysScreen.tsx'), 'DisplaysScreen'),
                  ),
                  screen(
                    'print-jobs',
                    access.printJobs,
                    from(() => import('#web/features/printers/PrintJobsScreen.tsx'), 'PrintJobsScreen'),
                  ),
                  screen(
                    'checks',
                    access.checks,
                    from(() => import('#web/features/checks/ChecksScreen.tsx'), 'ChecksScreen'),
                  ),
                  screen(
                    'checks/:id',
                    access.checks,
                    from(() => import('#web/features/checks/CheckScreen.tsx'), 'CheckScreen'),
                  ),
                  screen(
                    'kitchen',
                    access.kitchen,
                    from(() => import('#web/features/kitchen/KitchenScreen.tsx'), 'KitchenScreen'),
                  ),
                  screen(
                    'expediter',
                    access.expediter,
                    from(() => import('#web/features/expediter/ExpediterScreen.tsx'), 'ExpediterScreen'),
                  ),
                  screen(
                    'reservation',
                    access.reservation,
                    from(() => import('#web/features/reservations/ReservationsScreen.tsx'), 'ReservationsScreen'),
                  ),
                  screen(
                    'customers',
                    access.customers,
                    from(() => import('#web/features/customers/CustomersScreen.tsx'), 'CustomersScreen'),
                  ),
                  screen(
                    'customers/:phone',
                    access.customers,
                    from(() => import('#web/features/customers/CustomerScreen.tsx'), 'CustomerScreen'),
                  ),
                  screen(
                    'invoices',
                    access.invoices,
                    from(() => import('#web/features/invoices/InvoicesScreen.tsx'), 'InvoicesScreen'),
                  ),
                  screen(
                    'users',
                    access.users,
                    from(() => import('#web/features/users/UsersScreen.tsx'), 'UsersScreen'),
                  ),
                  screen(
                    'reports/day-end',
                    access.reports,
                    from(() => import('#web/features/day/day-screens.ts'), 'DayEndScreen'),
                  ),
                  screen(
                    'reports/day-end/:no',
                    access.reports,
                    from(() => import('#web/features/day/day-screens.ts'), 'ClosingScreen'),
                  ),
                  screen(
                    'reports',
                    access.reports,
                    from(() => import('#web/features/reports/ReportsScreen.tsx'), 'ReportsScreen'),
                  ),
                  screen(
                    'activity',
                    access.activity,
                    from(() => import('#web/features/activity/ActivityScreen.tsx'), 'ActivityScreen'),
                  ),
                  settings,
                  screen('profile', 'signed-in', profile),
                  screen(
                    'devices',
                    'signed-in',
                    from(() => import('#web/features/devices/DevicesScreen.tsx'), 'DevicesScreen'),
                  ),
                  screen(
                    'contact-support',
                    'signed-in',
                    from(() => import('#web/features/support/SupportScreen.tsx'), 'SupportScreen'),
                  ),
                  screen(
                    'inactive-subscription',
                    'signed-in',
                    from(() => import('#web/features/subscription/InactiveSubscriptionScreen.tsx'), 'InactiveSubscriptionScreen'),
                  ),
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
