import { Badge, Button, Card, Group, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { parseScopes } from '#contract/permissions.ts';
import { type StoredUser, useStoredUser } from '#web/platform/session.tsx';
import { useSignOut } from '#web/platform/sign-out.ts';
import { Page } from '#web/ui/Page.tsx';
import classes from './ProfileScreen.module.css';

const roles: Record<StoredUser['role'], string> = { admin: 'Owner', user: 'Staff', superadmin: 'Platform administrator' };

/** ORDER_STATUS_DISPLAY: Order status display */
const inWords = (scope: string): string => {
  const words = scope.toLowerCase().replaceAll('_', ' ');
  return scope === 'POS' ? scope : words.charAt(0).toUpperCase() + words.slice(1);
};

export const ProfileScreen = () => {
  const user = useStoredUser();
  const { leave, isPending } = useSignOut();
  const scopes = parseScopes(user?.scope ?? '');

  return (
    <Page
      title="Profile"
      actions={
        <Button variant="default" leftSection={<IconLogout size={18} aria-hidden />} loading={isPending} onClick={leave}>
          Logout
        </Button>
      }
    >
      {user && (
        <Card maw={640}>
          <dl className={classes.facts}>
            <dt>Name</dt>
            <dd>{user.name}</dd>
            <dt>Email</dt>
            <dd>{user.username}</dd>
            <dt>Role</dt>
            <dd>{roles[user.role]}</dd>
            <dt>Designation</dt>
            <dd>{user.designation || <Text c="dimmed">Not given</Text>}</dd>
            <dt>Access</dt>
            <dd>
              {user.role === 'admin' && 'Everything'}
              {user.role !== 'admin' && scopes.length === 0 && <Text c="dimmed">None</Text>}
              {user.role !== 'admin' && (
                <Group gap={6}>
                  {scopes.map((scope) => (
                    <Badge key={scope} color="gray">
                      {inWords(scope)}
                    </Badge>
                  ))}
                </Group>
              )}
            </dd>
          </dl>
        </Card>
      )}
    </Page>
  );
};
