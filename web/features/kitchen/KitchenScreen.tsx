import { Button, Skeleton, Text } from '@mantine/core';
import { IconChefHat, IconGrill, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, Suspense, useEffect, useMemo, useState } from 'react';
import { getKitchenBoard, type KitchenBoard } from '#contract/kitchen.ts';
import { mergeOrders, useLiveOrders } from '#web/parts/live-orders.ts';
import { call, CallFailed, useReply } from '#web/platform/api.ts';
import { useAnnouncements, useConnection } from '#web/platform/realtime.tsx';
import { useMember } from '#web/platform/session.tsx';
import { useBell } from '#web/platform/sound.ts';
import { useServerNow } from '#web/platform/server-clock.ts';
import { useStored } from '#web/platform/storage.ts';
import { notify } from '#web/platform/toast.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { lazyPart } from '#web/ui/lazily.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { DeadScreen } from './DeadScreen.tsx';
import { useFullScreen } from '#web/platform/full-screen.ts';
import { KitchenBar } from './KitchenBar.tsx';
import classes from './KitchenScreen.module.css';
import { useIsReachable } from './reach.ts';
import { mergeTickets, useSeen, useStation, useTicketNotes } from './station.ts';
import { useCancellations, useHeld, useIsTouched, useSteady } from './steady.ts';
import { type Age, Ticket } from './Ticket.tsx';
import { TicketBoard } from './TicketBoard.tsx';
import { useTouches } from './touches.ts';
import { useTypeSize } from './type-size.ts';
import { useUnheard } from './unheard.ts';

const NOT_LOADED = 'Error loading orders! Please try later!';
/** While nothing is announced. */
const OFFLINE_MS = 5000;
const TICK_MS = 5000;
const MINUTE_MS = 60_000;
const ALL_DAY_KEY = 'comanda_kitchen_all_day';
const ONE_TOUCH_KEY = 'comanda_kitchen_one_touch';
const FULL_KEY = 'comanda_kitchen_full';
/** Notes of orders that have left, in ordinary type, for which a low screen has room; the others come as these are read or go. */
const LOOSE_AT_ONCE = 7;
const READ_MS = 20_000;

const skeleton = (
  <div className={classes.skeletons}>
    {[320, 260, 380, 300, 240, 340].map((height) => (
      <Skeleton key={height} height={height} radius="lg" />
    ))}
  </div>
);

const isMissing = (error: unknown): boolean => error instanceof CallFailed && error.status === 404;

const ageOf = (minutes: number, { warnMinutes, lateMinutes }: KitchenBoard): Age =>
  minutes >= lateMinutes ? 'overdue' : minutes >= warnMinutes ? 'late' : 'fresh';

const KitchenTools = lazyPart(async () => (await import('./KitchenTools.tsx')).KitchenTools);
const stationPicker = lazyDialog(async () => (await import('./StationPicker.tsx')).StationPicker);
const allDay = lazyDialog(async () => (await import('./AllDay.tsx')).AllDay);
const LooseNotes = lazyPart(async () => (await import('./RecallDialog.tsx')).LooseNotes);
const recallDialog = lazyDialog(async () => (await import('./RecallDialog.tsx')).RecallDialog);

export const KitchenScreen = () => {
  stationPicker.useAhead();
  recallDialog.useAhead();
  allDay.useAhead();
  const cache = useQueryClient();
  const bell = useBell();
  const type = useTypeSize();
  const [isAllDay, setAllDay] = useStored<boolean>(ALL_DAY_KEY, false);
  const [isRecalling, setRecalling] = useState(false);
  const [isOneTouch, setOneTouch] = useStored<boolean>(ONE_TOUCH_KEY, false);
  const [isFullWanted, setFullWanted] = useStored<boolean>(FULL_KEY, true);
  // a display with nothing else to go to needs no way there; whoever wants the frame back has it from then on
  const member = useMember();
  const isDisplay = member?.role === 'user' && member.scopes.every((scope) => scope === 'KITCHEN' || scope === 'KITCHEN_DISPLAY');
  const { isFull, toggle: toggleFull } = useFullScreen(isDisplay && isFullWanted);

  const { stations, station, goneId, isAsked, choose, forget } = useStation();
  const stationId = station?.id ?? goneId;
  const hasStations = stations.length > 0 || goneId !== undefined;
  const [isPicking, setPicking] = useState(false);
  const query = stationId === undefined ? {} : { station: String(stationId) };
  /** Where the board is kept. */
  const kept = [getKitchenBoard.path, { query }] as const;
  const isReachable = useIsReachable(hasStations);

  const isOffline = useConnection() === 'offline';
  // what was announced while another screen was open reached nobody here
  const board = useReply(getKitchenBoard, { query }, { refetchOnMount: 'always', ...(isOffline && { refetchInterval: OFFLINE_MS }) });
  const live = useLiveOrders({
    loadAll: () => cache.invalidateQueries({ queryKey: [getKitchenBoard.path] }),
    ask: (ids) => call(getKitchenBoard, { query: { ...query, ids: ids.join(',') } }),
    apply: (answer, ids) =>
      cache.setQueryData<KitchenBoard>(
        kept,
        (known) => known && { ...answer, orders: mergeOrders(known.orders, answer.orders, ids), tickets: mergeTickets(known, answer, ids) },
      ),
    isIncomplete: () => {
      const state = cache.getQueryState(kept);
      return state?.status !== 'success' || state.fetchStatus !== 'idle';
    },
    cancel: () => cache.cancelQueries({ queryKey: [getKitchenBoard.path] }),
  });
  const isOver =
    goneId !== undefined && (board.data ? board.data.orders.length === 0 && !board.data.tickets?.length : isMissing(board.error));
  useEffect(() => {
    if (isOver) forget();
  }, [isOver, forget]);
  const { shown, touch, isSlow } = useTouches(board.data?.orders, live, kept);
  // nothing moves a ticket under a finger: no other ticket, no note above it, no warning below the board
  const isTouched = useIsTouched();
  const now = useHeld(useServerNow(TICK_MS), isTouched);
  const tickets = useSteady(shown, isTouched);
  const isOfflineShown = useHeld(isOffline, isTouched);
  const isSlowShown = useHeld(isSlow, isTouched);

  const onBoard = useMemo(() => new Set(shown?.map(({ id }) => id)), [shown]);
  const { notes: newest, drop, isRead } = useTicketNotes({ tickets: board.data?.tickets, onBoard, stationId, now });
  const notes = useHeld(newest, isTouched).filter((note) => !isRead(note));
  const loose = notes.filter(({ orderId }) => !onBoard.has(orderId));
  const room = Math.max(2, Math.floor(LOOSE_AT_ONCE / type.scale));
  // what stood there long enough to be read makes room
  const wanted = loose.length > room ? loose.filter(({ seenAt = now }) => now - seenAt < READ_MS) : loose;
  const near = wanted.slice(0, room);
  const hidden = wanted.slice(room);
  const noted = new Set(notes.filter((note) => !hidden.includes(note)).map(({ ticketId }) => ticketId));
  // behind the red screen nobody sees anything
  const isOn = hasStations && !isAsked && isReachable;
  useSeen({ tickets: board.data?.tickets, onBoard, noted, stationId, isOn, isCovered: isPicking || isRecalling }, (ids) => {
    // an answer that left the server before would bring them back, and ring for them again
    void live
      .overtake()
      .then(() =>
        cache.setQueryData<KitchenBoard>(
          kept,
          (known) => known && { ...known, tickets: (known.tickets ?? []).filter(({ ticket_id }) => !ids.includes(ticket_id)) },
        ),
      );
  });

  // the bell of a station is for its own tickets; what is ordered when there is none has no ticket
  useAnnouncements((event) => (!stationId || !stations[0]) && bell.ring(event));
  useUnheard(board.data?.tickets, stationId, bell.play);
  useCancellations(board.data?.orders, bell.ringCancelled);

  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    const { isSuccess } = await board.refetch();
    setRefreshing(false);
    if (isSuccess) notify.success('Orders Loaded!');
    else notify.error(NOT_LOADED);
  };

  return (
    <div
      className={classes.kitchen}
      style={{ '--type': type.scale } as CSSProperties}
      data-full={isFull || undefined}
      data-all-day={isAllDay || undefined}
    >
      <Page
        title="Kitchen"
        fill
        actions={
          <>
            {shown && shown.length > 0 && (
              <Text c="dimmed" role="status" className="tabular" {...(bell.isBlocked && { visibleFrom: 'xs' })}>
                {shown.length === 1 ? '1 order' : `${shown.length} orders`}
              </Text>
            )}
            {hasStations && (
              <Button variant="default" leftSection={<IconGrill size={18} aria-hidden />} onClick={() => setPicking(true)}>
                {station?.title ?? (goneId === undefined ? 'All' : 'Deleted station')}
              </Button>
            )}
            <Suspense>
              <KitchenTools bell={bell} isFull={isFull} />
            </Suspense>
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} aria-hidden />}
              loading={isRefreshing}
              onClick={() => void refresh()}
            >
              Refresh
            </Button>
          </>
        }
      >
        {loose.length > 0 && (
          <Suspense>
            <LooseNotes notes={near} more={hidden.length} onMore={() => drop(near.map(({ ticketId }) => ticketId))} />
          </Suspense>
        )}
        <Loaded
          from={{ ...board, data: tickets }}
          failure={NOT_LOADED}
          skeleton={skeleton}
          empty={<EmptyState icon={IconChefHat} sentence="No Orders Pending!" />}
        >
          {(orders) => (
            <TicketBoard orders={orders} scale={type.scale}>
              {(order) => {
                const minutes = Math.max(0, Math.floor((now - Date.parse(order.date)) / MINUTE_MS));
                const note = notes
                  .filter(({ orderId }) => orderId === order.id)
                  .map(({ text }) => text)
                  .join(' · ');
                const age = ageOf(minutes, board.data!);
                return <Ticket order={order} minutes={minutes} age={age} note={note} isOneTouch={isOneTouch} onTouch={touch} />;
              }}
            </TicketBoard>
          )}
        </Loaded>
      </Page>
      {isAllDay && shown && (
        <div className={classes.side}>
          <Suspense>
            <allDay.Dialog orders={shown} />
          </Suspense>
        </div>
      )}
      <div className={classes.foot}>
        {(isOfflineShown || isSlowShown) && (
          // here, because a full screen covers the frame with its mark
          <p className={classes.offline} role="alert">
            <IconWifiOff size={24} stroke={1.75} aria-hidden />
            {isOfflineShown ? 'Offline: new orders do not arrive' : 'No answer yet: what you touched is not stored'}
          </p>
        )}
        <KitchenBar
          isAllDay={isAllDay}
          onAllDay={() => setAllDay(!isAllDay)}
          type={type}
          isOneTouch={isOneTouch}
          onOneTouch={() => setOneTouch(!isOneTouch)}
          isFull={isFull}
          onFull={() => {
            toggleFull();
            setFullWanted(!isFull);
          }}
          onRecall={() => setRecalling(true)}
        />
      </div>
      {(isAsked || isPicking) && (
        <Suspense>
          <stationPicker.Dialog
            stations={stations}
            onChoose={(id) => {
              choose(id);
              setPicking(false);
            }}
            onClose={isAsked ? undefined : () => setPicking(false)}
          />
        </Suspense>
      )}
      {!isReachable && <DeadScreen />}
      {isRecalling && (
        <Suspense>
          <recallDialog.Dialog query={query} onClose={() => setRecalling(false)} />
        </Suspense>
      )}
    </div>
  );
};
