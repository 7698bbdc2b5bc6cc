import { Skeleton, Title } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { pastPeriods } from '#contract/period.ts';
import { getReport } from '#contract/reports.ts';
import { Money } from '#web/parts/Money.tsx';
import { isComplete, type Period, PeriodFilter } from '#web/parts/PeriodFilter.tsx';
import { useReply } from '#web/platform/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import classes from './ReportsScreen.module.css';

type Report = Reply<typeof getReport>;

const Metric = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.metric}>
    <dt>{name}</dt>
    <dd className="tabular">{children}</dd>
  </div>
);

const TopSellers = ({ items, currency }: { items: Report['topSellingItems']; currency: string }) => {
  const most = Math.max(1, ...items.map((item) => item.orders_count));
  return (
    <ol className={classes.rows}>
      {items.map((item, place) => (
        <li key={item.id} className={classes.row}>
          <span className={`${classes.rank} tabular`}>{place + 1}</span>
          <span className={classes.title}>
            {item.title}
            <Money value={item.price} currency={currency} className={classes.price} />
          </span>
          <span className="tabular">{item.orders_count} sold</span>
          <span className={classes.bar} style={{ width: `${(100 * item.orders_count) / most}%` }} />
        </li>
      ))}
    </ol>
  );
};

const skeleton = (
  <>
    <div className={classes.metrics}>
      {Array.from({ length: 8 }, (_, place) => (
        <Skeleton key={place} height={92} radius="lg" />
      ))}
    </div>
    <Skeleton height={320} mt="md" radius="lg" maw={720} />
  </>
);

export const ReportsScreen = () => {
  const [period, setPeriod] = useState<Period<(typeof pastPeriods)[number]>>({ type: 'today' });
  const report = useReply(getReport, { query: period }, { enabled: isComplete(period) });
  return (
    <Page title="Reports" actions={<PeriodFilter types={pastPeriods} value={period} onChange={setPeriod} />}>
      {isComplete(period) && (
        <Loaded from={report} failure="Error Loading Reports Data, Please try later!" skeleton={skeleton}>
          {({ currency, topSellingItems, ...figures }) => (
            <>
              <dl className={classes.metrics}>
                <Metric name="Revenue">
                  <Money value={figures.revenueTotal} currency={currency} />
                </Metric>
                <Metric name="Net revenue">
                  <Money value={figures.netRevenue} currency={currency} />
                </Metric>
                <Metric name="Tax">
                  <Money value={figures.taxTotal} currency={currency} />
                </Metric>
                <Metric name="Average order value">
                  <Money value={figures.averageOrderValue} currency={currency} />
                </Metric>
                <Metric name="Orders">{figures.ordersCount}</Metric>
                <Metric name="Customers">{figures.totalCustomers}</Metric>
                <Metric name="New customers">{figures.newCustomers}</Metric>
                <Metric name="Repeat customers">{figures.repeatedCustomers}</Metric>
              </dl>
              <section className={classes.sellers}>
                <Title order={2}>Top selling items</Title>
                {topSellingItems.length === 0 ? (
                  <EmptyState icon={IconChartBar} sentence="Nothing was sold in this period." />
                ) : (
                  <TopSellers items={topSellingItems} currency={currency} />
                )}
              </section>
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
};
