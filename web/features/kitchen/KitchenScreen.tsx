import { IconChefHat, IconWifiOff } from '@tabler/icons-react';
import { type CSSProperties, Suspense, useState } from 'react';
import { lookOf } from '#web/parts/Age.tsx';
import { useMember } from '#web/platform/session.tsx';
import { useBell } from '#web/platform/sound.ts';
import { useStored } from '#web/platform/storage.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { lazyPart } from '#web/ui/lazily.ts';
import { Loaded, SkeletonCards } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { DeadScreen } from './DeadScreen.tsx';
import { useFullScreen } from '#web/platform/full-screen.ts';
import { KitchenActions } from './KitchenActions.tsx';
import { KitchenBar } from './KitchenBar.tsx';
import classes from './KitchenScreen.module.css';
import { useIsReachable } from './reachability.ts';
import { useOnScreen } from './on-screen.ts';
import { useStation } from './station.ts';
import { Ticket } from './Ticket.tsx';
import { TicketBoard } from './TicketBoard.tsx';
import { useTypeSize } from './type-size.ts';

const MINUTE_MS = 60_000;
const ALL_DAY_KEY = 'comanda_kitchen_all_day';
const ONE_TOUCH_KEY = 'comanda_kitchen_one_touch';
const FULL_KEY = 'comanda_kitchen_full';

const skeleton = <SkeletonCards className={classes.skeletons} heights={[320, 260, 380, 300, 240, 340]} />;

const empty = <EmptyState icon={IconChefHat} sentence="No Orders Pending!" />;

// a kitchen with stations shows nothing before one is chosen
const stationPicker = lazyDialog(async () => (await import('./StationPicker.tsx')).StationPicker, { isNeeded: true });
const allDay = lazyDialog(async () => (await import('./AllDay.tsx')).AllDay);
const LooseNotes = lazyPart(async () => (await import('./RecallDialog.tsx')).LooseNotes);
const recallDialog = lazyDialog(async () => (await import('./RecallDialog.tsx')).RecallDialog);

/** A display with nothing else to go to needs no way there; whoever wants the frame back has it from then on. */
const useDisplayMode = () => {
  const [isWanted, setWanted] = useStored<boolean>(FULL_KEY, true);
  const member = useMember();
  const isDisplay = member?.role === 'user' && member.scopes.every((scope) => scope === 'KITCHEN' || scope === 'KITCHEN_DISPLAY');
  const { isFull, toggle } = useFullScreen(isDisplay && isWanted);
  const toggleFull = () => {
    toggle();
    setWanted(!isFull);
  };
  return [isFull, toggleFull] as const;
};

const Warning = ({ isOffline, isSlow }: { isOffline: boolean; isSlow: boolean }) =>
  (isOffline || isSlow) && (
    // here, because a full screen covers the frame with its mark
    <p className={classes.offline} role="alert">
      <IconWifiOff size={24} stroke={1.75} aria-hidden />
      {isOffline ? 'Offline: new orders do not arrive' : 'No answer yet: what you touched is not stored'}
    </p>
  );

export const KitchenScreen = () => {
  stationPicker.useAhead();
  recallDialog.useAhead();
  allDay.useAhead();
  const bell = useBell();
  const type = useTypeSize();
  const [isAllDay, setAllDay] = useStored<boolean>(ALL_DAY_KEY, false);
  const [isOneTouch, setOneTouch] = useStored<boolean>(ONE_TOUCH_KEY, false);
  const [isFull, toggleFull] = useDisplayMode();
  const [isRecalling, setRecalling] = useState(false);
  const [isPicking, setPicking] = useState(false);

  const station = useStation();
  const isReachable = useIsReachable(station.hasStations);
  const onScreen = useOnScreen({ station, bell, isReachable, isCovered: isPicking || isRecalling, scale: type.scale });
  const { board, shown, cards, now, notes } = onScreen;

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
          <KitchenActions
            count={shown?.length ?? 0}
            station={station.hasStations ? station.title : undefined}
            onStation={() => setPicking(true)}
            bell={bell}
            isFull={isFull}
            board={board}
          />
        }
      >
        {notes.loose.length > 0 && (
          <Suspense>
            <LooseNotes notes={notes.loose} more={notes.hidden} onMore={notes.dropLoose} />
          </Suspense>
        )}
        <Loaded from={{ ...board, data: cards }} failure="Error loading orders! Please try later!" skeleton={skeleton} empty={empty}>
          {(orders) => (
            <TicketBoard orders={orders} scale={type.scale}>
              {(order) => {
                const minutes = Math.max(0, Math.floor((now - Date.parse(order.date)) / MINUTE_MS));
                const look = lookOf(minutes, board.data!);
                const note = notes.noteOn(order.id);
                return <Ticket order={order} minutes={minutes} look={look} note={note} isOneTouch={isOneTouch} onTouch={onScreen.touch} />;
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
        <Warning {...onScreen} />
        <KitchenBar
          isAllDay={isAllDay}
          onAllDay={() => setAllDay(!isAllDay)}
          type={type}
          isOneTouch={isOneTouch}
          onOneTouch={() => setOneTouch(!isOneTouch)}
          isFull={isFull}
          onFull={toggleFull}
          onRecall={() => setRecalling(true)}
        />
      </div>
      {(station.isAsked || isPicking) && (
        <Suspense>
          <stationPicker.Dialog
            stations={station.stations}
            onChoose={(id) => {
              station.choose(id);
              setPicking(false);
            }}
            onClose={station.isAsked ? undefined : () => setPicking(false)}
          />
        </Suspense>
      )}
      {!isReachable && <DeadScreen />}
      {isRecalling && (
        <Suspense>
          <recallDialog.Dialog query={onScreen.query} onClose={() => setRecalling(false)} />
        </Suspense>
      )}
    </div>
  );
};
