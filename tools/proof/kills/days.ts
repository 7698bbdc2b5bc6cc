import { runDayKills } from './day-kills.ts';
import { atLeast, exactly, type Figure } from '#tools/parts/figures.ts';
import { runLong } from '#tools/proof/long-tests.ts';

const ZONES = 40;
const EVENTS = 80;
const KILLS = 100;

/** The random days of `npm test` (server/features/day/random-days.test.ts) at length, and closings under kills. */
export const runDays = async ({ seed, say }: { seed: number; say: (line: string) => void }): Promise<Figure[]> => {
  const long = { COMANDA_ZONES: `${ZONES}`, COMANDA_EVENTS: `${EVENTS}`, COMANDA_SEED: `${seed % 10_000}` };
  const tried = runLong('server/features/day/random-days.test.ts', long, say);
  const kills = await runDayKills({ rounds: KILLS, seed, say });
  return [
    exactly(`histories of ${ZONES} time zones, each of ${EVENTS} events, that failed`, tried.failed),
    exactly('histories, and that each kind of event happened, that held', tried.passed, ZONES + 1),
    exactly('rounds of SIGKILL on server, database, or both', kills.kills, KILLS),
    atLeast('sales acknowledged', kills.sales, 600),
    atLeast('closings acknowledged', kills.closings, 200),
    atLeast('invoices that a closing has as late', kills.late, 500),
    exactly('refusals other than 503', kills.unexpected),
    exactly('invoices, refunds and closings acknowledged and lost', kills.lost),
    exactly('doubled', kills.doubled),
    exactly('gaps in invoice numbers', kills.invoiceGaps),
    exactly('gaps in closing numbers', kills.closingGaps),
    exactly('minor units by which closings and invoices differ', kills.apart),
    exactly('invoices and closings that do not fit their chains', kills.wrong),
  ];
};
