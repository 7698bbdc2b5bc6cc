import { Button, Card, Text, Title } from '@mantine/core';
import { notificationsStore } from '@mantine/notifications';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { listColleagues, signInColleague } from '#contract/approvals.ts';
import { initPos } from '#contract/pos.ts';
import { may } from '#contract/permissions.ts';
import { QrMark } from '#web/features/pos/QrMark.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { PIN_MAX, PinFields } from '#web/platform/PinFields.tsx';
import { RealtimeProvider } from '#web/platform/realtime.tsx';
import { memberOf, type StoredUser, storeUser, useStoredUser } from '#web/platform/session.tsx';
import { hideUndo } from '#web/platform/undo-messages.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { LockAlarms } from './LockAlarms.tsx';
import classes from './LockScreen.module.css';
import { arrivalOf } from './navigation.ts';

const POS = '/dashboard/pos';
/** Where a colleague goes on: at the page where the till was locked, and where that is none of theirs, at the till. */
const passedTo = (user: StoredUser, place: string): string => {
  const member = memberOf(user);
  const to = arrivalOf(member, place);
  return to !== place && may(member, initPos.access) ? POS : to;
};

interface LockScreenProps {
  restaurant: string | undefined;
  /** Somebody has shown a PIN. */
  onOpen: () => void;
  /** Who has none comes in with a password. */
  signOut: { leave: () => void; isPending: boolean };
}

/** Whose turn it is: a name, the digits, and the till is theirs. */
export const LockScreen = ({ restaurant, onOpen, signOut: { leave, isPending } }: LockScreenProps) => {
  const me = useStoredUser();
  const colleagues = useReply(listColleagues, {});
  const [chosen, setChosen] = useState<string>();
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [to, setTo] = useState<string>();
  const arrive = useEffectEvent(onOpen);
  useEffect(() => {
    // what can be undone is for who did it, who has gone: only plain messages stand over the lock
    hideUndo();
    // what was under way when the till was locked
    return notificationsStore.subscribe(hideUndo);
  }, []);
  // not before it is there: the page of before would refuse whoever has no access to it
  useEffect(() => {
    if (pathname === to) arrive();
  }, [pathname, to]);
  const enter = useAction(signInColleague, {
    quiet: true,
    onDoneAnywhere: ({ user }) => {
      // a colleague may have no access to the page where the till was locked
      const place = pathname + search;
      const page = user.username === me?.username ? place : passedTo(user, place);
      storeUser(user);
      setTo(page === place ? pathname : page);
      if (page !== place) void navigate(page, { replace: true });
    },
    onFailed: ({ message }) => {
      setPin('');
      setError(message);
    },
  });
  const open = (username: string | undefined, digits: string) => {
    // Enter after the last digit, which has opened already: what the server said of them stays
    if (enter.isPending || (digits === '' && error !== undefined)) return;
    if (username === undefined || digits.length < 4) setError(username === undefined ? 'Please choose a name!' : 'Please enter the PIN!');
    else void enter.run({ body: { username, pin: digits } });
  };
  return (
    <main className={classes.lock}>
      <RealtimeProvider tenantId={me?.tenant_id ?? 0}>
        {/* guests order while nobody stands at the till: it rings, and shows nothing */}
        <div hidden>
          <QrMark />
        </div>
        <LockAlarms />
      </RealtimeProvider>
      <Card maw={560} w="100%" p="lg">
        {restaurant && <Text c="dimmed">{restaurant}</Text>}
        <Title order={1} size="h2">
          Who is it?
        </Title>
        <Loaded from={colleagues} failure="The names could not be loaded! Please check the network.">
          {(everybody) => {
            const withPin = everybody.filter(({ has_pin: has }) => has);
            // of one there is nothing to choose
            const who = chosen ?? (withPin.length === 1 ? withPin[0]!.username : undefined);
            return withPin.length === 0 ? (
              <Text my="md">Nobody has a PIN yet. Everybody sets one on their own profile.</Text>
            ) : (
              <form
                onSubmit={(event) => {
                  event.preventDefault();
                  open(who, pin);
                }}
              >
                <PinFields
                  // whoever works here now comes first
                  colleagues={[...withPin].sort((a, b) => Number(b.username === me?.username) - Number(a.username === me?.username))}
                  chosen={who}
                  pin={pin}
                  error={error}
                  onChosen={(username) => {
                    setChosen(username);
                    setPin('');
                    setError(undefined);
                  }}
                  onPin={(typed) => {
                    setPin(typed);
                    // no PIN is longer; how long a shorter one is nobody is told
                    if (typed.length === PIN_MAX) open(who, typed);
                  }}
                />
                <Button type="submit" size="lg" fullWidth mt="md" loading={enter.isPending}>
                  Open
                </Button>
              </form>
            );
          }}
        </Loaded>
        <Button variant="subtle" fullWidth mt="sm" loading={isPending} onClick={leave}>
          Sign in with a password
        </Button>
      </Card>
    </main>
  );
};
