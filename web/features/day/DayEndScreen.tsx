import { Button, Skeleton, Stack } from '@mantine/core';
import { IconCalendarCheck, IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { closeDay, getDay, listClosings } from '#contract/day.ts';
import { pastPeriods } from '#contract/period.ts';
import { dayText } from '#web/parts/day-text.ts';
import { Money } from '#web/parts/Money.tsx';
import { isComplete, PeriodFilter } from '#web/parts/PeriodFilter.tsx';
import { usePeriod } from '#web/parts/use-place-in-list.ts';
import { useReply } from '#web/platform/api.ts';
import { dateAndTime } from '#web/platform/dates.ts';
import { useMay } from '#web/platform/session.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { CloseDayDialog } from './CloseDayDialog.tsx';
import { DaySheet } from './DaySheet.tsx';
import classes from './DayEnd.module.css';

const NOT_LOADED = 'The day could not be loaded! Please try later!';
const skeleton = (
  <Stack gap="md">
    <Skeleton height={240} radius="lg" />
    <Skeleton height={240} radius="lg" />
  </Stack>
);

/** Where a closing is shown. */
const pageOfClosing = (no: number): string => `/dashboard/reports/day-end/${no}`;

/** The running day so far, its closing, and the closings before. */
export const DayEndScreen = () => {
  const [period = { type: 'last_7days' }, setPeriod] = usePeriod(pastPeriods);
  const day = useReply(getDay, { query: {} }, { refetchOnMount: 'always' });
  const closings = useReply(listClosings, { query: period }, { enabled: isComplete(period) });
  const [isClosing, setClosing] = useState(false);
  const mayClose = useMay(closeDay);
  const navigate = useNavigate();
  return (
    <Page
      title="Day end"
      actions={
        <>
          <Button variant="default" component={Link} to="/dashboard/reports" leftSection={<IconChartBar size={18} aria-hidden />}>
            Reports
          </Button>
          {mayClose && day.data && (
            <Button leftSection={<IconCalendarCheck size={18} aria-hidden />} onClick={() => setClosing(true)}>
              Close day
            </Button>
          )}
        </>
      }
    >
      <Loaded from={day} failure={NOT_LOADED} skeleton={skeleton}>
        {(running) => (
          <Stack gap="md">
            <p className={classes.quiet}>
              <strong>{dayText(running.business_date)}</strong>, so far
            </p>
            {/* the count is blind */}
            {!isClosing && <DaySheet day={running} currency={running.currency} />}
            <div className={classes.closingsHead}>
              <h2>Closings</h2>
              <PeriodFilter types={pastPeriods} looksBack value={period} onChange={setPeriod} />
            </div>
            <Loaded
              from={closings}
              failure="The closings could not be loaded! Please try later!"
              skeleton={<Skeleton height={120} radius="lg" />}
              empty={<EmptyState icon={IconCalendarCheck} sentence="No day of this period is closed." />}
            >
              {(rows) => (
                <ul className={classes.closings}>
                  {rows.map(({ closing_no: no, business_date: date, closed_at: at, member_name: member, currency, total, difference }) => (
                    <li key={no}>
                      <Link to={pageOfClosing(no)} className={`surface ${classes.closing}`}>
                        <span>
                          <strong>{dayText(date)}</strong>
                          <span className={classes.quiet}>
                            No. {no}, closed {dateAndTime(at, running.timezone)}
                            {member && ` by ${member}`}
                          </span>
                        </span>
                        <div className={classes.figures}>
                          <Money value={total} currency={currency} />
                          {difference !== 0 && (
                            <div className={classes.off}>
                              {difference > 0 ? '+' : ''}
                              <Money value={difference} currency={currency} />
                            </div>
                          )}
                        </div>
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </Loaded>
            {isClosing && (
              <CloseDayDialog
                today={running.business_date}
                currency={running.currency}
                types={running.payment_types}
                oldestOpen={running.oldest_open}
                onClosed={(no) => void navigate(pageOfClosing(no))}
                onClose={() => setClosing(false)}
              />
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
};
