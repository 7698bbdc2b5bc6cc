import { Card, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FactList } from '#web/parts/FactList.tsx';
import { useStoredUser } from '#web/platform/session.tsx';
import { Page } from '#web/ui/Page.tsx';

/** A super administrator's own account; `children` are the cards of what else belongs to it. */
export const AccountScreen = ({ children }: { children?: ReactNode }) => {
  const user = useStoredUser();
  if (!user) return null;
  return (
    <Page title="Account">
      <Stack gap="md">
        <Card maw={640}>
          <FactList>
            <dt>Name</dt>
            <dd>{user.name}</dd>
            <dt>Email</dt>
            <dd>{user.username}</dd>
          </FactList>
        </Card>
        {children}
      </Stack>
    </Page>
  );
};
