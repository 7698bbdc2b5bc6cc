import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { assertRoom } from './print-jobs.queries.ts';
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
  const { rows } = await sql<{ id: number; printer_id: number }>`
    select add_print_job(p.id, 'ticket', t.id, null, null, ${memberId}, ${now}) as id, p.id as printer_id
    from tickets t join stations s on s.id = t.station_id
    join printers p on p.id = coalesce(${printerId}::bigint, s.printer_id) and p.archived_at is null
    where t.id = ${ticketId}`.execute(db);
  for (const { id, printer_id: printerId } of rows) {
    await assertRoom(db, { printerId, content: null, copies: 0 });
    await printSince(db, { ticketId, printerId, jobId: id, memberId, now });
  }
};

interface Since {
  ticketId: number;
  printerId: number;
  /** The job behind which they come. */
  jobId: number;
  memberId: number | null;
  now: Date;
}

/**
 * On paper nothing is ordered after it was cancelled: behind a ticket that is printed late comes what its station was told of the order
 * since then, once more where it was on paper before. What waits behind it by itself is not queued twice.
 */
export const printSince = async (db: Db, { ticketId, printerId, jobId, memberId, now }: Since): Promise<void> => {
  await sql`
    select add_print_job(${printerId}, 'ticket', since.id, null, null, ${memberId}, ${now})
    from (select k.id from tickets t join tickets k on k.order_id = t.order_id and k.station_id = t.station_id and k.id > t.id
      where t.id = ${ticketId} and t.kind <> 'void' and k.kind in ('void', 'move')
        and not exists (select from print_jobs j where j.kind = 'ticket' and j.subject_id = k.id and j.printer_id = ${printerId}
          and j.id > ${jobId} and j.state in ('queued', 'failed') and j.due_at is not null)
      order by k.id) since`.execute(db);
};
