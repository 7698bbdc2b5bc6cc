import { Button, Skeleton, Stack } from '@mantine/core';
import { IconCalendarCheck, IconDownload, IconFileOff, IconPrinter } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { getProfile } from '#contract/auth.ts';
import { type Closing, getClosing, listClosings } from '#contract/day.ts';
import { dayText } from '#web/parts/day-text.ts';
import { Money } from '#web/parts/Money.tsx';
import { useReply } from '#web/platform/api.ts';
import { dateAndTime } from '#web/platform/dates.ts';
import { printAtHouse } from '#web/platform/house-printer.ts';
import { notify } from '#web/platform/toast.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { saveClosing } from './day-file.ts';
import { DaySheet } from './DaySheet.tsx';
import classes from './DayEnd.module.css';

const missing = {
  icon: IconFileOff,
  sentence: 'This closing does not exist!',
  back: { to: '/dashboard/reports/day-end', label: 'Day end' },
};

/** On this device's printer of the house, else by the browser. */
const print = async (closingNo: number): Promise<void> => {
  const queued = await printAtHouse({ closingNo });
  if (queued === true) return;
  window.print();
  if (queued) notify.error(queued);
};

/** When it was made, by the clock of the store, and by whom: the list knows it of those that older releases made, too. */
const Made = ({ closing: { closing_no: no, business_date: day }, timezone }: { closing: Closing; timezone: string }) => {
  const { data = [] } = useReply(listClosings, { query: { type: 'custom', from: day, to: day } });
  const made = data.find(({ closing_no }) => closing_no === no);
  return (
    made && (
      <p className={classes.quiet}>
        Closed {dateAndTime(made.closed_at, timezone)}
        {made.member_name && ` by ${made.member_name}`}
      </p>
    )
  );
};

/** A day that was closed, as it was hashed. */
export const ClosingScreen = () => {
  const { no = '' } = useParams();
  const closing = useReply(getClosing, { params: { no } });
  const { store_name: restaurant, timezone } = useReply(getProfile, {}).data ?? {};
  return (
    <Page
      title={`Closing ${no}`}
      actions={
        <div className={classes.noPrint}>
          <Button
            variant="default"
            component={Link}
            to="/dashboard/reports/day-end"
            leftSection={<IconCalendarCheck size={18} aria-hidden />}
          >
            Day end
          </Button>{' '}
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            disabled={!closing.data}
            onClick={() => closing.data && void print(closing.data.closing_no)}
          >
            Print
          </Button>{' '}
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={!closing.data}
            onClick={() => closing.data && saveClosing(closing.data)}
          >
            Export CSV
          </Button>
        </div>
      }
    >
      <Loaded
        from={closing}
        failure="The closing could not be loaded! Please try later!"
        missing={missing}
        skeleton={<Skeleton height={320} radius="lg" />}
      >
        {(data) => (
          <Stack gap="md">
            <p className={classes.quiet}>
              {restaurant && `${restaurant}, `}
              <strong>{dayText(data.business_date)}</strong>
            </p>
            {timezone && <Made closing={data} timezone={timezone} />}
            {data.note && <p className={classes.quiet}>{data.note}</p>}
            <DaySheet day={data} currency={data.currency} />
            <p>
              Grand total <Money value={data.grand_total} currency={data.currency} />
            </p>
            <p className={classes.hash}>
              SHA-256 {data.hash}
              {data.previous_hash && (
                <>
                  <br />
                  after {data.previous_hash}
                </>
              )}
            </p>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
};
