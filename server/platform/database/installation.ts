import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Asks for the name of the installation, as the owner or as the worker (db/functions/find_installation.sql). */
export const INSTALLATION = 'select find_installation() as installation';

export const findInstallation = async (db: Db): Promise<string> =>
  (await sql.raw<{ installation: string }>(INSTALLATION).execute(db)).rows[0]!.installation;
