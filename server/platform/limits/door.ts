import { AppError } from '#contract/errors.ts';
import { openBuckets, openBucketsForAddresses } from './buckets.ts';
import { bucketTable, type BucketTable } from './limit-table.ts';
import type { Clock } from '#server/platform/clock-and-random.ts';
import { hashToken } from '#server/platform/security/tokens.ts';

const KNOWN = 50_000; // tokens; the one longest unused leaves first
const COOKIES_READ = 8; // of one request; who sends more is known by none of the others

/** A token as our cookies carry them; which cookie it is in does not matter here. */
const TOKEN = /^[\w-]{43}(\.[\w-]{43})?$/;

/** Whose bucket it is. */
export interface Payer {
  key: string;
  /** of a member's session; nobody's in particular of others */
  member?: { tenantId: number; memberId: number; sessionId: number };
}

/** What the door knows of one request or one handshake. */
export interface Visit {
  address: string;
  /** which bucket paid for it, and whose it was */
  paidBy: 'stranger' | 'unmet' | 'session';
  payer: Payer;
}

export interface Arrival {
  address: string;
  cookies: readonly (string | undefined)[];
  /** Whoever answers it looks its session up, and says by `met` or `unmet` what was found. */
  isLookedUp: boolean;
}

interface Options {
  clock: Clock;
  table?: BucketTable;
}

/** Why a visit ends at the door. */
export class Refused extends AppError {
  readonly visit: Visit;
  constructor(visit: Visit, wait: number) {
    super('too_many', 'Too many requests! Please try again later!', { retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
    this.visit = visit;
  }
}

/**
 * The coarse limit of all that a node is asked (limit-table.ts): a session has its own bucket, and whoever has none shares that of an
 * address prefix. Who has a session only the database can say, and it is asked anyway, once, by the guard. Until then a request is
 * held for what its cookies were the last time: those of a session that was found before, or that we have just set, pay from that
 * session's bucket. Others pay from one of their own prefix for what is not known yet, and get it back when there is a session; when
 * there is none they pay as strangers as well, so that a made-up cookie opens nothing.
 */
export const openDoor = ({ clock, table = bucketTable }: Options) => {
  const buckets = {
    stranger: openBucketsForAddresses(table.stranger),
    unmet: openBucketsForAddresses(table.unmet),
    session: openBuckets(table.session),
  };
  /** by a token's hash, whose bucket pays for it */
  const known = new Map<string, Payer>();

  const remember = (token: string, payer: Payer): void => {
    known.delete(token);
    known.set(token, payer);
    if (known.size > KNOWN) known.delete(known.keys().next().value!);
  };

  const findPayer = (tokens: readonly string[]): Payer | undefined => {
    const token = tokens.find((one) => known.has(one));
    const payer = token === undefined ? undefined : known.get(token);
    if (token !== undefined && payer) remember(token, payer);
    return payer;
  };

  /** Takes from a bucket, or throws. */
  const pay = (visit: Visit, paidBy: Visit['paidBy'], payer: Payer): void => {
    visit.paidBy = paidBy;
    visit.payer = payer;
    const wait = buckets[paidBy].take(payer.key, clock().getTime());
    if (wait !== undefined) throw new Refused(visit, wait);
  };

  return {
    /** Lets a request in, or throws Refused. */
    enter: ({ address, cookies, isLookedUp }: Arrival): Visit => {
      const tokens = [...cookies].filter((cookie) => cookie !== undefined && TOKEN.test(cookie)).slice(0, COOKIES_READ) as string[];
      const payer = findPayer(tokens.map(hashToken));
      const visit: Visit = { address, paidBy: 'stranger', payer: { key: address } };
      if (payer) pay(visit, 'session', payer);
      else pay(visit, tokens.length > 0 && isLookedUp ? 'unmet' : 'stranger', visit.payer);
      return visit;
    },
    /** The session of this cookie was found: it pays for the request, and at once for all that come with the cookie later. */
    met: (visit: Visit, cookie: string | undefined, payer: Payer): void => {
      if (cookie !== undefined) remember(hashToken(cookie), payer);
      if (visit.paidBy === 'session') return;
      buckets[visit.paidBy].giveBack(visit.payer.key, clock().getTime());
      pay(visit, 'session', payer);
    },
    /** This cookie has no session: whoever has no other is a stranger. Throws Refused where strangers have nothing left. */
    unmet: (visit: Visit, cookie: string | undefined): void => {
      if (cookie !== undefined) known.delete(hashToken(cookie));
      if (visit.paidBy === 'unmet') pay(visit, 'stranger', { key: visit.address });
    },
    /** We have given it these cookies: a renewed session stays the session it was, and a new one is known before its first request. */
    handOut: (visit: Visit, cookies: readonly string[]): void => {
      // what is set together is one session's, and has one bucket
      const tokens = cookies.filter((cookie) => TOKEN.test(cookie)).map(hashToken);
      const payer: Payer = visit.paidBy === 'session' ? visit.payer : { key: tokens[0] ?? '' };
      for (const token of tokens) remember(token, payer);
    },
  };
};

export type Door = ReturnType<typeof openDoor>;
