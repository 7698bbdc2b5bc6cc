import { Menu, Text } from '@mantine/core';
import { IconBellRinging, IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EventPayloads } from '#contract/events.ts';
import { IDS_AT_ONCE, listOrders, type Order } from '#contract/orders.ts';
import { listReady, markTicketTold, type ReadyOrder } from '#contract/tickets.ts';
import { call, useReply } from '#web/platform/api.ts';
import { openRinger } from '#web/platform/ringer.ts';
import { useAnnouncements, useConnection } from '#web/platform/realtime.tsx';
import { serverNow, useServerNow } from '#web/platform/server-clock.ts';
import { useMay } from '#web/platform/session.tsx';
import { type Notes, play, useBell } from '#web/platform/sound.ts';
import { updateStored, useStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';
import classes from './Frame.module.css';
import { factsText } from '#web/ui/own-direction.ts';
import { useHeld, useIsTouched } from '#web/ui/touched.ts';

const MINUTE_MS = 60_000;
/** As long as it stands on the guests' board. */
const STAYS_MS = 10 * MINUTE_MS;
const TICK_MS = 20_000;
/** The bell of a pass, struck twice: not to be taken for a new order. */
const FETCH: Notes = [
  [1318.51, 0],
  [1318.51, 0.22],
];

type Ready = EventPayloads['order_ready'] & { at: number };

const placeOf = ({ tableTitle, tokenNo }: Ready): string => tableTitle ?? `token ${tokenNo}`;
const keyOf = ({ orderId, stationId }: EventPayloads['order_ready']): string => `${orderId} ${stationId ?? ''}`;

/** What was touched on this device, with the server's time of it: after a reload it is not said once more. */
type Fetched = Record<string, number>;
const fetchedKey = () => displayKey('fetched');
const keepFetched = (mark: Ready): void => {
  const now = serverNow();
  updateStored<Fetched>(fetchedKey(), {}, (known) => ({
    ...Object.fromEntries(Object.entries(known).filter(([, at]) => now - at < STAYS_MS)),
    [keyOf(mark)]: now,
  }));
};

/** What was made while nobody listened here. */
const readyOf = (row: ReadyOrder): Ready => ({
  orderId: row.order_id,
  tokenNo: row.token_no,
  tableTitle: row.table_title,
  stationId: row.station_id,
  stationTitle: row.station_title,
  at: Date.parse(row.ready_at),
});

type Items = Order['items'];

/** The stations at which something of an order waits, and nothing is still made. */
const waitingAt = (items: Items): Ready['stationId'][] =>
  items
    .map(({ station_id: at = null }) => at)
    .filter((station) => {
      const there = items.filter(({ station_id: at = null }) => at === station).map(({ status }) => status);
      return there.includes('completed') && !there.includes('created') && !there.includes('preparing');
    });

/** What can be fetched, until it is delivered, somebody here touches it, or ten minutes have gone. */
const useReady = (onRing: () => void) => {
  const cache = useQueryClient();
  const [isToSound] = useState(() => openRinger('order_ready'));
  const now = useServerNow(TICK_MS);
  // the socket says 'reload' as soon as it listens: asked before, it would be asked twice at every start
  const { data, dataUpdatedAt, refetch } = useReply(listReady, {}, { enabled: useConnection() !== 'connecting' });
  const [received, setReceived] = useState<readonly Ready[]>([]);
  /** What has become of an order, and when that was asked: of one that is delivered, recalled or closed nothing is to be fetched. */
  const [looked, setLooked] = useState<Record<number, { at: number; waiting: Ready['stationId'][] }>>({});
  const [fetched] = useStored<Fetched>(fetchedKey(), {});

  const isThere = (mark: Ready): boolean => {
    const last = looked[mark.orderId];
    const isOver = last && mark.at <= last.at && !last.waiting.includes(mark.stationId);
    return !isOver && mark.at > (fetched[keyOf(mark)] ?? 0) && now - mark.at < STAYS_MS;
  };
  const announced = received.filter(isThere);
  const known = new Set(announced.map(keyOf));
  const marks = [...announced, ...(data ?? []).map(readyOf).filter((mark) => isThere(mark) && !known.has(keyOf(mark)))];

  const look = async (ids: number[]): Promise<void> => {
    const at = serverNow();
    const groups = await call(listOrders, { query: { ids: ids.join(',') } }).catch(() => undefined);
    if (!groups) return;
    const orders = groups.flatMap((group) => group.orders);
    const itemsOf = (id: number): Items => orders.find((order) => order.id === id)?.items ?? [];
    setLooked((before) => ({ ...before, ...Object.fromEntries(ids.map((id) => [id, { at, waiting: waitingAt(itemsOf(id)) }])) }));
  };
  const changed = useRef(new Set<number>());
  /** The answer may be older than what was announced since it was asked for. */
  const lookAtStale = useEffectEvent(() => {
    const stale = marks.map(({ orderId }) => orderId).filter((id) => changed.current.has(id));
    changed.current.clear();
    if (stale.length > 0) void look([...new Set(stale)].slice(0, IDS_AT_ONCE));
  });
  useEffect(() => {
    if (dataUpdatedAt > 0) lookAtStale();
  }, [dataUpdatedAt]);
  useAnnouncements((event) => {
    if (isToSound(event)) onRing();
    if (event.type === 'order_ready') {
      const { payload, late } = event;
      setReceived((before) => [{ ...payload, at: serverNow() }, ...before.filter((mark) => keyOf(mark) !== keyOf(payload))]);
      // what was missed may have been fetched meanwhile
      if (late) void look([payload.orderId]);
      return;
    }
    // the answer on its way may be older than what was missed
    if (event.type === 'reload') void cache.cancelQueries({ queryKey: [listReady.path] }).then(() => refetch());
    const updated = event.type === 'order_update' ? event.payload.orderIds : [];
    for (const id of updated) changed.current.add(id);
    const ids = marks.map(({ orderId }) => orderId).filter((id) => event.type === 'reload' || updated.includes(id));
    if (ids.length > 0) void look([...new Set(ids)].slice(0, IDS_AT_ONCE));
  });
  return { now, marks };
};

const Mark = () => {
  const [isLoud, setLoud] = useStored<boolean>(displayKey('ready-sound'), false);
  // waits for the touch without which a browser lets nothing sound
  useBell();
  const { marks, now } = useReady(() => isLoud && play(FETCH));
  // no other dish comes under a finger; as a text, since each render makes its own objects of the same marks
  const listed = JSON.parse(useHeld(JSON.stringify(marks), useIsTouched())) as readonly Ready[];
  const waiting = new Set(marks.map(keyOf));
  const [first] = marks;
  const said = first ? `Ready: ${placeOf(first)}` : '';
  const more = marks.length > 1 ? ` +${marks.length - 1}` : '';
  return (
    <>
      <span className="sr-only" role="status">
        {said}
      </span>
      {first && (
        <Menu width={280} position="bottom-end">
          <Menu.Target>
            <button type="button" className={`${classes.ready} mantine-focus-auto mantine-active`} aria-label={said + more}>
              <IconBellRinging size={20} stroke={1.75} aria-hidden />
              <span className={classes.fetch}>
                <span className={classes.word}>Ready: </span>
                {placeOf(first)}
              </span>
              {more}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Touch what you have fetched</Menu.Label>
            {listed.map((mark) => (
              <Menu.Item
                key={keyOf(mark)}
                disabled={!waiting.has(keyOf(mark))}
                closeMenuOnClick={marks.length === 1}
                leftSection={<IconCheck size={18} aria-hidden />}
                onClick={() => keepFetched(mark)}
              >
                <Text fw={600}>{mark.tableTitle ?? `Token ${mark.tokenNo}`}</Text>
                <Text size="sm" c="dimmed">
                  {factsText([
                    mark.stationTitle,
                    mark.tableTitle && `Token ${mark.tokenNo}`,
                    `${Math.max(0, Math.floor((now - mark.at) / MINUTE_MS))} min`,
                  ])}
                </Text>
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.CheckboxItem checked={isLoud} onChange={setLoud}>
              Sound on this device
            </Menu.CheckboxItem>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
};

/** A quiet word, on every screen of whoever carries food or takes orders, that something can be fetched. */
export const ReadyMark = () => (useMay(markTicketTold) ? <Mark /> : null);
