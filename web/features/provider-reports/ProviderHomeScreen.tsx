import { Button, Text } from '@mantine/core';
import { IconBuildingStore, IconCoin, IconReceipt } from '@tabler/icons-react';
import { Link } from 'react-router';
import { getProviderDashboard } from '#contract/provider-reports.ts';
import { AsOf } from '#web/parts/AsOf.tsx';
import { againEvery, useReply } from '#web/platform/api.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { conversionNote, count, recurringFigures, usd } from './figures.ts';
import { Figures, FiguresSkeleton } from './Figures.tsx';

export const ProviderHomeScreen = () => {
  const dashboard = useReply(getProviderDashboard, {}, { refetchInterval: againEvery(30_000) });
  return (
    <Page
      title="Dashboard"
      actions={
        <Button component={Link} to="/superadmin/dashboard/tenants" variant="default">
          Manage tenants
        </Button>
      }
    >
      <Loaded from={dashboard} failure="Error loading dashboard, Please try later..." skeleton={<FiguresSkeleton amount={5} />}>
        {(told) => (
          <>
            <Figures
              figures={[
                { name: 'Active tenants', value: count(told.activeTenants), detail: 'Can work right now', icon: IconBuildingStore },
                { name: 'Orders processed', value: count(told.ordersProcessedToday), detail: 'Today (UTC)', icon: IconReceipt },
                { name: 'Sales volume', value: usd(told.salesVolumeToday), detail: 'Today (UTC), in USD', icon: IconCoin },
                ...recurringFigures(told),
              ]}
            />
            <AsOf at={told.asOf} />
            <Text size="sm" c="dimmed">
              {conversionNote(told.unconverted)}
            </Text>
          </>
        )}
      </Loaded>
    </Page>
  );
};
