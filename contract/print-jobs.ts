import * as z from 'zod';
import { PARTS_MOST } from './checks.ts';
import { endpoint } from './endpoint.ts';
import { done, flag, id, instant, INVALID, looseId, optional, optionalFlag, optionalId, pathId, price } from './fields.ts';

export const printKinds = ['receipt', 'bill', 'token', 'ticket', 'closing', 'test'] as const;
export type PrintKind = (typeof printKinds)[number];

export const jobStates = ['queued', 'sending', 'printed', 'unsure', 'failed', 'expired'] as const;

const atTill = ['POS', 'ORDERS'] as const;
/** Who may print at all; which kind, the server says: receipt also INVOICES, closing REPORTS, test SETTINGS. */
const print = ['POS', 'ORDERS', 'INVOICES', 'REPORTS', 'SETTINGS'] as const;
const params = z.object({ id: pathId });

export const printJob = z.object({
  job_id: id,
  kind: z.enum(printKinds),
  printer_title: z.string(),
  state: z.enum(jobStates),
  attempts: z.number(),
  copy_no: z.number(),
  created_at: instant,
  error: z.string().nullable(),
});
export type PrintJob = z.output<typeof printJob>;

/** One of several people's share of a bill, as the till shares it. */
export const billShare = z
  .object({
    number: z.int(INVALID).min(1, INVALID).max(PARTS_MOST, INVALID),
    of: z.int(INVALID).min(2, INVALID).max(PARTS_MOST, INVALID),
    amount: price(INVALID),
    /** The payment of it, once it is paid. */
    paymentId: optionalId,
  })
  .refine(({ number, of }) => number <= of, INVALID);
export type BillShare = z.output<typeof billShare>;

const COPIES = 'At most 5 copies, please!';

export const addPrintJob = endpoint({
  method: 'POST',
  path: '/print-jobs',
  summary: 'Print a document on a printer of the house',
  access: print,
  idempotent: true,
  body: z.object({
    kind: z.enum(printKinds, INVALID),
    id: optionalId,
    printerId: looseId,
    /** Of kind bill: a slip for this share, instead of the bill. */
    share: billShare.nullish(),
    /** It was printed elsewhere before, by a browser: the first paper of it here is a copy, too. */
    isCopy: optionalFlag,
    copies: optional(z.int(COPIES).min(1, COPIES).max(5, COPIES)).transform((copies) => copies ?? 1),
  }),
  reply: done.extend({ jobId: id, jobIds: z.array(id) }),
});

export const listPrintJobs = endpoint({
  method: 'GET',
  path: '/print-jobs',
  summary: 'What was to be printed, newest first, at most 200; of one state, where one is given',
  access: atTill,
  query: z.object({ state: z.union([z.enum(jobStates), z.literal('')], INVALID).optional() }),
  reply: z.array(printJob),
});

export const retryPrintJob = endpoint({
  method: 'POST',
  path: '/print-jobs/:id/retry',
  summary: 'Try to print again what failed; what may have been printed is headed so',
  access: atTill,
  params,
  reply: done,
});

export const confirmPrintJob = endpoint({
  method: 'POST',
  path: '/print-jobs/:id/answer',
  summary: 'Say whether paper came out of which the server knows nothing',
  access: atTill,
  params,
  body: z.object({ printed: flag }),
  reply: done,
});

const polled = z.object({ token: z.string().max(100, INVALID) });

export const takeStarPoll = endpoint({
  method: 'POST',
  path: '/print/cloudprnt/:token',
  summary: 'A Star printer says how it is, and asks for work (CloudPRNT)',
  access: 'public',
  params: polled,
  reply: z.object({ jobReady: z.boolean(), mediaTypes: z.array(z.string()).optional(), jobToken: z.string().optional() }),
});

export const getStarJob = endpoint({
  method: 'GET',
  path: '/print/cloudprnt/:token',
  summary: 'A Star printer fetches what it is to print, a picture (image/png)',
  access: 'public',
  params: polled,
  reply: z.string(),
});

export const completeStarJob = endpoint({
  method: 'DELETE',
  path: '/print/cloudprnt/:token',
  summary: 'A Star printer says what became of it',
  access: 'public',
  params: polled,
  reply: z.object({}),
});

export const takeEpsonPoll = endpoint({
  method: 'POST',
  path: '/print/epson/:token',
  summary: 'An Epson printer asks for work or says what became of it (Server Direct Print: form in, XML out)',
  access: 'public',
  params: polled,
  reply: z.string(),
});
