import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { getProfile } from '#contract/auth.ts';
import { QrMark } from '#web/features/pos/QrMark.tsx';
import { useReply } from '#web/platform/api.ts';
import { RealtimeProvider } from '#web/platform/realtime.tsx';
import { useMember, useStoredUser } from '#web/platform/session.tsx';
import { useSignOut } from '#web/platform/sign-out.ts';
import { lockTill, unlockTill, useIsLocked, useTillSettings } from '#web/platform/till.ts';
import { Later } from '#web/ui/Later.tsx';
import { lazyPart } from '#web/ui/lazily.ts';
import { ConnectionMark } from './ConnectionMark.tsx';
import { Frame } from './Frame.tsx';
import classes from './Frame.module.css';
import { FreshUser } from './FreshUser.tsx';
import { destinationsOf, ownPages, pagesOf, type Section } from './navigation.ts';
import { PrintFailures } from './PrintFailures.tsx';
import { QuickSearch } from './QuickSearch.tsx';
import { useAutoLock } from './use-auto-lock.ts';

const titles: readonly Section[] = ['Offerings', 'Back Office'];
const POS = '/dashboard/pos';
/** Screens that hang on a wall: nobody is meant to touch them, so that nobody does is no reason to lock them. */
const WALLS: readonly string[] = ['/dashboard/kitchen', '/dashboard/order-status', '/dashboard/customer-display'];
const LockScreen = lazy(async () => ({ default: (await import('./LockScreen.tsx')).LockScreen }));
const LockButton = lazyPart(async () => (await import('#web/parts/LockButton.tsx')).LockButton);
const ReadyMark = lazyPart(async () => (await import('./UserMenu.tsx')).ReadyMark);
const UserMenu = lazyPart(async () => (await import('./UserMenu.tsx')).UserMenu);
const SubscriptionBanner = lazyPart(async () => (await import('#web/features/subscription/SubscriptionBanner.tsx')).SubscriptionBanner);
/** A tablet needs its width for the till. */
const isNarrow = (): boolean => window.innerWidth < 1200;

/** The frame around the members' screens. */
export const DashboardLayout = () => {
  const member = useMember();
  // FreshUser asks for it
  const { store_name: restaurant, rights } = useReply(getProfile, {}, { enabled: false }).data ?? {};
  const places = destinationsOf(member, rights).map((place) => (place.path === POS ? { ...place, mark: <QrMark /> } : place));
  const sections = titles.map((title) => ({ title, places: places.filter(({ section }) => section === title) }));
  const { tenant_id: tenantId = 0, username } = useStoredUser() ?? {};
  const { lockAfterMinutes } = useTillSettings();
  const { pathname } = useLocation();
  const isOnWall = WALLS.includes(pathname);
  const isLocked = useIsLocked(pathname, isOnWall);
  useAutoLock(isOnWall ? null : lockAfterMinutes);
  const signOut = useSignOut();

  if (isLocked)
    return (
      <Suspense>
        <LockScreen restaurant={restaurant} onOpen={unlockTill} signOut={signOut} />
      </Suspense>
    );
  return (
    <RealtimeProvider key={`${tenantId} ${username}`} tenantId={tenantId}>
      <Later>
        <FreshUser />
      </Later>
      <PrintFailures />
      <Frame
        home="/"
        sections={sections.filter((section) => section.places.length > 0)}
        collapsedKey="comanda_nav_collapsed"
        isCollapsedAtFirst={isNarrow()}
        tools={
          <>
            {restaurant && <span className={classes.restaurant}>{restaurant}</span>}
            <Later>
              <Suspense>
                <ReadyMark />
                <LockButton />
              </Suspense>
            </Later>
            <QuickSearch places={pagesOf(member, rights)} />
            <ConnectionMark />
            <Suspense fallback={<div className={classes.person} />}>
              <UserMenu pages={ownPages} restaurant={restaurant} signOut={signOut} onLock={lockTill} />
            </Suspense>
          </>
        }
        notice={
          <Later>
            <Suspense>
              <SubscriptionBanner />
            </Suspense>
          </Later>
        }
      />
    </RealtimeProvider>
  );
};
