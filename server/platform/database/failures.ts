const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
};

/** True for a transaction that lost against another one and may be tried again: serialization, deadlock, lock not had. */
export const isPassing = (error: unknown): boolean => ['40001', '40P01', '55P03'].includes(codeOf(error));

/** What to throw when a transaction finds that another one has changed what it has read: it is tried again. */
export const lostAgainstAnother = (): Error => Object.assign(new Error('Another transaction was first.'), { code: '40001' });

const TRIES = 3; // of a transaction that met another one's locks

/** Does a transaction again when it lost against another one. */
export const triedAgain = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !isPassing(error)) throw error;
    }
  }
};

/** What the system says when the way to the database is gone, and when a disk or the server's files are: both pass. */
const AWAY = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
const NO_DISK = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'];

/**
 * True when a connection leads to a database that takes no writes any more, because it has become a standby: a new connection may lead
 * to the one that does.
 */
export const isReadOnly = (error: unknown): boolean =>
  codeOf(error) === '25006' || (codeOf(error) === '0A000' && /read-write mode during recovery/.test((error as Error).message));

/** True when the database or the disk is away, full or too slow to answer: 503, and a retry makes sense. */
export const isOutage = (error: unknown): boolean => {
  const code = codeOf(error);
  if (isReadOnly(error) || /^(08|53|57|58|25P03)/.test(code) || AWAY.includes(code) || NO_DISK.includes(code)) return true;
  // pg's own sentences carry no code
  const message = error instanceof Error ? error.message : '';
  return /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/.test(
    message,
  );
};

/** True when PostgreSQL refused a value that the schemas let through: the caller's fault, not ours (22xxx, cases.md D13). */
export const isBadValue = (error: unknown): boolean => codeOf(error).startsWith('22');

/** The kind of a violated constraint that no feature explained: 'duplicate', 'reference', or undefined. */
export const violation = (error: unknown): 'duplicate' | 'reference' | undefined =>
  (({ '23505': 'duplicate', '23503': 'reference' }) as const)[codeOf(error)];
