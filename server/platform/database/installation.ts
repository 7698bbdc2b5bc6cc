import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Names an installation by its database, without storing anything that a copy would carry along: a restored backup is another one, whatever
 * cluster it lies in, and a promoted standby the same one. A copy of the cluster's files is the same one, too (docs/operating.md).
 */
export const INSTALLATION = `
  select system_identifier || '-' || (select oid from pg_database where datname = current_database()) as installation from pg_control_system()`;

export const findInstallation = async (db: Db): Promise<string> =>
  (await sql.raw<{ installation: string }>(INSTALLATION).execute(db)).rows[0]!.installation;
