import { Card, Stack, Text } from '@mantine/core';
import { Page } from '#web/ui/Page.tsx';

export const InactiveSubscriptionScreen = () => (
  <Page title="Subscription inactive">
    <Card maw={560}>
      <Stack gap="xs">
        <Text>The subscription of this restaurant is not active at the moment.</Text>
        <Text c="dimmed">Nothing is lost: orders, menu and settings are kept. Please ask the owner of the account to renew it.</Text>
      </Stack>
    </Card>
  </Page>
);
