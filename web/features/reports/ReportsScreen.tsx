import { Button, Skeleton } from '@mantine/core';
import { IconCalendarCheck, IconDownload, IconPrinter } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { getProfile } from '#contract/auth.ts';
import { pastPeriods } from '#contract/period.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { AsOf } from '#web/parts/AsOf.tsx';
import { isComplete, PeriodFilter } from '#web/parts/PeriodFilter.tsx';
import { usePeriod } from '#web/parts/use-place-in-list.ts';
import { useReply } from '#web/platform/api.ts';
import { dateAndTime } from '#web/platform/dates.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { lazyPart } from '#web/ui/lazily.ts';
import { Breakdowns } from './Breakdowns.tsx';
import { Figures } from './Figures.tsx';
import { saveReport } from './report-file.ts';
import { fromDayStart, isComparable, openHours, rangeText, stepText } from './report-text.ts';
import classes from './ReportsScreen.module.css';

// The charts are as large as all the rest of this screen: the figures do not wait for them.
const TimeChart = lazyPart(async () => (await import('./TimeChart.tsx')).TimeChart);

const NOT_LOADED = 'Error Loading Reports Data, Please try later!';
const titles = { hour: 'Revenue by hour', day: 'Revenue by day', month: 'Revenue by month' };
const units = { hour: 'Hour', day: 'Day', month: 'Month' };

const chartSkeleton = (
  <div className={classes.report}>
    <Skeleton height={340} radius="lg" />
    <Skeleton height={320} radius="lg" />
  </div>
);
const skeleton = (
  <div className={classes.report}>
    <Skeleton height={210} radius="lg" />
    {chartSkeleton}
  </div>
);

export const ReportsScreen = () => {
  const [period = { type: 'today' }, setPeriod] = usePeriod(pastPeriods);
  const asked = [{ query: period }, { enabled: isComplete(period) }] as const;
  const report = useReply(getReport, ...asked);
  const details = useReply(getReportDetails, ...asked);
  const { store_name: restaurant, timezone, day_start: dayStart } = useReply(getProfile, {}).data ?? {};
  const { data: figures } = report;
  const { data: known } = details;
  return (
    <Page
      title="Reports"
      actions={
        <div className={classes.tools}>
          <PeriodFilter types={pastPeriods} looksBack value={period} onChange={setPeriod} />
          <Button
            variant="default"
            component={Link}
            to="/dashboard/reports/day-end"
            leftSection={<IconCalendarCheck size={18} aria-hidden />}
          >
            Day end
          </Button>
          <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} disabled={!known} onClick={() => window.print()}>
            Print
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={!figures || !known}
            onClick={() => figures && known && saveReport(figures, known, dayStart)}
          >
            Export CSV
          </Button>
        </div>
      }
    >
      {isComplete(period) && (
        <Loaded from={report} failure={NOT_LOADED} skeleton={skeleton}>
          {(data) => (
            <div className={classes.report}>
              <p className={classes.onPaper}>
                <strong>{restaurant}</strong>
                Report, printed {dateAndTime(new Date(serverNow()).toISOString(), timezone)}
              </p>
              {known && (
                <p className={classes.period}>
                  <strong>{rangeText(known)}</strong>, compared with {rangeText(known.previous)}
                  {known.previous.until && ', up to this time of day'}
                  {!isComparable(known.previous) && ': nothing was sold then'}
                </p>
              )}
              <AsOf at={data.asOf} timezone={timezone} />
              <Figures report={data} previous={known && isComparable(known.previous) ? known.previous : undefined} />
              <Loaded from={details} failure={NOT_LOADED} skeleton={chartSkeleton}>
                {(found) => (
                  <>
                    <Suspense fallback={chartSkeleton}>
                      <TimeChart
                        title={titles[found.step]}
                        unit={units[found.step]}
                        ordersName="Paid orders"
                        currency={found.currency}
                        rows={(found.step === 'hour' ? openHours(found.overTime) : found.overTime).map(({ at, ...row }) => ({
                          ...row,
                          label: stepText(at, found.step),
                        }))}
                      />
                      {found.step !== 'hour' && (
                        <TimeChart
                          title="By hour of day"
                          unit="Hour"
                          ordersName="Orders placed"
                          currency={found.currency}
                          rows={openHours(fromDayStart(found.byHour, dayStart)).map(({ hour, ...row }) => ({
                            ...row,
                            label: `${hour}:00`,
                          }))}
                        />
                      )}
                    </Suspense>
                    <Breakdowns report={data} details={found} />
                  </>
                )}
              </Loaded>
            </div>
          )}
        </Loaded>
      )}
    </Page>
  );
};
