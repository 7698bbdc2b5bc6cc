import { Badge, Box, Button, Card, Group, Skeleton, Text } from '@mantine/core';
import { IconGridDots, IconLock, IconLogout, IconPencil } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { listColleagues } from '#contract/approvals.ts';
import { getProfile } from '#contract/auth.ts';
import { getSubscription } from '#contract/subscription.ts';
import { EmailText } from '#web/parts/EmailText.tsx';
import { FactList } from '#web/parts/FactList.tsx';
import { useReply } from '#web/platform/api.ts';
import { abilitiesOf, scopeTitle } from '#web/platform/abilities.ts';
import { memberOf, type StoredUser, useMay, useStoredUser } from '#web/platform/session.tsx';
import { useSignOut } from '#web/platform/sign-out.ts';
import { Page } from '#web/ui/Page.tsx';
import { RetryButton } from '#web/ui/RetryButton.tsx';
import { AddressHint } from './AddressHint.tsx';
import { OwnPhoto } from './OwnPhoto.tsx';
import { OwnPasswordDialog } from './OwnPasswordDialog.tsx';
import { PinDialog } from './PinDialog.tsx';
import { ProfileDialog } from './ProfileDialog.tsx';
import { SubscriptionCard } from './SubscriptionCard.tsx';
import classes from './ProfileScreen.module.css';

const roles: Record<StoredUser['role'], string> = { admin: 'Owner', user: 'Staff', superadmin: 'Platform administrator' };

/** The phone is not stored with the session: it comes a moment later than the rest. */
const Phone = ({ from: { data, isError, isFetching, refetch } }: { from: ReturnType<typeof useReply<typeof getProfile>> }) => {
  if (data) return data.phone || <Text c="dimmed">Not given</Text>;
  if (!isError) return <Skeleton h={20} w={140} />;
  return (
    <Group gap="sm">
      <Text c="dimmed">Error loading data, Try Later!</Text>
      <RetryButton isTrying={isFetching} onRetry={() => void refetch()} />
    </Group>
  );
};

/** `children` are the cards of what else belongs to one's account. */
export const ProfileScreen = ({ children }: { children?: ReactNode }) => {
  const user = useStoredUser();
  const profile = useReply(getProfile, {});
  const [open, setOpen] = useState<'profile' | 'password' | 'pin'>();
  const colleagues = useReply(listColleagues, {}).data;
  const hasPin = colleagues?.some(({ username, has_pin: has }) => has && username === user?.username);
  const { leave, isPending } = useSignOut();
  const maySubscribe = useMay(getSubscription);
  if (!user) return null;
  const member = memberOf(user);
  const abilities = abilitiesOf(member);

  return (
    <Page
      title="Profile"
      actions={
        <Button variant="default" leftSection={<IconLogout size={18} aria-hidden />} loading={isPending} onClick={leave}>
          Logout
        </Button>
      }
    >
      <Card maw={640}>
        <FactList>
          <dt>Name</dt>
          <dd>{user.name}</dd>
          <dt>Email</dt>
          <dd>
            <EmailText of={user.username} />
            <AddressHint />
          </dd>
          <dt>Phone</dt>
          <dd>
            <Phone from={profile} />
          </dd>
          <dt>Role</dt>
          <dd>{roles[user.role]}</dd>
          <dt>Designation</dt>
          <dd>{user.designation || <Text c="dimmed">Not given</Text>}</dd>
          <dt>You may</dt>
          <dd>
            {abilities.length === 0 ? (
              <Text c="dimmed">Nothing yet. Ask your manager for access.</Text>
            ) : (
              <ul>
                {abilities.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            )}
          </dd>
          {member.role !== 'admin' && member.scopes.length > 0 && (
            <>
              <dt>Scopes</dt>
              <dd>
                <Group gap={6}>
                  {member.scopes.map((scope) => (
                    <Badge key={scope} color="gray">
                      {scopeTitle(scope)}
                    </Badge>
                  ))}
                </Group>
              </dd>
            </>
          )}
        </FactList>
        <Group gap="xs" className={classes.way}>
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
            disabled={!profile.data}
            onClick={() => setOpen('profile')}
          >
            Edit Profile
          </Button>
          <Button variant="default" leftSection={<IconLock size={18} aria-hidden />} onClick={() => setOpen('password')}>
            Change Password
          </Button>
          {hasPin !== undefined && (
            <Button variant="default" leftSection={<IconGridDots size={18} aria-hidden />} onClick={() => setOpen('pin')}>
              {hasPin ? 'Change PIN' : 'Set PIN'}
            </Button>
          )}
        </Group>
      </Card>
      {profile.data && (
        <Box maw={640}>
          <OwnPhoto name={user.name} photo={profile.data.photo} />
        </Box>
      )}
      {open === 'profile' && profile.data && <ProfileDialog profile={profile.data} onClose={() => setOpen(undefined)} />}
      {open === 'password' && <OwnPasswordDialog username={user.username} onClose={() => setOpen(undefined)} />}
      {open === 'pin' && <PinDialog hasPin={hasPin === true} onClose={() => setOpen(undefined)} />}
      {children}
      {maySubscribe && <SubscriptionCard />}
    </Page>
  );
};
