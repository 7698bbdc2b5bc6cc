import { runBillKills } from './bill-kills.ts';
import { atLeast, exactly, type Figure } from '#tools/parts/figures.ts';
import { runLong } from '#tools/proof/long-tests.ts';

/** In each of three currencies. */
const BILLS = 3334;
const CHANGES = 200;
const ROUNDS = 1000;
const KILLS = 100;
/** In each of three currencies. */
const CARTS = 300;

/** The random bills of `npm test` (server/features/orders/random-bills.test.ts) at length, and bills under kills. */
export const runBills = async ({ seed, say }: { seed: number; say: (line: string) => void }): Promise<Figure[]> => {
  const long = { COMANDA_BILLS: `${BILLS}`, COMANDA_CHANGES: `${CHANGES}`, COMANDA_ROUNDS: `${ROUNDS}` };
  const tried = runLong('server/features/orders/random-bills.test.ts', long, say);
  const costs = runLong('server/features/orders/random-costs.test.ts', { COMANDA_CARTS: `${CARTS}` }, say);
  const kills = await runBillKills({ rounds: KILLS, seed, say });
  return [
    exactly(
      `properties that failed of ${3 * BILLS} random bills, ${CHANGES} changes undone, ${ROUNDS} last sums paid twice at once`,
      tried.failed,
    ),
    atLeast('properties that held', tried.passed, 6),
    exactly(`currencies of which one of ${CARTS} carts comes to another sum at till, quote, order, bill, invoice or report`, costs.failed),
    exactly('currencies in which all come to the same', costs.passed, 3),
    exactly('rounds of SIGKILL on server, database, or both', kills.kills, KILLS),
    atLeast('parties moved, split, merged, undone, paid in parts, taken back and partly paid back', kills.bills, 200),
    exactly('refusals other than 503', kills.unexpected),
    exactly('changed, captured, taken back, invoiced or refunded, and lost', kills.lost),
    exactly('doubled', kills.doubled),
    exactly('gaps in tokens and invoice numbers', kills.gaps),
    exactly('minor units by which payments, invoices and what was told differ', kills.apart),
    exactly('payments of invoices that are not those that were captured for their bills', kills.unlike),
    exactly('bills that are still open', kills.open),
  ];
};
