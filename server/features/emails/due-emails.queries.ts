import { sql } from 'kysely';
import type { Databases, Db } from '#server/platform/database/database.ts';
import type { Email, Mail } from '#server/platform/mail.ts';
import type { Clock } from '#server/platform/clock-and-random.ts';
import type { Addressee } from './emails.rules.ts';

const HOUR = 60 * 60 * 1000; // ms
const DAY = 24 * HOUR;
const WELCOME_DAYS = 7; // after the address was confirmed; later it would be no welcome
const TRIAL_DAYS_AHEAD = 3;
/** Hours until an e-mail that was not sent is taken again, twice as many each time: no mail for a night, or some days, costs no e-mail. */
const LONGEST_PAUSE = 24;
const TRIES = 10;

type EmailKind = 'welcome' | 'trial end' | 'payment failed' | 'cancelled' | 'switched off';

/** Notes an e-mail that is due; one about the same was noted before. As the worker, or as the provider. */
export const insertDueEmail = (db: Db, email: { tenantId: number; kind: EmailKind; about: Date; now: Date }) =>
  db
    .insertInto('tenant_letters')
    .values({ tenant_id: email.tenantId, kind: email.kind, about: email.about, due_at: email.now })
    .onConflict((row) => row.columns(['tenant_id', 'kind', 'about']).doNothing())
    .execute();

/** Notes what the calendar makes due: a welcome to owners who have confirmed their address, and trials that end soon. */
const insertEmailsOfTheDay = async (db: Db, now: Date): Promise<void> => {
  await sql`
    insert into tenant_letters (tenant_id, kind, about, due_at)
    select t.id, 'welcome', t.created_at, ${now}::timestamptz
    from tenants t join members m on m.tenant_id = t.id
    where m.role = 'admin' and m.archived_at is null and m.confirmed_at > ${new Date(now.getTime() - WELCOME_DAYS * DAY)}
      and t.deleted_at is null and t.is_active
    on conflict do nothing`.execute(db);
  await sql`
    insert into tenant_letters (tenant_id, kind, about, due_at)
    select id, 'trial end', active_until, ${now}::timestamptz from tenants
    where subscription_id is null and is_active and deleted_at is null
      and active_until > ${now} and active_until <= ${new Date(now.getTime() + TRIAL_DAYS_AHEAD * DAY)}
    on conflict do nothing`.execute(db);
};

export interface DueEmail extends Addressee {
  tenantId: number;
  kind: EmailKind;
  about: Date;
  restaurant: string;
  timezone: string;
  /** end of the trial or of what is paid, now; null: nobody there can work */
  activeUntil: Date | null;
  /** What ends was paid for, and is no trial. */
  wasPaid: boolean;
  /** There is a subscription, which is charged. */
  isSubscribed: boolean;
  /** What it says is so no longer: it was paid for, the trial was given more days, they have subscribed again, or it was switched on or off. */
  isOver: boolean;
}

/**
 * Takes e-mails that are due, with their readers: no other node gets them. Only to owners who have confirmed their address: another one may
 * be a stranger's. One that was not sent is taken again, for some days.
 */
const takeDueEmails = async (db: Db, now: Date, most: number): Promise<DueEmail[]> => {
  const { rows } = await sql<DueEmail>`
    with due as (
      select l.tenant_id, l.kind, l.about from tenant_letters l
      where l.sent_at is null and l.tries < ${TRIES}
          and (l.taken_at is null or l.taken_at + least(${LONGEST_PAUSE}, 2 ^ (l.tries - 1)) * interval '1 hour' < ${now}::timestamptz)
        and exists (
          select from members m where m.tenant_id = l.tenant_id and m.role = 'admin' and m.archived_at is null and m.confirmed_at is not null)
      order by l.tenant_id limit ${most} for update skip locked),
    taken as (
      update tenant_letters l set taken_at = ${now}, tries = l.tries + 1 from due
      where l.tenant_id = due.tenant_id and l.kind = due.kind and l.about = due.about
      returning l.tenant_id, l.kind, l.about)
    select k.tenant_id as "tenantId", k.kind, k.about, m.username, m.name, m.confirmed_at, s.store_name as restaurant, s.timezone, t.active_until as "activeUntil",
      exists (select from subscription_history h where h.tenant_id = t.id and h.status <> 'cancelled' and h.expires_on = t.active_until) as "wasPaid",
      t.subscription_id is not null as "isSubscribed",
      t.deleted_at is not null or t.is_active = (k.kind = 'switched off') or case k.kind
        when 'trial end' then t.subscription_id is not null or t.active_until is distinct from k.about
        when 'payment failed' then t.subscription_id is null or t.active_until > k.about
        when 'cancelled' then t.subscription_id is not null
        -- on and off again: the last one tells it
        when 'switched off' then exists (select from tenant_letters l where l.tenant_id = t.id and l.kind = k.kind and l.about > k.about)
        else false end as "isOver"
    from taken k
    join tenants t on t.id = k.tenant_id
    join store_settings s on s.tenant_id = k.tenant_id
    join lateral (
      select username, name, confirmed_at from members
      where tenant_id = k.tenant_id and role = 'admin' and archived_at is null and confirmed_at is not null order by id limit 1) m on true`.execute(
    db,
  );
  return rows;
};

const markEmailSent = (db: Db, { tenantId, kind, about }: Pick<DueEmail, 'tenantId' | 'kind' | 'about'>, now: Date) =>
  db
    .updateTable('tenant_letters')
    .set({ sent_at: now })
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('about', '=', about)
    .execute();

interface Options {
  databases: Pick<Databases, 'acrossTenants'>;
  mail: Mail;
  clock: Clock;
  compose: (due: DueEmail) => Email;
  /** Called for an e-mail that could not be sent now; it keeps no other back. */
  onError: (error: unknown) => void;
  isStopping?: () => boolean;
}

/** E-mails of one transaction. */
const AT_ONCE = 20;

/** Sends what is due to owners of all restaurants. Any number of nodes may do it at once; what one leaves undone another does. */
export const sendDueEmails = async ({ databases, mail, clock, compose, onError, isStopping = () => false }: Options): Promise<void> => {
  await databases.acrossTenants((db) => insertEmailsOfTheDay(db, clock()));
  while (!isStopping()) {
    const taken = await databases.acrossTenants((db) => takeDueEmails(db, clock(), AT_ONCE));
    for (const due of taken) {
      // an e-mail may take as long as a server has to end; what was taken is due again later
      if (isStopping()) return;
      try {
        if (!due.isOver) await mail.send(compose(due));
        await databases.acrossTenants((db) => markEmailSent(db, due, clock()));
      } catch (error) {
        onError(error);
      }
    }
    if (taken.length < AT_ONCE) return;
  }
};
