import { Skeleton, Text, Title } from '@mantine/core';
import { IconBuildingStore, IconChartBar, IconCoin, IconReceipt, IconUsers } from '@tabler/icons-react';
import type { Reply } from '#contract/endpoint.ts';
import { pastPeriods } from '#contract/period.ts';
import { getProviderReport } from '#contract/provider-reports.ts';
import { AsOf } from '#web/parts/AsOf.tsx';
import { isComplete, PeriodFilter } from '#web/parts/PeriodFilter.tsx';
import { usePeriod } from '#web/parts/use-place-in-list.ts';
import { useReply } from '#web/platform/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { conversionNote, count, recurringFigures, usd } from './figures.ts';
import { Figures, FiguresSkeleton } from './Figures.tsx';
import classes from './ProviderReportsScreen.module.css';

type Items = Reply<typeof getProviderReport>['topSellingItems'];

const BestSellers = ({ items }: { items: Items }) => {
  const most = Math.max(1, ...items.map(({ qty }) => qty));
  return (
    <ol className={classes.rows}>
      {items.map(({ tenant_id, tenant_name, item_id, title, qty }, place) => (
        <li key={`${tenant_id}:${item_id}`} className={classes.row}>
          <span className={`${classes.rank} tabular`}>{place + 1}</span>
          {/* isolated: a name that turns the direction of writing turns only itself */}
          <span className={classes.title}>
            <bdi>{title}</bdi>
            <bdi className={classes.tenant}>{tenant_name}</bdi>
          </span>
          <span className="tabular">{count(qty)} sold</span>
          <span className={classes.bar} style={{ width: `${(100 * qty) / most}%` }} />
        </li>
      ))}
    </ol>
  );
};

const skeleton = (
  <>
    <FiguresSkeleton amount={8} />
    <Skeleton height={320} radius="lg" maw={720} />
  </>
);

export const ProviderReportsScreen = () => {
  const [period = { type: 'today' }, setPeriod] = usePeriod(pastPeriods);
  const report = useReply(getProviderReport, { query: period }, { enabled: isComplete(period) });
  return (
    <Page title="Reports" actions={<PeriodFilter looksBack types={pastPeriods} value={period} onChange={setPeriod} />}>
      {isComplete(period) && (
        <Loaded from={report} failure="We're getting issue while fetching data! Please try later!" skeleton={skeleton}>
          {(told) => (
            <>
              <Figures
                figures={[
                  { name: 'Orders processed', value: count(told.ordersProcessed), detail: 'In this period', icon: IconReceipt },
                  { name: 'Sales volume', value: usd(told.salesVolume), detail: 'In this period, in USD', icon: IconCoin },
                  { name: 'Orders processed today', value: count(told.ordersProcessedToday), detail: 'Today (UTC)', icon: IconReceipt },
                  { name: 'Sales volume today', value: usd(told.salesVolumeToday), detail: 'Today (UTC), in USD', icon: IconCoin },
                  { name: 'Active tenants', value: count(told.activeTenants), detail: 'Can work right now', icon: IconBuildingStore },
                  { name: 'Customers', value: count(told.totalCustomers), detail: 'Of all restaurants together', icon: IconUsers },
                  ...recurringFigures(told),
                ]}
              />
              <AsOf at={told.asOf} />
              <Text size="sm" c="dimmed">
                {conversionNote(told.unconverted)} Days are UTC days.
              </Text>
              <section className={`surface ${classes.sellers}`}>
                <Title order={2}>Top selling items</Title>
                {told.topSellingItems.length === 0 ? (
                  <EmptyState icon={IconChartBar} sentence="Nothing was sold in this period." />
                ) : (
                  <BestSellers items={told.topSellingItems} />
                )}
              </section>
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
};
