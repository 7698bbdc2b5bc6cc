import { Button, Card, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { listColleagues, signInColleague } from '#contract/approvals.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { PIN_MAX, PinFields } from '#web/platform/PinFields.tsx';
import { storeUser, useStoredUser } from '#web/platform/session.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import classes from './LockScreen.module.css';

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
  const enter = useAction(signInColleague, {
    quiet: true,
    onDoneAnywhere: ({ user }) => {
      storeUser(user);
      onOpen();
    },
    onFailed: ({ message }) => {
      setPin('');
      setError(message);
    },
  });
  const open = (username: string | undefined, digits: string) => {
    if (enter.isPending) return;
    if (username === undefined || digits.length < 4) setError(username === undefined ? 'Please choose a name!' : 'Please enter the PIN!');
    else void enter.run({ body: { username, pin: digits } });
  };
  return (
    <main className={classes.lock}>
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
              <Text my="md">Nobody has a PIN yet. It is set on the own profile.</Text>
            ) : (
              <form
                onSubmit={(event) => {
                  event.preventDefault();
                  open(who, pin);
                }}
              >
                <PinFields
                  // whoever works here now comes first
                  colleagues={withPin.toSorted((a, b) => Number(b.username === me?.username) - Number(a.username === me?.username))}
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
