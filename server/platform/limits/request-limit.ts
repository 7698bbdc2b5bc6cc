import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/errors.ts';
import { openBuckets, openBucketsForAddresses } from './buckets.ts';
import { bucketTable, type BucketTable } from './limit-table.ts';
import type { Clock } from '#server/platform/clock-and-random.ts';
import { hashToken } from '#server/platform/security/tokens.ts';

const KNOWN = 50_000; // tokens; the least recently used leaves first
const PIECE = 32_768; // bytes of a body; what is smaller is paid for by its request
const COOKIES_READ = 8; // of one request; who sends more is known by none of the others

/** A token as our cookies carry them; which cookie it is in does not matter here. */
const TOKEN = /^[\w-]{43}(\.[\w-]{43})?$/;

/** Whose bucket it is. */
export interface Payer {
  key: string;
  /** of a member's session; nobody's in particular of others */
  member?: { tenantId: number; memberId: number; sessionId: number };
}

/** What the limit knows of one request or one handshake. */
export interface CountedRequest {
  address: string;
  /** which bucket paid for it, and whose it was */
  paidBy: 'signedOut' | 'unverified' | 'session';
  payer: Payer;
  /** whose session was found */
  member?: Payer['member'];
}

export interface Arrival {
  address: string;
  cookies: readonly (string | undefined)[];
  /** Whoever answers it looks its session up, and says by `foundSession` or `foundNone` what was found. */
  isLookedUp: boolean;
}

interface Options {
  clock: Clock;
  table?: BucketTable;
}

/** Why a request is not let in. */
export class Refused extends AppError {
  readonly counted: CountedRequest;
  readonly limit: keyof BucketTable;
  constructor(counted: CountedRequest, wait: number, limit: keyof BucketTable = counted.paidBy) {
    super('too_many', 'Too many requests! Please try again later!', { retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
    this.counted = counted;
    this.limit = limit;
  }
}

/**
 * The coarse limit of all that a node is asked (limit-table.ts): a session has its own bucket, and whoever has none shares that of an
 * address prefix. Who has a session only the database can say, and it is asked anyway, once, by the guard. Until then a request is
 * held for what its cookies were the last time: those of a session that was found before, or that we have just set, pay from that
 * session's bucket. Others pay from one of their own prefix for what is not known yet, and get it back when there is a session; when
 * there is none they pay as whoever is not signed in, too, so that a made-up cookie opens nothing.
 */
export const openRequestLimit = ({ clock, table = bucketTable }: Options) => {
  const bodies = openBuckets(table.bodies);
  const buckets = {
    signedOut: openBucketsForAddresses(table.signedOut),
    unverified: openBucketsForAddresses(table.unverified),
    session: openBuckets(table.session),
  };
  /** by a token's hash, whose bucket pays for it */
  const known = new LRUCache<string, Payer>({ max: KNOWN });

  /** Takes from a bucket, or throws. */
  const pay = (counted: CountedRequest, paidBy: CountedRequest['paidBy'], payer: Payer): void => {
    counted.paidBy = paidBy;
    counted.payer = payer;
    const wait = buckets[paidBy].take(payer.key, clock().getTime());
    if (wait !== undefined) throw new Refused(counted, wait);
  };

  return {
    /** Lets a request in, or throws Refused. */
    enter: ({ address, cookies, isLookedUp }: Arrival): CountedRequest => {
      const tokens = [...cookies].filter((cookie) => cookie !== undefined && TOKEN.test(cookie)).slice(0, COOKIES_READ) as string[];
      const payer = tokens.map((token) => known.get(hashToken(token))).find((one) => one !== undefined);
      const counted: CountedRequest = { address, paidBy: 'signedOut', payer: { key: address } };
      if (payer) pay(counted, 'session', payer);
      else pay(counted, tokens.length > 0 && isLookedUp ? 'unverified' : 'signedOut', counted.payer);
      return counted;
    },
    /** The session of this cookie was found: it pays for the request, and at once for all that come with the cookie later. */
    foundSession: (counted: CountedRequest, cookie: string | undefined, payer: Payer): void => {
      if (cookie !== undefined) known.set(hashToken(cookie), payer);
      counted.member = payer.member;
      if (counted.paidBy === 'session') return;
      buckets[counted.paidBy].giveBack(counted.payer.key, clock().getTime());
      pay(counted, 'session', payer);
    },
    /** This cookie has no session: whoever has no other is not signed in. Throws Refused where those have nothing left. */
    foundNone: (counted: CountedRequest, cookie: string | undefined): void => {
      if (cookie !== undefined) known.delete(hashToken(cookie));
      if (counted.paidBy === 'unverified') pay(counted, 'signedOut', { key: counted.address });
    },
    /** A body of so many bytes is to be parsed: a member's restaurant pays for it, with however many sessions. Or throws Refused. */
    takeBody: (counted: CountedRequest, bytes: number): void => {
      const { member } = counted;
      const pieces = Math.floor(bytes / PIECE);
      if (!member || pieces === 0) return;
      const key = `tenant:${member.tenantId}`;
      const wait = bodies.take(key, clock().getTime(), pieces);
      if (wait !== undefined) throw new Refused({ ...counted, payer: { key, member } }, wait, 'bodies');
    },
    /** We have given it these cookies: a renewed session stays the session it was, and a new one is known before its first request. */
    setCookies: (counted: CountedRequest, cookies: readonly string[]): void => {
      // what is set together is one session's, and has one bucket
      const tokens = cookies.filter((cookie) => TOKEN.test(cookie)).map(hashToken);
      const payer: Payer = counted.paidBy === 'session' ? counted.payer : { key: tokens[0] ?? '' };
      for (const token of tokens) known.set(token, payer);
    },
  };
};

export type RequestLimit = ReturnType<typeof openRequestLimit>;
