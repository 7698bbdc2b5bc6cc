/** ms: a document that no printer takes has failed after so long, or after so many tries; a ticket goes on being tried. */
export const TIMEOUT = 15_000;
const TRIES = 2;
const TICKET_TIMEOUT = 10 * 60_000;
const AGAIN_AFTER = 2000;
export const TICKET_AGAIN_AFTER = 5000;
/** ms: a printer that polls says within this time what became of what it fetched. */
export const ANSWERS_WITHIN = 60_000;

interface Tried {
  kind: string;
  attempts: number;
  tried_from: Date;
}

interface Next {
  state: 'queued' | 'failed' | 'expired';
  due_at: Date | null;
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** What becomes of a job of which no byte was sent; `isFinal`: another try would end like this one. */
export const afterRefusal = ({ kind, attempts, tried_from }: Tried, now: Date, isFinal = false): Next => {
  const age = now.getTime() - tried_from.getTime();
  if (kind === 'ticket' && age >= TICKET_TIMEOUT) return { state: 'expired', due_at: null };
  if (!isFinal && attempts < TRIES && age < TIMEOUT) return { state: 'queued', due_at: after(now, AGAIN_AFTER) };
  return { state: 'failed', due_at: kind === 'ticket' ? after(now, TICKET_AGAIN_AFTER) : null };
};

/** What becomes of a job that no printer can print: it is not tried again, not even a ticket. */
export const NEVER: Next = { state: 'failed', due_at: null };

/** What becomes of one that waits for its printer, if it changes; a ticket stays due. */
export const afterWaiting = (job: Tried & { state: string }, now: Date): Next | undefined => {
  if (now.getTime() - job.tried_from.getTime() < TIMEOUT) return undefined;
  const next = afterRefusal({ ...job, attempts: TRIES }, now);
  return next.state === job.state ? undefined : { ...next, due_at: next.due_at && now };
};

const sentences = {
  offline: 'The printer cannot be reached.',
  paper_out: 'The printer is out of paper.',
  unfetched: 'The printer has not asked for it.',
  unsure: 'The printer has not said whether it was printed.',
  off: 'This server does not print on printers of the network.',
  too_long: 'It is too long for a printer.',
  broken: 'It could not be made ready for this printer.',
} as const;

/** Why, for a person; why exactly a network refused would tell a stranger what is on it. */
export const sayWhy = (why: keyof typeof sentences): string => sentences[why];
