import { Anchor, Badge, Button, Card, Group, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Link } from 'react-router';
import { getSubscription } from '#contract/subscription.ts';
import { abilitiesOf, memberOf, scopeTitle, type StoredUser, useMay, useStoredUser } from '#web/platform/session.tsx';
import { useSignOut } from '#web/platform/sign-out.ts';
import { Page } from '#web/ui/Page.tsx';
import { AddressHint } from './AddressHint.tsx';
import { SubscriptionCard } from './SubscriptionCard.tsx';
import classes from './ProfileScreen.module.css';

const roles: Record<StoredUser['role'], string> = { admin: 'Owner', user: 'Staff', superadmin: 'Platform administrator' };

export const ProfileScreen = () => {
  const user = useStoredUser();
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
        <dl className={classes.facts}>
          <dt>Name</dt>
          <dd>{user.name}</dd>
          <dt>Email</dt>
          <dd>
            {user.username}
            <AddressHint />
          </dd>
          <dt>Password</dt>
          <dd>
            <Anchor component={Link} to="/forgot-password" state={{ username: user.username }}>
              Set a new one
            </Anchor>
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
              <ul className={classes.abilities}>
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
        </dl>
      </Card>
      {maySubscribe && <SubscriptionCard />}
    </Page>
  );
};
