import { addPrintJob, type PrintKind } from '#contract/print-jobs.ts';
import { call, CallFailed } from './api.ts';
import { housePrinter } from './chosen-printer.ts';
import { newIdempotencyKey } from './idempotency-keys.ts';
import { notify } from './toast.ts';

interface Printout {
  tokenNo?: number;
  orderId?: number | undefined;
  invoiceId?: number;
  checkId?: number;
  bill?: object;
  share?: { number: number; of: number; amount: number; paymentId?: number | undefined };
  closingNo?: number;
  isCopy?: boolean;
}

/** The document that the server knows of, where there is one. */
const documentOf = ({ tokenNo, orderId, invoiceId, checkId, bill, share, closingNo }: Printout): [PrintKind, number | undefined] => {
  if (closingNo !== undefined) return ['closing', closingNo];
  if (tokenNo !== undefined) return ['token', orderId];
  if (bill || share) return ['bill', checkId];
  // of an order that is not paid the guest gets the token
  return invoiceId === undefined ? ['token', orderId] : ['receipt', invoiceId];
};

const ownJobs = new Set<number>();
/** Of the papers whose answer this page waits for: what became of one may be announced before. */
let asking: Promise<unknown> = Promise.resolve();

/** Whether this page asked for a paper. */
export const isOwnPaper = async (jobId: number): Promise<boolean> => {
  await asking;
  return ownJobs.has(jobId);
};

const ask = async (data: Printout): Promise<boolean | string> => {
  const printerId = housePrinter();
  const [kind, id] = documentOf(data);
  if (printerId === null || id === undefined) return false;
  const idempotencyKey = newIdempotencyKey();
  const { share, isCopy } = data;
  const body = { kind, id, printerId, ...(share && { share }), ...(isCopy && { isCopy }) };
  const send = () => call(addPrintJob, { body }, { idempotencyKey });
  try {
    const { message, jobIds } = await send().catch((failure: unknown) => {
      // the answer alone may be lost: a window beside the paper that comes out would print it twice
      if (failure instanceof CallFailed && failure.isPassing) return send();
      throw failure;
    });
    for (const jobId of jobIds) ownJobs.add(jobId);
    notify.success(message);
    return true;
  } catch (failure) {
    return failure instanceof CallFailed && failure.code === 'conflict' && failure.message;
  }
};

/** Prints on this device's printer of the house; false when it could not be queued, and the browser has to: or what the server says against it. */
export const printAtHouse = (data: Printout): Promise<boolean | string> => {
  const asked = ask(data);
  asking = asking.then(() => asked);
  return asked;
};
