import { AppError, errorAt } from '#contract/errors.ts';
import { addPrinter, deletePrinter, listPrinters, type Printer, sendTestPage, updatePrinter, WRONG_ADDRESS } from '#contract/printers.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { assertNotDouble } from '#server/platform/database/duplicates.queries.ts';
import { assertRowsWithin } from '#server/platform/database/row-limits.queries.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { readPrinterAddress } from '#server/platform/printing/printer-address.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { getDocument } from './documents.queries.ts';
import { assertRoom, insertPrintJob } from './print-jobs.queries.ts';
import {
  findPrinters,
  getPrinter,
  getPrinterToChange,
  insertPrinter,
  markPrinterArchived,
  type PrinterValues,
  toPrinter,
  updatePrinterRow,
} from './printers.queries.ts';

const entity = 'printers';
const DOUBLE = 'There is already a printer with this title!';

/** The address of a printer of the network; of the others it says nothing, and is none. */
const addressOf = (kind: Printer['kind'], address: string | null | undefined): string | null => {
  if (kind !== 'network') return null;
  if (!address || !readPrinterAddress(address)) throw errorAt('invalid_input', 'address', WRONG_ADDRESS);
  return address;
};

const NO_NETWORK =
  'This server does not reach printers of a network! Please add one that asks for its work: CloudPRNT, or Epson Server Direct Print!';

/** A provider who hosts restaurants may not want its server to connect where a restaurant says. */
const assertReached = (kind: Printer['kind'], printerNetwork: boolean): void => {
  if (kind === 'network' && !printerNetwork) throw new AppError('conflict', NO_NETWORK);
};

interface Dependencies {
  /** Something was queued. */
  wake: () => void;
  config: { printerNetwork?: boolean };
}

export const printersRoutes = ({ wake, config: { printerNetwork = true } }: Dependencies) => [
  handle(listPrinters, async (_, { db }) => (await findPrinters(db)).map(toPrinter)),

  handle(addPrinter, async ({ body }, context) => {
    const { db, random } = context;
    const { title, kind, address, width = 80, codePage = 'windows1252' } = body;
    assertReached(kind, printerNetwork);
    const values: PrinterValues = { title, kind, address: addressOf(kind, address), width, codePage };
    const pollToken = kind === 'network' ? null : newToken(random);
    const { id } = await insertPrinter(db, values, pollToken && hashToken(pollToken));
    await assertRowsWithin(db, 'printers');
    await assertNotDouble(db, entity, id, DOUBLE);
    await insertAudit(context, { action: 'add', entity, entityId: id, after: values });
    return { message: 'Printer added.', id, pollToken };
  }),

  handle(updatePrinter, async ({ params: { id }, body }, context) => {
    const { db } = context;
    const { id: _id, state: _state, lastSeenAt: _seen, ...present } = await getPrinterToChange(db, id);
    if (body.kind !== undefined && body.kind !== present.kind) throw new AppError('invalid_input', 'Please add another printer instead!');
    const after = await mergedOfRow(context, { given: body, present }, entity, id);
    if (after.address !== present.address) assertReached(present.kind, printerNetwork);
    await updatePrinterRow(db, id, { ...after, address: addressOf(present.kind, after.address) });
    if (after.title !== present.title) await assertNotDouble(db, entity, id, DOUBLE);
    await insertAudit(context, { action: 'update', entity, entityId: id, before: present, after });
    return { message: 'Printer updated.' };
  }),

  handle(deletePrinter, async ({ params: { id } }, context) => {
    const { db, now } = context;
    const before = await getPrinterToChange(db, id);
    await markPrinterArchived(db, id, now);
    await insertAudit(context, { action: 'delete', entity, entityId: id, before });
    return { message: 'Printer deleted.' };
  }),

  handle(sendTestPage, async ({ params: { id } }, { db, now, session, afterCommit }) => {
    const { title } = await getPrinter(db, id);
    const content = await getDocument(db, { kind: 'test', id: null, printer: title, now });
    await assertRoom(db, { printerId: id, content, copies: 1 });
    const jobId = await insertPrintJob(db, { printerId: id, kind: 'test', id: null, content, memberId: session.memberId, now });
    afterCommit(wake);
    return { message: 'Test page sent.', jobId };
  }),
];
