import '@mantine/dates/styles.layer.css';
import { Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarOff, IconFilter, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  addReservation,
  deleteReservation,
  initReservations,
  listClashes,
  listReservations,
  type Reservation,
  restoreReservation,
  searchReservations,
} from '#contract/reservations.ts';
import { allPeriods } from '#contract/period.ts';
import { NothingFound } from '#web/parts/NothingFound.tsx';
import { isComplete, periodTitle } from '#web/parts/PeriodFilter.tsx';
import { SearchBox } from '#web/parts/SearchBox.tsx';
import { usePeriod, usePlaceInList } from '#web/parts/use-place-in-list.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { useReloads } from '#web/platform/realtime.tsx';
import { useMay } from '#web/platform/session.tsx';
import { businessDayOf } from '#web/platform/store-clock.ts';
import { useServerNow } from '#web/platform/server-clock.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded, SkeletonRows } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { DayView } from './DayView.tsx';
import { FilterDialog } from './FilterDialog.tsx';
import type { Store } from './names.ts';
import { ReservationDialog } from './ReservationDialog.tsx';
import { ReservationList } from './ReservationList.tsx';
import classes from './ReservationsScreen.module.css';
import { useArrival } from './use-arrival.ts';

const NOT_LOADED = 'Error loading details! Please try later!';
const TICK_MS = 60_000; // a screen that stands open past midnight shows the new day

/** Whether a day can be asked for: 31 February of a mistyped address cannot. */
const isDay = (text: string): boolean => text !== '' && listReservations.query.safeParse({ type: 'custom', from: text, to: text }).success;

/** What the dialog is about: one that is there, or a new one, of a table perhaps. */
type Opened = { reservation: Reservation } | { tableId?: number };
type View = 'list' | 'day';

const skeleton = <SkeletonRows amount={6} height={88} />;

/** Loads the lists again when another business day begins. */
const useEachDay = (today: string) => {
  const cache = useQueryClient();
  const listedOn = useRef(today);
  useEffect(() => {
    if (listedOn.current === today) return;
    listedOn.current = today;
    void cache.invalidateQueries({ queryKey: [listReservations.path] });
  }, [today, cache]);
};

/** Where a period has none, or a search finds none. */
const NoReservations = ({ isSearch, onBook, onClear }: { isSearch: boolean; onBook: (() => void) | false; onClear: () => void }) => {
  const book = onBook && <Button onClick={onBook}>Book a table</Button>;
  return isSearch ? (
    <NothingFound label="Show the list again" onClear={onClear}>
      {book}
    </NothingFound>
  ) : (
    <EmptyState icon={IconCalendarOff} sentence="No reservations in this period." action={book} />
  );
};

const Reservations = ({
  store,
  view,
  opened,
  onOpen,
}: {
  store: Store;
  view: View;
  opened: Opened | undefined;
  onOpen: (what?: Opened) => void;
}) => {
  const now = useServerNow(TICK_MS);
  const today = businessDayOf(now, store);
  const { search, read, change } = usePlaceInList();
  // Until somebody looks at another day it is today, also after midnight.
  const day = isDay(read('day')) ? read('day') : today;
  useEachDay(today);
  const [asked, setPeriod] = usePeriod(allPeriods);
  const period = asked && isComplete(asked) ? asked : { type: 'today' as const };
  const [isFiltering, setFiltering] = useState(false);
  const { wanted } = search;
  const isSearch = wanted !== '';
  const isWide = useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false });
  const mayChange = useMay(addReservation);

  const listed = useReply(listReservations, { query: period }, { enabled: !isSearch });
  const found = useReply(searchReservations, { query: { q: wanted } }, { enabled: isSearch });
  const shown = (isSearch ? found : listed).data;
  const { run: restore } = useAction(restoreReservation, { refreshes: [listReservations, searchReservations] });
  const { run: remove } = useAction(deleteReservation, {
    refreshes: [listReservations, searchReservations],
    confirm: ({ params }) => deleting(`reservation of ${rowOf(shown, params.id)?.customer_name ?? 'a guest'}`),
    // the list of when it was deleted, which still has it: nothing else keeps its notes
    undo: ({ params }) => void restore({ params, body: { notes: rowOf(shown, params.id)?.notes ?? null } }),
  });
  const edit = useCallback((reservation: Reservation) => onOpen({ reservation }), [onOpen]);
  const askToRemove = useCallback(({ id }: Reservation) => void remove({ params: { id: String(id) } }), [remove]);
  const { mark, touched } = useArrival();

  const list = (
    <section className={classes.list} aria-label="List">
      <div className={classes.tools}>
        <SearchBox search={search} label="Search reservations" placeholder="Name, phone or code" className={classes.search} />
        <Button
          variant="default"
          aria-label={`Filter: ${periodTitle(period)}`}
          leftSection={<IconFilter size={18} aria-hidden />}
          onClick={() => setFiltering(true)}
        >
          {periodTitle(period)}
        </Button>
      </div>
      <Loaded
        key={isSearch ? `search ${wanted}` : JSON.stringify(period)}
        from={isSearch ? found : listed}
        failure={isSearch ? 'Something went wrong! Try later!' : NOT_LOADED}
        skeleton={skeleton}
        empty={<NoReservations isSearch={isSearch} onBook={mayChange && (() => onOpen({}))} onClear={() => search.show('')} />}
      >
        {(rows) => (
          <ReservationList
            reservations={touched(rows)}
            store={store}
            now={now}
            mayChange={mayChange}
            onMark={mark}
            onEdit={edit}
            onDelete={askToRemove}
          />
        )}
      </Loaded>
    </section>
  );

  return (
    <>
      <div className={classes.parts}>
        {(isWide || view === 'list') && list}
        {(isWide || view === 'day') && (
          <DayView
            day={day}
            today={today}
            now={now}
            store={store}
            touched={touched}
            mayChange={mayChange}
            onDay={(next) => change({ day: next === today ? '' : next })}
            onOpen={edit}
            onMark={mark}
            onBook={(tableId) => onOpen({ tableId })}
          />
        )}
      </div>
      {isFiltering && <FilterDialog period={period} onFilter={setPeriod} onClose={() => setFiltering(false)} />}
      {opened && <ReservationDialog {...opened} day={day} store={store} onClose={() => onOpen(undefined)} />}
    </>
  );
};

export const ReservationsScreen = () => {
  const cache = useQueryClient();
  const { read, change } = usePlaceInList();
  const view: View = read('view') === 'day' ? 'day' : 'list';
  const [opened, setOpened] = useState<Opened>();
  const init = useReply(initReservations, {});
  const mayAdd = useMay(addReservation);

  // rows name their customers
  useReloads(['reservation_update', 'customer_update'], () => {
    for (const { path } of [listReservations, searchReservations, listClashes]) void cache.invalidateQueries({ queryKey: [path] });
  });

  return (
    <Page
      title="Reservations"
      actions={
        <>
          <SegmentedControl
            className={classes.switch}
            aria-label="View"
            data={[
              { value: 'list', label: 'List' },
              { value: 'day', label: 'Day' },
            ]}
            value={view}
            onChange={(value) => change({ view: value === 'day' ? value : '' })}
          />
          {mayAdd && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened({})}>
              New
            </Button>
          )}
        </>
      }
    >
      <Loaded from={init} failure={NOT_LOADED} skeleton={skeleton}>
        {(store) => <Reservations store={store} view={view} opened={opened} onOpen={setOpened} />}
      </Loaded>
    </Page>
  );
};
