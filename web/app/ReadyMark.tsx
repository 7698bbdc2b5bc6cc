import { Menu, Text } from '@mantine/core';
import { IconBellRinging, IconCheck } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EventPayloads } from '#contract/events.ts';
import { IDS_AT_ONCE, listOrders } from '#contract/orders.ts';
import { listReady, markTicketTold } from '#contract/tickets.ts';
import { call } from '#web/platform/api.ts';
import { openRinger } from '#web/platform/hearing.ts';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { serverNow, useServerNow } from '#web/platform/server-clock.ts';
import { useMay } from '#web/platform/session.tsx';
import { type Notes, play, useBell } from '#web/platform/sound.ts';
import { readStored, updateStored, useStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';
import classes from './Frame.module.css';

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
const fetchedKey = () => displayKey('fetched');
const isFetched = (mark: Ready): boolean => {
  const at = readStored<Record<string, number>>(fetchedKey(), {})[keyOf(mark)];
  return at !== undefined && at >= mark.at;
};
const keepFetched = (mark: Ready): void => {
  const now = serverNow();
  updateStored<Record<string, number>>(fetchedKey(), {}, (known) => ({
    ...Object.fromEntries(Object.entries(known).filter(([, at]) => now - at < STAYS_MS)),
    [keyOf(mark)]: now,
  }));
};

/** What was made while nobody listened here. */
const askReady = async (): Promise<Ready[]> => {
  const found = await call(listReady, {}).catch(() => []);
  return found
    .map((row) => ({
      orderId: row.order_id,
      tokenNo: row.token_no,
      tableTitle: row.table_title,
      stationId: row.station_id,
      stationTitle: row.station_title,
      at: Date.parse(row.ready_at),
    }))
    .filter((mark) => !isFetched(mark));
};

/** What can be fetched, until it is delivered, somebody here touches it, or ten minutes have gone. */
const useReady = (onRing: () => void) => {
  const [marks, setMarks] = useState<readonly Ready[]>([]);
  const [isToSound] = useState(() => openRinger('order_ready'));
  const now = useServerNow(TICK_MS);
  /** What has become of these orders: of one that is delivered, recalled or closed nothing is to be fetched. */
  const look = async (ids: number[]): Promise<void> => {
    const asked = serverNow();
    const groups = await call(listOrders, { query: { ids: ids.join(',') } }).catch(() => undefined);
    if (!groups) return;
    const orders = groups.flatMap((group) => group.orders);
    const isWaiting = ({ orderId, stationId }: Ready) => {
      const there = orders
        .flatMap(({ id, items }) => (id === orderId ? items : []))
        .filter(({ station_id: at = null }) => at === stationId);
      return (
        there.some(({ status }) => status === 'completed') && there.every(({ status }) => status !== 'created' && status !== 'preparing')
      );
    };
    setMarks((known) => known.filter((mark) => mark.at > asked || !ids.includes(mark.orderId) || isWaiting(mark)));
  };
  const changed = useRef(new Set<number>());
  /** What is announced meanwhile is as the answer knows it, or newer. */
  const catchUp = useEffectEvent(async () => {
    changed.current.clear();
    const found = await askReady();
    setMarks((known) => [...known, ...found.filter((mark) => !known.some((one) => keyOf(one) === keyOf(mark)))]);
    // the answer may be older than what was announced since it was asked for
    const stale = found.map(({ orderId }) => orderId).filter((id) => changed.current.has(id));
    if (stale.length > 0) void look(stale);
  });
  useEffect(() => {
    const timer = setTimeout(() => void catchUp());
    return () => clearTimeout(timer);
  }, []);
  useAnnouncements((event) => {
    if (isToSound(event)) onRing();
    if (event.type === 'order_ready') {
      const { payload, late } = event;
      setMarks((known) => [{ ...payload, at: serverNow() }, ...known.filter((mark) => keyOf(mark) !== keyOf(payload))]);
      // what was missed may have been fetched meanwhile
      if (late) void look([payload.orderId]);
      return;
    }
    if (event.type === 'reload') void catchUp();
    const updated = event.type === 'order_update' ? event.payload.orderIds : [];
    for (const id of updated) changed.current.add(id);
    const ids = marks.map(({ orderId }) => orderId).filter((id) => event.type === 'reload' || updated.includes(id));
    if (ids.length > 0) void look([...new Set(ids)].slice(0, IDS_AT_ONCE));
  });
  return {
    now,
    marks: marks.filter(({ at }) => now - at < STAYS_MS),
    drop: (mark: Ready) => {
      keepFetched(mark);
      setMarks((known) => known.filter((one) => one !== mark));
    },
  };
};

const Mark = () => {
  const [isLoud, setLoud] = useStored<boolean>(displayKey('ready-sound'), false);
  // waits for the touch without which a browser lets nothing sound
  useBell();
  const { marks, now, drop } = useReady(() => isLoud && play(FETCH));
  const [first] = marks;
  const said = first ? `Ready: ${placeOf(first)}` : '';
  const more = marks.length > 1 ? ` +${marks.length - 1}` : '';
  return (
    <>
      <span className="only-heard" role="status">
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
            {marks.map((mark) => (
              <Menu.Item
                key={keyOf(mark)}
                closeMenuOnClick={marks.length === 1}
                leftSection={<IconCheck size={18} aria-hidden />}
                onClick={() => drop(mark)}
              >
                <Text fw={600}>{mark.tableTitle ?? `Token ${mark.tokenNo}`}</Text>
                <Text size="sm" c="dimmed">
                  {[
                    mark.stationTitle,
                    mark.tableTitle && `Token ${mark.tokenNo}`,
                    `${Math.max(0, Math.floor((now - mark.at) / MINUTE_MS))} min`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
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
