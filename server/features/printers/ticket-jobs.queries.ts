import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { getPrinter } from './printers.queries.ts';

/** Nobody saw these tickets, nor did their stations' printers print them: they come out of the backup printer, and say whence. */
export const printBackups = async (db: Db, ticketIds: number[], now: Date): Promise<void> => {
  await sql`
    select add_print_job(p.id, 'ticket', t.id, null, 'BACKUP FROM ' || t.station_title, null, ${now})
    from tickets t join stations s on s.id = t.station_id
    join printers p on p.id = s.backup_printer_id and p.archived_at is null
    where t.id = any(${ticketIds})
    order by t.id`.execute(db);
};

interface Again {
  ticketId: number;
  /** null: the station's own, if it has one */
  printerId: number | null;
  memberId: number | null;
  now: Date;
}

/** Prints a ticket once more, headed as a repeat where paper of it may have come out before. */
export const printAgain = async (db: Db, { ticketId, printerId, memberId, now }: Again): Promise<void> => {
  if (printerId !== null) await getPrinter(db, printerId);
  await sql`
    select add_print_job(p.id, 'ticket', t.id, null, null, ${memberId}, ${now})
    from tickets t join stations s on s.id = t.station_id
    join printers p on p.id = coalesce(${printerId}::bigint, s.printer_id) and p.archived_at is null
    where t.id = ${ticketId}`.execute(db);
};
