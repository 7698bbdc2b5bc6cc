// before the contract is read
import '#web/platform/validation.ts';
import '#web/platform/back-first.ts';
import '@fontsource-variable/inter/wght.css';
// In a layer, because the chunks' order is the bundler's: whatever comes first, what a screen says of a part of Mantine's holds.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import '#web/ui/global.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, Suspense, useEffect, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { fetchScreensAhead } from '#web/app/fetch-ahead.ts';
import { pagesOf } from '#web/app/navigation.ts';
import { routes } from '#web/app/routes.tsx';
import { createQueryClient } from '#web/platform/cache.ts';
import { setNavigate } from '#web/platform/navigation.ts';
import { SessionProvider, useMember, useStoredUser } from '#web/platform/session.tsx';
import { followSignedOut } from '#web/platform/signed-out.ts';
import { resolveVariables, theme } from '#web/platform/theme.ts';
import { Later } from '#web/ui/Later.tsx';
import { lazyPart } from '#web/ui/lazily.ts';

/** web/public/color-scheme.js reads the same key before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'comanda_color_scheme' });

const router = createBrowserRouter(routes);
followSignedOut();
setNavigate((path, options) => void router.navigate(path, options));

/** One cache for each person, so that nobody sees what the one before had loaded. */
const PersonalCache = ({ children }: { children: ReactNode }) => {
  const user = useStoredUser();
  const person = user && `${user.tenant_id}:${user.username}`;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new person is the reason for a new cache
  const cache = useMemo(createQueryClient, [person]);
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
};

// beside the first screen, which needs neither: what is said meanwhile is shown when they are here
const Notifications = lazyPart(async () => (await import('#web/app/Notifications.tsx')).Notifications);
const Hints = lazyPart(async () => (await import('#web/ui/Hints.tsx')).Hints);

const AHEAD_AFTER = 5000; // ms; the first screen and its data come first

/** What a member may open is fetched when there is nothing else to do: a screen that was never opened opens without network, too. */
const FetchedAhead = () => {
  const member = useMember();
  useEffect(() => {
    if (!member || member.role === 'superadmin') return;
    const ahead = () => {
      const paths = pagesOf(member).map(({ path }) => path);
      void fetchScreensAhead(routes, paths);
    };
    const timer = setTimeout(ahead, AHEAD_AFTER);
    // what the network was away for
    window.addEventListener('online', ahead);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', ahead);
    };
  }, [member]);
  return null;
};

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
const show = () =>
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <SessionProvider>
          <PersonalCache>
            <Later>
              <Suspense>
                <Notifications />
                <Hints />
              </Suspense>
            </Later>
            <FetchedAhead />
            <RouterProvider router={router} />
          </PersonalCache>
        </SessionProvider>
      </MantineProvider>
    </StrictMode>,
  );

/** A screen that is in the cache is rendered in one go with its frame; one that has to come over the network gets its frame meanwhile. */
const FRAME_AFTER = 300; // ms
let isShown = false;
const begin = () => {
  if (isShown) return;
  isShown = true;
  stop();
  show();
};
const stop = router.subscribe(({ initialized }) => {
  if (initialized) begin();
});
if (router.state.initialized) begin();
else setTimeout(begin, FRAME_AFTER);
