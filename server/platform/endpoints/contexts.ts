import type {} from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { CookieNames } from '#server/platform/http/cookies.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import type { Fiscal, FiscalDocument } from '#server/platform/fiscal.ts';
import type { Idempotent } from './idempotency.ts';
import type { Email } from '#server/platform/mail.ts';
import type { Photos } from '#server/platform/files/photos.ts';
import type { SocketsOf } from '#server/platform/events/realtime.ts';
import type { Clock, Random } from '#server/platform/clock-and-random.ts';
import type { NoteSecurity, SecurityEvent } from '#server/platform/security/security-events.ts';
import type { ProviderSession, Session } from './session.ts';

type CookieOptions = Parameters<FastifyReply['setCookie']>[2];
export type SetCookie = (name: string, value: string, options: CookieOptions) => void;
export type ClearCookie = (name: string, options: CookieOptions) => void;

export interface Context {
  db: Db;
  session: Session;
  now: Date;
  /** of figures that are read from a standby; else undefined */
  asOf: Date | undefined;
  random: Random;
  photos: Photos;
  /** What reaches outside belongs here: it runs only once the data is safe. */
  afterCommit: (work: () => unknown) => void;
  /** Closes sockets after the commit (wire.md §2, at once). */
  closeSockets: (whose: SocketsOf) => void;
  /** Sends an e-mail after the commit; at once from work in the background, which begins after it. */
  sendEmail: (email: Email) => void;
  /** Work that goes on beside the answer, after the commit; a failure is logged. */
  inBackground: (work: () => Promise<void>) => void;
  /** Has a document signed that was given its number, after the commit (docs/fiscal.md). */
  sign: (document: Omit<FiscalDocument, 'tenantId'>) => void;
  /** Notes what an attack looks like, at once and whether or not the transaction commits. */
  noteSecurity: (event: SecurityEvent) => void;
  clearCookie: ClearCookie;
}

/** What a handler that opens its own transactions works with. */
export interface OpenContext extends Databases {
  session: Session | undefined;
  now: Date;
  random: Random;
  photos: Photos;
  /** the caller, for limits and for the list of devices */
  address: string;
  userAgent: string;
  /** Those of the request, by their plain names; the two calls below take these too. */
  cookies: Record<string, string | undefined>;
  /** the caller's password once more, where a call asks for it (wire.md §3) */
  confirmPassword: string | undefined;
  setCookie: SetCookie;
  clearCookie: ClearCookie;
  /** Tells the browser to forget the answers that it kept; what people typed and saved on the device stays. */
  clearCache: () => void;
  idempotent: Idempotent | undefined;
  /** Marks an answer as one that was given before (wire.md §1). */
  replayed: () => void;
  /** Tells the dispatcher that a tenant has something to announce; a member's own tenant is told of without it. */
  nudge: (tenantId: number) => void;
  /** Closes sockets now: call it when the transaction that ended their sessions is over. */
  closeSockets: (whose: SocketsOf) => void;
  /** Sends an e-mail now; nobody waits for its delivery. */
  sendEmail: (email: Email) => void;
  /** Has a document signed that was given its number: call it after the commit (docs/fiscal.md). */
  sign: (document: FiscalDocument) => void;
  /** Notes what an attack looks like. */
  noteSecurity: (event: SecurityEvent) => void;
  /** Work that goes on beside the answer; a failure is logged. */
  inBackground: (work: () => Promise<void>) => void;
}

/** What a handler of the super administrator's works with: no tenant, and transactions of the platform's role. */
export type ProviderContext = Omit<OpenContext, 'session'> & { superAdmin: ProviderSession };

/** What a route may use of the application around it. */
export interface RouteDependencies {
  databases: Databases;
  clock: Clock;
  random: Random;
  photos: Photos;
  /** Tells the dispatcher that a tenant has something to announce. */
  nudge: (tenantId: number) => void;
  closeSockets: (whose: SocketsOf) => void;
  sendEmail: (email: Email) => void;
  noteSecurity: NoteSecurity;
  inBackground: (work: () => Promise<void>) => void;
  fiscal: Fiscal;
  /** True where a super administrator without a second factor may do nothing but switch one on: in production. */
  requiresFactor: boolean;
  cookieNames: CookieNames;
}
