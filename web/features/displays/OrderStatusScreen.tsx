import { IconChefHat, IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listOrderStatus } from '#contract/displays.ts';
import { SoundButton } from '#web/parts/HeadButtons.tsx';
import { againEvery, useReply } from '#web/platform/api.ts';
import { useConnection, useReloads } from '#web/platform/realtime.tsx';
import { useCoalesced } from '#web/platform/coalesce.ts';
import { useBell } from '#web/platform/sound.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { FullScreenButton } from './FullScreenButton.tsx';
import classes from './OrderStatusScreen.module.css';
import wall from './Wall.module.css';
import { PairButton } from './PairButton.tsx';
import { useDisplayFullScreen } from './display-full-screen.ts';

/** Ready tokens leave after ten minutes without an announcement. */
const LOOK_MS = 30_000;
const OFFLINE_MS = 5000;

/** Tokens start over each day: after midnight one number may be two orders. */
const countOf = (tokens: readonly number[], token: number): number => tokens.filter((one) => one === token).length;

/** Nobody scrolls a board on a wall: many tokens stand smaller. */
const crowdOf = (count: number): number => (count <= 8 ? 0 : count <= 20 ? 1 : 2);

const Column = ({ title, tokens, isReady = false }: { title: string; tokens: readonly number[]; isReady?: boolean }) => {
  const Picture = isReady ? IconCircleCheck : IconChefHat;
  return (
    <section className={classes.column} data-ready={isReady || undefined} aria-label={title}>
      <h2 className={classes.heading}>
        <Picture className={classes.icon} stroke={2} aria-hidden />
        {title}
      </h2>
      {tokens.length === 0 ? (
        <p className={classes.none}>–</p>
      ) : (
        <ul className={classes.tokens} data-crowd={crowdOf(tokens.length)}>
          {tokens.map((token, at) => (
            <li key={`${token} ${countOf(tokens.slice(0, at), token)}`} className={classes.token}>
              {token}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

/** For guests, read from three metres: what is being made, and what can be fetched; a sound for each that becomes ready. */
export const OrderStatusScreen = () => {
  const isOffline = useConnection() === 'offline';
  const cache = useQueryClient();
  const status = useReply(listOrderStatus, {}, { refetchOnMount: 'always', refetchInterval: againEvery(isOffline ? OFFLINE_MS : LOOK_MS) });
  const bell = useBell();
  const { isFull, toggle, board } = useDisplayFullScreen('ORDER_STATUS_DISPLAY');
  // one after the other: each restarts a load, and in a full house they come faster than slow Wi-Fi answers
  const reload = useCoalesced(() => cache.invalidateQueries({ queryKey: [listOrderStatus.path] }));
  useReloads(['new_order', 'order_update', 'check_update'], reload);

  const ready = status.data?.ready;
  const known = useRef<readonly number[]>(undefined);
  const ring = useRef(bell.play);
  useEffect(() => {
    ring.current = bell.play;
  });
  useEffect(() => {
    if (!ready) return;
    if (known.current && ready.some((token) => countOf(ready, token) > countOf(known.current!, token))) ring.current();
    known.current = ready;
  }, [ready]);

  return (
    <div ref={board} className={wall.wall} data-full={isFull || undefined}>
      <Page
        title="Order status"
        fill
        actions={
          <>
            <PairButton />
            <SoundButton bell={bell} />
            <FullScreenButton isFull={isFull} onToggle={toggle} />
          </>
        }
      >
        <Loaded from={status} failure="Error loading orders! Please try later!" skeleton={<div className={classes.board} />}>
          {({ preparing, ready: fetchable }) => (
            <div className={classes.board} aria-live="polite">
              <Column title="Preparing" tokens={preparing} />
              <Column title="Ready" tokens={fetchable} isReady />
            </div>
          )}
        </Loaded>
      </Page>
    </div>
  );
};
