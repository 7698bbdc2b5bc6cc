import { sql } from 'kysely';
import type { Addressee } from '#server/features/emails/emails.rules.ts';
import type { Clock } from '#server/platform/clock-and-random.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import type { Email, Mail } from '#server/platform/mail.ts';

/** Hours until an e-mail that was not sent is taken again, twice as many each time. */
const LONGEST_PAUSE = 24;
const TRIES = 10;

/** Whom the deletion of a restaurant is told, while its people are there; undefined while nobody has confirmed the owner's address: it may be a stranger's. */
export const findOwnerToPart = async (
  db: Db,
  tenantId: number,
): Promise<(Addressee & { restaurant: string; timezone: string }) | undefined> => {
  const { rows } = await sql<Addressee & { restaurant: string; timezone: string }>`
    select m.username, m.name, m.confirmed_at, s.store_name as restaurant, s.timezone
    from members m join store_settings s on s.tenant_id = m.tenant_id
    where m.tenant_id = ${tenantId} and m.role = 'admin' and m.archived_at is null and m.confirmed_at is not null
    order by m.id limit 1`.execute(db);
  return rows[0];
};

/** It is sent by whichever node looks next, also when the restaurant is gone by then. */
export const insertPartingEmail = (db: Db, tenantId: number, { to, subject, text }: Email) =>
  db
    .insertInto('platform.parting_letters')
    .values({ tenant_id: tenantId, recipient: to, subject, body: text })
    .onConflict((row) => row.column('tenant_id').doUpdateSet({ recipient: to, subject, body: text, taken_at: null, tries: 0 }))
    .execute();

const deletePartingEmail = (db: Db, tenantId: number) =>
  db.deleteFrom('platform.parting_letters').where('tenant_id', '=', tenantId).execute();

/**
 * Takes one that is due: no other node gets it. One that nobody could send for days goes unsent: the address of who is gone is not kept. So does
 * that of a restaurant that is there again, whichever release restored it.
 */
const takePartingEmail = async (db: Db, now: Date): Promise<(Email & { tenantId: number }) | undefined> => {
  const isAgain = sql`taken_at + least(${LONGEST_PAUSE}, 2 ^ (tries - 1)) * interval '1 hour' < ${now}::timestamptz`;
  await sql`
    delete from platform.parting_letters p where (tries >= ${TRIES} and ${isAgain})
      or exists (select from tenants t where t.id = p.tenant_id and t.deleted_at is null)`.execute(db);
  const { rows } = await sql<Email & { tenantId: number }>`
    update platform.parting_letters set taken_at = ${now}, tries = tries + 1
    where tenant_id = (
      select tenant_id from platform.parting_letters where tries < ${TRIES} and (taken_at is null or ${isAgain})
      order by tenant_id limit 1 for update skip locked)
    returning tenant_id as "tenantId", recipient as "to", subject, body as text`.execute(db);
  return rows[0];
};

interface Options {
  databases: Pick<Databases, 'asProvider'>;
  mail: Mail;
  clock: Clock;
  /** Called for one that could not be sent now; it keeps no other back. */
  onError: (error: unknown) => void;
  isStopping?: () => boolean;
}

/** Tells the owners of deleted restaurants. Any number of nodes may do it at once. */
export const sendPartingEmails = async ({ databases, mail, clock, onError, isStopping = () => false }: Options): Promise<void> => {
  while (!isStopping()) {
    const taken = await databases.asProvider((db) => takePartingEmail(db, clock()));
    if (!taken) return;
    try {
      await mail.send({ to: taken.to, subject: taken.subject, text: taken.text });
      await databases.asProvider((db) => deletePartingEmail(db, taken.tenantId));
    } catch (error) {
      onError(error);
    }
  }
};
