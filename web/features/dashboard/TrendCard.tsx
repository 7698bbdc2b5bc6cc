import { SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { getTrend } from '#contract/dashboard.ts';
import { Money } from '#web/parts/Money.tsx';
import { useReply } from '#web/platform/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { lazyPart } from '#web/ui/lazily.ts';
import { followInterval } from './follow.ts';
import classes from './HomeScreen.module.css';
import { averageTitle, hourText, openHours, type Trend, usualSoFar } from './trend-text.ts';

// The charts are as large as all the rest of this screen: the figures do not wait for them.
const TrendChart = lazyPart(async () => (await import('./TrendChart.tsx')).TrendChart);

const skeleton = <Skeleton height={240} />;

const TrendTable = ({ trend }: { trend: Trend }) => {
  const usual = averageTitle(trend);
  return (
    <table className={classes.hours} aria-label="Revenue by hour">
      <thead>
        <tr>
          <th scope="col">Hour</th>
          <th scope="col">Today</th>
          {usual && <th scope="col">{usual}</th>}
        </tr>
      </thead>
      <tbody>
        {openHours(trend.hours).map(({ hour, today, average }) => (
          <tr key={hour}>
            <th scope="row">{hourText(hour)}</th>
            <td>{today === null ? '–' : <Money value={today} currency={trend.currency} />}</td>
            {usual && (
              <td>
                <Money value={average} currency={trend.currency} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** What was taken today by hour, beside what the same weekday usually brings. */
export const TrendCard = () => {
  const [look, setLook] = useState('chart');
  const trend = useReply(getTrend, {}, { refetchInterval: followInterval });
  return (
    <section className={`surface ${classes.card}`} aria-labelledby="trend-title">
      <div className={classes.cardHead}>
        <Title order={2} id="trend-title">
          Revenue today
        </Title>
        <SegmentedControl
          size="sm"
          aria-label="Revenue as"
          data={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
          value={look}
          onChange={setLook}
        />
      </div>
      <Loaded from={trend} failure="Error Loading Dashboard Data, Please try later!" skeleton={skeleton}>
        {(data) => {
          const usual = averageTitle(data);
          const { sum, until } = usualSoFar(data);
          return (
            <>
              <p className={classes.revenue}>
                <Money value={data.revenueTotal} currency={data.currency} className={classes.sum} />{' '}
                {usual && (
                  <Text span size="sm" c="dimmed">
                    {usual}: <Money value={Number(sum.toFixed(3))} currency={data.currency} /> by {until}
                  </Text>
                )}
              </p>
              {openHours(data.hours).length === 0 ? (
                <EmptyState icon={IconChartBar} sentence="Nothing was sold yet today." />
              ) : look === 'chart' ? (
                // The table beside it says the same to whoever cannot see it.
                <div role="img" aria-label="Revenue by hour as a chart; the table shows the same figures">
                  <Suspense fallback={skeleton}>
                    <TrendChart trend={data} />
                  </Suspense>
                </div>
              ) : (
                <TrendTable trend={data} />
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
};
