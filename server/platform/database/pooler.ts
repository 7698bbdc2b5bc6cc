import { DatabaseClient } from './hosts.ts';

const ASKED = 4321; // ms; no setting of anybody's
const PROTOCOL_VIOLATION = '08P01'; // PgBouncer's answer to a parameter that it does not know

/**
 * Throws a sentence where a pooler stands between us and PostgreSQL that does not hand on what a connection asks for: without limits of
 * time a sale would wait for ever, and from one transaction to the next a connection would be another one.
 */
export const assertNoPooler = async (databaseUrl: string): Promise<void> => {
  const refusal = new Error(
    'Between Comanda and PostgreSQL stands a pooler, such as PgBouncer, that drops what a connection asks for (statement_timeout). Each node keeps its own 15 connections: let DATABASE_URL name PostgreSQL itself.',
  );
  const client = new DatabaseClient({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, statement_timeout: ASKED });
  client.on('error', () => {}); // the statement that runs meets it as well
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('statement_timeout') as found");
    if (rows[0].found !== `${ASKED}ms`) throw refusal;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    throw code === PROTOCOL_VIOLATION && message.includes('startup parameter') ? refusal : error;
  } finally {
    await client.end().catch(() => {});
  }
};
