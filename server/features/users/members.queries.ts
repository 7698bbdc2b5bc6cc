import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Scope } from '#contract/permissions.ts';
import { explainConstraint, type Db } from '#server/platform/database.ts';

export const findMemberToSignIn = (db: Db, username: string) =>
  db
    .selectFrom('members')
    .innerJoin('tenants', 'tenants.id', 'members.tenant_id')
    .select([
      'members.tenant_id',
      'members.id',
      'username',
      'password_hash',
      'members.name',
      'role',
      'scopes',
      'designation',
      'phone',
      'email',
      'photo',
      'tenants.is_active',
    ])
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .where('members.archived_at', 'is', null)
    .executeTakeFirst();

interface NewMember {
  tenantId: number;
  username: string;
  passwordHash: string;
  name: string;
  role: 'admin' | 'user';
  scopes?: Scope[];
  designation?: string;
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
      designation: member.designation ?? null,
      email: member.username,
      created_at: member.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explainConstraint({ members_username: new AppError('conflict', 'An account with this email already exists!') }));
