import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { completeStarJob, getStarJob, takeEpsonPoll, takeStarPoll } from '#contract/print-jobs.ts';
import type { CodePage, PrinterKind } from '#contract/printers.ts';
import type { Databases } from '#server/platform/database/database.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import { toPng } from '#server/platform/printing/png.ts';
import type { openRaster } from '#server/platform/printing/raster.ts';
import type { Route } from '#server/platform/endpoints/routes.ts';
import { hashToken } from '#server/platform/security/tokens.ts';
import { openSemaphores } from '#server/platform/work/semaphores.ts';
import { dotsOf } from './layout.rules.ts';
import {
  type Fetched,
  fetchJob,
  findPollingPrinter,
  noteAnswer,
  noteBroken,
  notePoll,
  type Polling,
  type State,
} from './polled.queries.ts';
import { readPrintResponse, toDots, toEpos, toPrintRequest } from './writers.rules.ts';

interface Dependencies {
  databases: Databases;
  limits: Limits;
  raster: Pick<ReturnType<typeof openRaster>, 'drawLine'>;
}

/** bytes of what a printer says */
const BODY_MAX = 65_536;
/** characters of what an Epson printer says of a job, which is a tenth of it */
const RESPONSE_MAX = 4096;
/** ms that a printer waits for another one of its tenant; then it is refused, and asks again */
const TURN_WITHIN = 5000;
/** ms that an Epson printer has for a job before it asks for the next one */
const EPSON_PRINTS = 15_000;

const textOf = (body: unknown): string => (Buffer.isBuffer(body) ? body.toString('utf8') : '');

const readJson = (text: string): Record<string, unknown> => {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/** '200 OK' of Star's, with its sign of percent or without. */
const stateOfStar = (code: unknown): State => {
  const text = typeof code === 'string' ? code : '';
  return text.startsWith('2') || text.startsWith('OK') || text === '' ? 'ok' : text.startsWith('410') ? 'paper_out' : 'offline';
};

const numberOf = (text: unknown): number | undefined => (typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

type Answer = Route['answer'];
type Request = Parameters<Answer>[0];
type Replying = Parameters<Answer>[1];

/** What printers ask that reach the server and are not reached by it: Star's CloudPRNT and Epson's Server Direct Print. */
export const polledRoutes = ({ databases, limits, raster }: Dependencies): Route[] => {
  const unknownTokens = limits.openForAddresses('print-token');
  const polls = limits.open('print-poll');
  /** Laying out and drawing take time of all tenants: one paper of a tenant at a time. */
  const inTurn = openSemaphores(1, TURN_WITHIN);

  /** The printer's job, drawn in its turn; undefined where there is none. */
  const fetchDrawn = <T>(printer: Polling, wanted: number | undefined, draw: (job: Fetched) => Promise<T>): Promise<T | undefined> =>
    inTurn(printer.tenantId, async () => {
      const job = await fetchJob(databases, printer, wanted);
      if (!job) return undefined;
      try {
        return await draw(job);
      } catch (error) {
        await noteBroken(databases, printer, job.jobId);
        throw error;
      }
    });

  /** Whoever does not know a token learns nothing, and may guess for a while only. */
  const route = (
    endpoint: Endpoint,
    kind: PrinterKind,
    work: (printer: Polling, request: Request, reply: Replying, nudge: (tenantId: number) => void) => Promise<unknown>,
  ): Route => ({
    endpoint,
    isRaw: true,
    bodyLimit: BODY_MAX,
    answer: async (request, reply, _, { nudge }) => {
      const { token = '' } = request.params as { token?: string };
      const printer = await findPollingPrinter(databases, kind, hashToken(token));
      if (!printer) {
        await unknownTokens.take(request.ip);
        throw new AppError('not_found', 'Not found!');
      }
      await polls.take(String(printer.id));
      return work(printer, request, reply, nudge);
    },
  });
  const queryOf = (request: Request) => request.query as Record<string, unknown>;

  return [
    route(takeStarPoll, 'cloudprnt', async (printer, request) => {
      const { statusCode, printingInProgress } = readJson(textOf(request.body));
      const state = stateOfStar(statusCode);
      const jobId = await notePoll(databases, printer, { state, timeout: printingInProgress === true ? Number.POSITIVE_INFINITY : 0 });
      return jobId === undefined ? { jobReady: false } : { jobReady: true, mediaTypes: ['image/png'], jobToken: String(jobId) };
    }),

    route(getStarJob, 'cloudprnt', async (printer, request, reply, nudge) => {
      const page = await fetchDrawn(printer, numberOf(queryOf(request)['token']), async ({ lines, width }) => {
        const dots = dotsOf(width);
        return toPng(await toDots(lines, dots, raster.drawLine), dots);
      });
      if (page) return reply.header('x-star-cut', 'full; feed=true').type('image/png').send(page);
      // it may have failed just now
      nudge(printer.tenantId);
      throw new AppError('not_found', 'Not found!');
    }),

    route(completeStarJob, 'cloudprnt', async (printer, request, _, nudge) => {
      const { code, token } = queryOf(request);
      // whoever says nothing of it has not said that it was printed
      const isSaid = typeof code === 'string' && code !== '';
      const state = stateOfStar(code);
      const outcome = !isSaid ? 'unsure' : state === 'ok' ? 'printed' : 'refused';
      await noteAnswer(databases, printer, { jobId: numberOf(token), outcome, state });
      nudge(printer.tenantId);
      return {};
    }),

    route(takeEpsonPoll, 'epson', async (printer, request, reply, nudge) => {
      reply.type('text/xml; charset=utf-8');
      const form = new URLSearchParams(textOf(request.body));
      const connection = form.get('ConnectionType');
      if (connection === 'SetResponse') {
        const said = form.get('ResponseFile') ?? '';
        if (said.length > RESPONSE_MAX) throw new AppError('invalid_input', 'Invalid request!');
        const { jobId, isPrinted, isOutOfPaper } = readPrintResponse(said);
        await noteAnswer(databases, printer, {
          jobId,
          outcome: isPrinted ? 'printed' : 'refused',
          state: isPrinted ? 'ok' : isOutOfPaper ? 'paper_out' : 'offline',
        });
        nudge(printer.tenantId);
        return reply.send('');
      }
      // whoever tells how it is has not asked for work
      if (connection !== 'GetRequest') return reply.send('');
      const jobId = await notePoll(databases, printer, { timeout: EPSON_PRINTS });
      if (jobId === undefined) return reply.send('');
      const work = await fetchDrawn(printer, jobId, async (job) => {
        const paper = { width: job.width, codePage: job.codePage as CodePage };
        return toPrintRequest(job.jobId, await toEpos(job.lines, paper, raster.drawLine));
      });
      if (!work) nudge(printer.tenantId);
      return reply.send(work ?? '');
    }),
  ];
};
