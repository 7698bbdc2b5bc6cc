import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { addPrintJob, listPrintJobs } from '#contract/print-jobs.ts';
import { addPrinter } from '#contract/printers.ts';
import { addStation } from '#contract/stations.ts';
import { listTickets } from '#contract/tickets.ts';
import { withMenu } from '#server/testing/menu.ts';
import { startPrinting } from '#server/features/printers/printing.queries.ts';
import { database, databases, openRestaurant, type Restaurant } from '#server/testing/restaurant.ts';

export const open = async (given?: Parameters<typeof openRestaurant>[0]) => withMenu(await openRestaurant(given));

export type Mine = Awaited<ReturnType<typeof open>>;

export const add = async ({ admin }: Pick<Restaurant, 'admin'>, body: object) => {
  const { status, reply } = await admin(addPrinter, { body: { title: 'Bar', kind: 'network', ...body } as never });
  expect(status).toBe(200);
  // what is left waiting would be looked at each second by the servers of all tests that follow
  onTestFinished(async () => void (await database.query('delete from print_jobs where printer_id = $1', [reply.id])));
  return reply;
};

export const order = async ({ admin, menu }: Mine, item = menu.soup) =>
  (await admin(createOrder, { body: { cart: [{ id: item, quantity: 1 }] } })).reply.orderId;

export const jobsOf = async ({ admin }: Pick<Restaurant, 'admin'>) => (await admin(listPrintJobs, { query: {} })).reply;

export const isOver = (state: string) => state !== 'queued' && state !== 'sending';

/** Waits until a job has come to an end, or to the given state. Most of the while it looks where looking costs little. */
export const ended = async (mine: Mine, jobId: number, isWanted = isOver) => {
  const seen = async () => {
    const { rows } = await database.query<{ state: string }>('select state from print_jobs where tenant_id = $1 and id = $2', [
      mine.tenantId,
      jobId,
    ]);
    return rows.some(({ state }) => isWanted(state));
  };
  for (;;) {
    while (!(await seen())) await pause(50);
    const job = (await jobsOf(mine)).find(({ job_id }) => job_id === jobId)!;
    if (isWanted(job.state)) return job;
  }
};

export const token = (mine: Mine, printerId: number, id: number, copies = 1) =>
  mine.admin(addPrintJob, { body: { kind: 'token', id, printerId, copies } });

export const told = async (tenantId: number, type = 'print_failed') =>
  (await database.query('select payload from events where tenant_id = $1 and type = $2', [tenantId, type])).rows.length;

/** An order whose soup is cancelled while the paper is out: its tickets' jobs, the void's last. */
export const cancelled = async (mine: Mine, printerId: number) => {
  await mine.admin(addStation, { body: { title: 'Grill', printerId } });
  const orderId = await order(mine);
  const [ticket] = (await mine.admin(listTickets, { query: { order: String(orderId) } })).reply;
  const first = (await jobsOf(mine))[0]!.job_id;
  const cancel = () => mine.admin(updateItemStatus, { params: { id: String(ticket!.lines[0]!.line_id) }, body: { status: 'cancelled' } });
  return { first, cancel };
};

/** What a test calls its node: nodes of one name take printers from each other, also those of other tests, which run beside it. */
export const nodeOf = (printerId: number): string => `node of ${printerId}`;

/** A printer that no node may reach but that of the test. */
export const holdPrinter = (printerId: number, until = "interval '1 hour'") =>
  database.query(`update printers set lease_by = $2, lease_until = now() + ${until} where id = $1`, [printerId, nodeOf(printerId)]);

/** A node of the test's own, and a printer that no other one may reach: it has the printer already. */
export const openNode = async (mine: Mine, address: string, reachesNetwork = true) => {
  const { id: printerId } = await add(mine, { address });
  await holdPrinter(printerId);
  const { jobId } = (await token(mine, printerId, await order(mine))).reply;
  const ignore = () => {};
  const node = startPrinting({ databases, node: nodeOf(printerId), draw: toNothing, nudge: ignore, onError: ignore, reachesNetwork });
  onTestFinished(node.stop);
  node.wake();
  return { ...node, jobId, printerId };
};

export const toNothing = () => Promise.reject(new Error('Nothing to draw.'));
