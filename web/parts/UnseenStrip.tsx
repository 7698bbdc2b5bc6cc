import { Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconEyeOff, IconSpeakerphone, IconWifiOff } from '@tabler/icons-react';
import { useState } from 'react';
import { listPrinters, type Printer } from '#contract/printers.ts';
import type { Station } from '#contract/stations.ts';
import { listUnseenTickets, markTicketTold, sendTicketAgain, type UnseenTicket } from '#contract/tickets.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { useHeld, useIsTouched } from '#web/ui/touched.ts';
import { useAlarm, useUnseen } from './unseen.ts';
import classes from './UnseenStrip.module.css';

const SHOWN = 3;
/** More are no buttons for a hurry: they open from one. */
const PRINTERS = 2;

const words = { new: '', void: 'cancelled: ', move: 'moved: ', recall: 'recalled: ' } as const;

/** Where a ticket can be printed: at its station's own printer and the one that stands in for it first. */
const printersFor = ({ station_id }: UnseenTicket, stations: readonly Station[], printers: readonly Printer[]): Printer[] => {
  const station = stations.find(({ id }) => id === station_id);
  const rankOf = ({ id }: Printer) => (id === station?.printerId ? 0 : id === station?.backupPrinterId ? 1 : 2);
  return [...printers].sort((a, b) => rankOf(a) - rankOf(b));
};

interface PrintAtProps {
  printers: readonly Printer[];
  isPending: boolean;
  /** The element that says of which ticket. */
  describedBy: string;
  onPrint: (printerId: number) => void;
}

const PrintAt = ({ printers, isPending, describedBy, onPrint }: PrintAtProps) => {
  // a list of one is a button
  const shown = printers.length <= PRINTERS + 1 ? printers.length : PRINTERS;
  return (
    <>
      {printers.slice(0, shown).map(({ id, title }) => (
        <Button key={id} variant="default" disabled={isPending} aria-describedby={describedBy} onClick={() => onPrint(id)}>
          Print at {title}
        </Button>
      ))}
      {shown < printers.length && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="default"
              disabled={isPending}
              aria-describedby={describedBy}
              rightSection={<IconChevronDown size={18} aria-hidden />}
            >
              Print at …
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {printers.slice(shown).map(({ id, title }) => (
              <Menu.Item key={id} onClick={() => onPrint(id)}>
                {title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
};

interface UnseenRowsProps {
  tickets: readonly UnseenTicket[];
  /** The same, and the stations, as they stood when a finger came down. */
  shown: readonly UnseenTicket[];
  stations: readonly Station[];
  isTouched: boolean;
}

const UnseenRows = ({ tickets, shown, stations, isTouched }: UnseenRowsProps) => {
  const { data: printers = [] } = useReply(listPrinters, {}, { enabled: tickets.length > 0 });
  const lost = stations.filter(({ isLost }) => isLost);
  /** The stations whose lost display somebody here knows of; when it is back, a later loss is said again. */
  const [known, setKnown] = useState<readonly number[]>([]);
  const still = known.filter((id) => lost.some((station) => station.id === id));
  if (still.length < known.length) setKnown(still);
  const steady = useHeld(known, isTouched);
  useAlarm(tickets);
  const options = { refreshes: [listUnseenTickets] };
  const resend = useAction(sendTicketAgain, options);
  const tell = useAction(markTicketTold, options);
  const isLostShown = lost.some(({ id }) => !steady.includes(id));
  if (shown.length === 0 && !isLostShown) return null;
  const isPending = resend.isPending || tell.isPending;
  const waiting = new Set(tickets.map(({ ticket_id }) => ticket_id));
  return (
    <section className={classes.strip} aria-label="Not seen in the kitchen" role="alert">
      {isLostShown && (
        <div className={classes.row}>
          <IconWifiOff size={22} aria-hidden />
          <Text fw={700} className={classes.what}>
            A display of {lost.map(({ title }) => title).join(', ')} has lost its connection.
          </Text>
          <Button
            variant="default"
            disabled={lost.every(({ id }) => known.includes(id))}
            onClick={() => setKnown(lost.map(({ id }) => id))}
          >
            I know
          </Button>
        </div>
      )}
      {shown.slice(0, SHOWN).map((ticket) => {
        const { ticket_id, token_no, table_title, station_title, kind, lines } = ticket;
        const isOff = isPending || !waiting.has(ticket_id);
        return (
          <div key={ticket_id} className={classes.row}>
            <IconEyeOff size={22} aria-hidden />
            <div className={classes.what} id={`unseen-${ticket_id}`}>
              <Text fw={700}>
                {station_title} has not seen token {token_no}
                {table_title && `, ${table_title}`}
              </Text>
              <Text size="sm" lineClamp={1}>
                {words[kind]}
                {lines.map(({ quantity, item_title }) => `${quantity}× ${item_title}`).join(', ')}
              </Text>
            </div>
            <Group gap="xs">
              <Button
                variant="default"
                disabled={isOff}
                aria-describedby={`unseen-${ticket_id}`}
                onClick={() => void resend.run({ params: { id: String(ticket_id) }, body: {} })}
              >
                Resend
              </Button>
              <PrintAt
                printers={printersFor(ticket, stations, printers)}
                isPending={isOff}
                describedBy={`unseen-${ticket_id}`}
                onPrint={(printerId) => void resend.run({ params: { id: String(ticket_id) }, body: { printerId } })}
              />
              <Button
                variant="default"
                disabled={isOff}
                leftSection={<IconSpeakerphone size={18} aria-hidden />}
                aria-describedby={`unseen-${ticket_id}`}
                onClick={() => void tell.run({ params: { id: String(ticket_id) } })}
              >
                I told them
              </Button>
            </Group>
          </div>
        );
      })}
      {shown.length > SHOWN && <Text fw={600}>and {shown.length - SHOWN} more</Text>}
    </section>
  );
};

/**
 * What no station has seen, and displays that were lost, where orders are taken and handed out. What is shown stands still under a finger:
 * a ticket that nobody told must not come under a touch that says so. What is new to a page without any waits for nobody.
 */
export const UnseenStrip = () => {
  const { tickets, stations } = useUnseen();
  const isTouched = useIsTouched();
  const [isShown, setShown] = useState(false);
  const isHeld = isTouched && isShown;
  const shown = useHeld(tickets, isHeld);
  const known = useHeld(stations, isHeld);
  const isAny = shown.length > 0 || known.some(({ isLost }) => isLost);
  if (isAny !== isShown) setShown(isAny);
  return isAny && <UnseenRows tickets={tickets} shown={shown} stations={known} isTouched={isTouched} />;
};
