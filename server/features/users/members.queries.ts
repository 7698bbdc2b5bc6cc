import { sql } from 'kysely';
import { AppError, errorAt } from '#contract/errors.ts';
import { parseScopes, type Right, rightsOf, type Scope } from '#contract/permissions.ts';
import { assertWithin } from '#contract/tenant-limits.ts';
import { explainConstraint, type Db } from '#server/platform/database/database.ts';
import { NAMESAKES_AT_MOST } from '#server/platform/security/tokens.ts';

const present = (db: Db) => db.selectFrom('members').where('archived_at', 'is', null);
const isNamed = (username: string) => sql<boolean>`lower(username) = lower(${username})`;

const profile = [
  'members.id',
  'username',
  'members.name',
  'role',
  'scopes',
  'rights',
  'discount_limit',
  'designation',
  'members.phone',
  'members.email',
  'photo',
] as const;

/** What an account has that was invited and has set no password yet: no password fits it. */
export const NO_PASSWORD = '';
/**
 * Whoever confirmed the address first, then the oldest: who comes later pushes nobody out. Owners and colleagues take turns, so that no
 * number of colleagues' accounts, which anybody can add, takes the places of owners.
 */
const byRight = [
  sql`confirmed_at is null`,
  sql`row_number() over (partition by confirmed_at is null, role order by members.id)`,
  'role',
] as const;
/** Owners' accounts with one address that get in before anybody confirmed it; with a colleague's the places at a sign-in are taken. */
export const UNCONFIRMED_OWNERS_AT_MOST = NAMESAKES_AT_MOST - 1;

/**
 * Whoever may mean this name at a sign-in, in any restaurant, and whether the restaurant's subscription is active: whose address it is
 * first. The others, where there is one, have lost the name: `has_lost` (docs/decisions/0020-confirmed-addresses.md).
 */
export const findMembersToSignIn = (db: Db, username: string, { now, graceDays }: { now: Date; graceDays: number }) =>
  present(db)
    .innerJoin('tenants', 'tenants.id', 'members.tenant_id')
    .select([...profile, 'members.tenant_id', 'password_hash', 'confirmed_at'])
    .select(
      sql<boolean>`tenants.is_active and coalesce(active_until + make_interval(days => ${graceDays}) > ${now}, false)`.as('is_active'),
    )
    .select(sql<boolean>`confirmed_at is null and bool_or(confirmed_at is not null) over ()`.as('has_lost'))
    .where(isNamed(username))
    .where('password_hash', '<>', NO_PASSWORD)
    .orderBy(byRight[0])
    .orderBy(byRight[1])
    .orderBy(byRight[2])
    .limit(NAMESAKES_AT_MOST)
    .execute();

/**
 * Holds a member as it was found, until the commit; undefined when the password was changed or the account archived since. Sign-ins
 * of one member take turns: of more sessions than there may be the oldest end.
 */
export const lockUnchanged = (db: Db, found: { tenant_id: number; id: number; password_hash: string }) =>
  present(db)
    .select('id')
    .where('tenant_id', '=', found.tenant_id)
    .where('id', '=', found.id)
    .where('password_hash', '=', found.password_hash)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Whose password a mailed link may set: the account that confirmed the address, or else the few that have it. */
export const findMembersToRemind = async (db: Db, username: string) => {
  const found = await present(db)
    .select(['tenant_id', 'id', 'username', 'name', 'role', 'created_at', 'confirmed_at'])
    .where(isNamed(username))
    .orderBy(byRight[0])
    .orderBy(byRight[1])
    .orderBy(byRight[2])
    .limit(NAMESAKES_AT_MOST)
    .execute();
  return found[0]?.confirmed_at ? found.slice(0, 1) : found;
};

/**
 * The owner's account that was just opened with the same address for a restaurant of the same name: perhaps the same form, sent twice.
 * Until the commit no other one is opened with this address.
 */
export const findTwin = async (db: Db, { username, name, since }: { username: string; name: string; since: Date }) => {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${username}), 0))`.execute(db);
  return present(db)
    .innerJoin('tenants', 'tenants.id', 'members.tenant_id')
    .select('password_hash')
    .where(isNamed(username))
    .where('role', '=', 'admin')
    .where('tenants.name', '=', name)
    .where('members.created_at', '>', since)
    .orderBy('members.id')
    .executeTakeFirst();
};

/** How many owners' accounts have this address while nobody has confirmed it. After findTwin, whose lock holds others back until the commit. */
export const countUnconfirmedOwners = async (db: Db, username: string): Promise<number> => {
  const { count } = await present(db)
    .select((member) => member.fn.countAll<number>().as('count'))
    .where(isNamed(username))
    .where('role', '=', 'admin')
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Whether an account has confirmed this address, in any restaurant or in another one than `besides`. For the worker and the platform. */
export const isAddressTaken = async (db: Db, username: string, besides = 0): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('members.id')
    .where(isNamed(username))
    // a deleted restaurant can be restored, and its people with it
    .where((row) => row.or([row('archived_at', 'is', null), row('archived_with_tenant', '=', true)]))
    .where('confirmed_at', 'is not', null)
    .where('tenant_id', '<>', besides)
    .executeTakeFirst()) !== undefined;

/** Whether an account of a deleted restaurant, which can be restored, has confirmed this address. */
export const isAddressKept = async (db: Db, username: string): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('members.id')
    .where(isNamed(username))
    .where('archived_with_tenant', '=', true)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** The address is this account's from now on. Throws when another account confirmed it before. */
export const markAddressConfirmed = (db: Db, { tenantId, memberId, now }: { tenantId: number; memberId: number; now: Date }) =>
  db
    .updateTable('members')
    .set({ confirmed_at: sql`coalesce(confirmed_at, ${now})`, invited_at: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', memberId)
    .where('archived_at', 'is', null)
    .returning('username')
    .executeTakeFirst()
    .catch(explainConstraint({ members_address: new AppError('invalid_input', 'Another account has already confirmed this address!') }));

export const getProfileOf = (db: Db, memberId: number) =>
  present(db)
    .select([...profile, 'confirmed_at', 'created_at'])
    .leftJoin('store_settings', 'store_settings.tenant_id', 'members.tenant_id')
    .select(['store_name', 'timezone', 'day_start', 'lock_after_minutes', 'lock_after_send', 'cart_stays_with_till'])
    .where('members.id', '=', memberId)
    .executeTakeFirstOrThrow();

/** What somebody may change of themselves, held until the commit. */
export const lockProfile = (db: Db, memberId: number) =>
  present(db).select(['name', 'phone', 'designation']).where('members.id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow();

/** What others know of a member and of where they work: no password of theirs. */
export const findKnownNames = async (db: Db, { tenantId, memberId }: { tenantId: number; memberId: number }): Promise<string[]> => {
  const row = await present(db)
    .innerJoin('tenants', 'tenants.id', 'members.tenant_id')
    .innerJoin('store_settings', 'store_settings.tenant_id', 'members.tenant_id')
    .select(['username', 'members.name', 'members.email', 'tenants.name as tenant_name', 'store_name'])
    .where('members.tenant_id', '=', tenantId)
    .where('members.id', '=', memberId)
    .executeTakeFirst();
  return row ? Object.values(row).filter((name) => name !== null) : [];
};

/** What the restaurant is called, by whoever opened it and on its menu. */
export const findRestaurantNames = async (db: Db): Promise<string[]> => {
  const row = await db
    .selectFrom('tenants')
    .innerJoin('store_settings', 'store_settings.tenant_id', 'tenants.id')
    .select(['tenants.name', 'store_name'])
    .executeTakeFirstOrThrow();
  return [row.name, row.store_name];
};

/** Everybody who works here or is invited to, the owner first. */
export const findMembers = (db: Db) =>
  present(db)
    .select([...profile, 'invited_at'])
    .orderBy('id')
    .execute();

/** A colleague by username, locked until the commit: what is decided by the scopes it holds stays true. */
export const getMemberToChange = async (db: Db, username: string) => {
  const member = await present(db)
    .select([...profile, 'tenant_id', 'confirmed_at', 'invited_at'])
    .where(isNamed(username))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!member) throw new AppError('not_found', 'This user does not exist!');
  return { ...member, scopes: parseScopes(member.scopes.join(',')), rights: rightsOf(member) };
};

/** `field`: of the form where the address was typed, for the sentence to stand beside it. */
export const takenAddress = (field: 'username' | 'email'): AppError => {
  const message = 'An account with this email already exists!';
  return errorAt('conflict', field, message);
};

/** Before an insert: holds the tenant's counters until the commit, so that of two at once the second counts what the first added. */
export const assertRoomForMember = async (db: Db, tenantId: number): Promise<void> => {
  await db.selectFrom('tenant_counters').select('version').where('tenant_id', '=', tenantId).forNoKeyUpdate().executeTakeFirst();
  assertWithin('members', (await countMembers(db, tenantId)) + 1);
};

export const countMembers = async (db: Db, tenantId: number): Promise<number> => {
  const { count } = await present(db)
    .select((member) => member.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return count;
};

/** For the two constraints that an address meets: nobody is twice in a restaurant, and a confirmed address is one account's. */
export const explainTaken = (field: 'username' | 'email') =>
  explainConstraint({ members_username: takenAddress(field), members_address: takenAddress(field) });

interface NewMember {
  tenantId: number;
  username: string;
  passwordHash: string;
  name: string;
  role: 'admin' | 'user';
  scopes?: Scope[];
  /** absent: those of whom nobody said otherwise */
  rights?: readonly Right[] | undefined;
  discountLimit?: number | null | undefined;
  designation?: string | null | undefined;
  phone?: string | null | undefined;
  /** undefined: the address that is the username */
  email?: string | null;
  /** where the form asked for the username */
  addressField?: 'username' | 'email';
  /** the address is known to be this person's */
  isConfirmed?: boolean;
  /** a colleague added the account */
  isInvited?: boolean;
  now: Date;
}

export const insertMember = (db: Db, member: NewMember) =>
  db
    .insertInto('members')
    .values({
      tenant_id: member.tenantId,
      username: member.username,
      password_hash: member.passwordHash,
      name: member.name,
      role: member.role,
      scopes: member.scopes ?? [],
      ...(member.rights && { rights: [...member.rights] }),
      discount_limit: member.discountLimit ?? null,
      designation: member.designation ?? null,
      phone: member.phone ?? null,
      email: member.email === undefined ? member.username : member.email,
      created_at: member.now,
      confirmed_at: member.isConfirmed ? member.now : null,
      invited_at: member.isInvited ? member.now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explainTaken(member.addressField ?? 'username'));

interface MemberValues {
  name: string;
  designation: string | null | undefined;
  phone: string | null | undefined;
  email: string | null | undefined;
  scopes: Scope[] | undefined;
  rights?: Right[];
  discount_limit?: number | null;
}

/** Changes what is given; what is undefined keeps its value. */
export const updateMember = (db: Db, id: number, values: MemberValues) =>
  db.updateTable('members').set(values).where('id', '=', id).execute();

/** Sets a password; undefined when the account is gone. Whoever may know the old one may know the PIN: it goes, unless its owner chose again. */
export const updatePassword = async (
  db: Db,
  { tenantId, memberId, passwordHash, keepsPin = false }: { tenantId: number; memberId: number; passwordHash: string; keepsPin?: boolean },
) =>
  db
    .updateTable('members')
    .set({ password_hash: passwordHash, ...(!keepsPin && { pin_hash: null }) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', memberId)
    .where('archived_at', 'is', null)
    .returning(['username', 'name', 'confirmed_at'])
    .executeTakeFirst();

export const markMemberArchived = (db: Db, id: number, now: Date) =>
  db.updateTable('members').set({ archived_at: now, pin_hash: null }).where('id', '=', id).execute();
