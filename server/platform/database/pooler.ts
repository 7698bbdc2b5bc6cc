import { DatabaseClient } from './hosts.ts';

const ASKED = 4321; // ms; no setting of anybody's
const PROTOCOL_VIOLATION = '08P01'; // PgBouncer's answer to a parameter that it does not know

const sentenceOf = (name: string) =>
  `Between Comanda and PostgreSQL stands a pooler, such as PgBouncer, that drops what a connection asks for (statement_timeout). Each node keeps its own 15 connections: let ${name} name PostgreSQL itself.`;

// what the system says of a wrong host or port, or of a database that is not running
const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/** A sentence for whoever starts it; every start, and every command, connects here first. */
const explained = (error: Error & { code?: string; errors?: Error[] }, name: string): Error => {
  const { code, message, errors } = error;
  if (!UNREACHABLE.includes(code ?? '') && message !== 'timeout expired') return error;
  // several addresses were tried, and none answered
  const reason = message || errors?.[0]?.message;
  return new Error(`The database does not answer (${reason}): is it running, and is ${name} its address?`, { cause: error });
};

/**
 * Throws a sentence where a pooler stands between us and PostgreSQL that does not hand on what a connection asks for: without limits of
 * time a sale would wait for ever, and from one transaction to the next a connection would be another one.
 */
export const assertNoPooler = async (databaseUrl: string, name = 'DATABASE_URL', within = 10_000): Promise<void> => {
  const refusal = new Error(sentenceOf(name));
  const client = new DatabaseClient({ connectionString: databaseUrl, connectionTimeoutMillis: within, statement_timeout: ASKED });
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('statement_timeout') as found");
    if (rows[0].found !== `${ASKED}ms`) throw refusal;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    throw code === PROTOCOL_VIOLATION && message.includes('startup parameter') ? refusal : explained(error as Error, name);
  } finally {
    await client.end().catch(() => {});
  }
};

/** The same before a standby, which may be away while the server starts: then figures are read where everything is written. */
export const assertNoPoolerBeforeStandby = async (readUrl: string): Promise<void> => {
  const name = 'DATABASE_READ_URL';
  await assertNoPooler(readUrl, name, 3000).catch((error: Error) => {
    if (error.message === sentenceOf(name)) throw error;
  });
};
