import { Button, Skeleton, Title } from '@mantine/core';
import { type Icon, IconCalendarOff, IconChartBar, IconShoppingBag } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getDashboard, getTrend } from '#contract/dashboard.ts';
import type { Reply } from '#contract/endpoint.ts';
import { getReport } from '#contract/reports.ts';
import { addReservation, listReservations } from '#contract/reservations.ts';
import { Money } from '#web/parts/Money.tsx';
import { ReservationArrival } from '#web/parts/ReservationArrival.tsx';
import { ReservationStatus } from '#web/parts/ReservationStatus.tsx';
import { useReply } from '#web/platform/api.ts';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { useMay } from '#web/platform/session.tsx';
import { useCoalesced } from '#web/platform/coalesce.ts';
import { wallOf } from '#web/platform/store-clock.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { followInterval } from './follow.ts';
import classes from './HomeScreen.module.css';
import { OpenNow } from './OpenNow.tsx';
import { TrendCard } from './TrendCard.tsx';

interface Place {
  title: string;
  path: string;
  icon: Icon;
}
type Dashboard = Reply<typeof getDashboard>;

const skeleton = (
  <>
    <Skeleton height={104} radius="lg" mb="md" />
    <div className={classes.columns}>
      <Skeleton height={360} radius="lg" />
      <Skeleton height={360} radius="lg" />
    </div>
  </>
);

const Counter = ({ name, count }: { name: string; count: number }) => (
  <div className={classes.counter}>
    <dt>{name}</dt>
    <dd className="tabular">{count}</dd>
  </div>
);

const Reservations = ({ reservations, timezone }: Pick<Dashboard, 'reservations' | 'timezone'>) => {
  const maySee = useMay(listReservations);
  const mayBook = useMay(addReservation);
  return (
    <section className={`surface ${classes.card}`} aria-labelledby="reservations-title">
      <div className={classes.cardHead}>
        <Title order={2} id="reservations-title">
          Reservations
        </Title>
        {maySee && (
          <Button component={Link} to="/dashboard/reservation" variant="subtle" color="gray">
            Show all
          </Button>
        )}
      </div>
      {reservations.length === 0 ? (
        <EmptyState
          icon={IconCalendarOff}
          sentence="No Reservation found for Today!"
          action={
            mayBook && (
              <Button component={Link} to="/dashboard/reservation" variant="default">
                Book a table
              </Button>
            )
          }
        />
      ) : (
        <ul className={classes.rows}>
          {reservations.map(({ id, date, customer_name, customer_id, people_count, table_title, status, arrived_at, no_show_at }) => (
            <li key={id} className={classes.booking}>
              <time dateTime={date} className={classes.when}>
                {wallOf(date, timezone).time}
              </time>
              <span className={classes.who}>
                <span className={classes.name}>{customer_name ?? customer_id ?? 'Erased customer'}</span>
                <span className={classes.facts}>
                  {people_count === 1 ? '1 person' : `${people_count} people`} · {table_title ?? 'No table'}
                </span>
              </span>
              {arrived_at || no_show_at ? (
                <ReservationArrival reservation={{ arrived_at, no_show_at }} />
              ) : (
                <ReservationStatus status={status} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

const TopSellers = ({ topSellingItems, currency }: Pick<Dashboard, 'topSellingItems' | 'currency'>) => (
  <section className={`surface ${classes.card}`} aria-labelledby="sellers-title">
    <div className={classes.cardHead}>
      <Title order={2} id="sellers-title">
        Top Selling Items
      </Title>
    </div>
    {topSellingItems.length === 0 ? (
      <EmptyState icon={IconShoppingBag} sentence="No Top Selling items found for Today!" />
    ) : (
      <ol className={classes.rows}>
        {topSellingItems.map(({ id, title, price, orders_count }) => (
          <li key={id} className={classes.seller}>
            <span className={classes.name}>{title}</span>
            <Money value={price} currency={currency} className={classes.facts} />
            <span className={`tabular ${classes.sold}`}>{orders_count} sold</span>
            <span
              aria-hidden
              className={classes.bar}
              style={{ width: `${(100 * orders_count) / Math.max(1, topSellingItems[0]?.orders_count ?? 1)}%` }}
            />
          </li>
        ))}
      </ol>
    )}
  </section>
);

/** The day at a glance, following what the terminals do. */
export const HomeScreen = ({ places }: { places: readonly Place[] }) => {
  const cache = useQueryClient();
  const dashboard = useReply(getDashboard, {}, { refetchInterval: followInterval });
  const mayReport = useMay(getReport);
  const reload = useCoalesced(() => Promise.all([getDashboard, getTrend].map(({ path }) => cache.invalidateQueries({ queryKey: [path] }))));
  // also a diner's order, which may bring a new customer
  useAnnouncements(reload);

  return (
    <Page
      title="Dashboard"
      actions={
        mayReport && (
          <Button component={Link} to="/dashboard/reports" variant="default" leftSection={<IconChartBar size={18} aria-hidden />}>
            Reports
          </Button>
        )
      }
    >
      <FirstSteps />
      <Loaded from={dashboard} failure="Error Loading Dashboard Data, Please try later!" skeleton={skeleton}>
        {({ ordersCount, newCustomerCount, repeatedCustomerCount, ...day }) => (
          <>
            <OpenNow currency={day.currency} />
            <div className={classes.columns}>
              <div className={classes.column}>
                <TrendCard />
                <TopSellers {...day} />
              </div>
              <div className={classes.column}>
                <dl className={`surface ${classes.counters}`}>
                  <Counter name="Orders" count={ordersCount} />
                  <Counter name="New Registered Customers" count={newCustomerCount} />
                  <Counter name="Repeat Customers" count={repeatedCustomerCount} />
                </dl>
                <Reservations {...day} />
              </div>
            </div>
          </>
        )}
      </Loaded>
      {places.length > 0 && (
        <nav aria-label="Areas" className={classes.places}>
          {places.map(({ title, path, icon: Picture }) => (
            <Link key={path} to={path} className={classes.place}>
              <Picture size={20} stroke={1.75} aria-hidden className={classes.icon} />
              {title}
            </Link>
          ))}
        </nav>
      )}
    </Page>
  );
};
