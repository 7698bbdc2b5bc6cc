// `npm run proof`: what the reliability of this program rests on, tried at length; `npm test` tries the same in short.
import { runBills } from './kills/bills.ts';
import { runBoards } from './boards.ts';
import { compareCarts } from './sums/carts.ts';
import { runConnections } from './connections.ts';
import { runCutScreens } from './screens/cut-screens.ts';
import { runDatabases } from './databases.ts';
import { runDays } from './kills/days.ts';
import { runFailover } from './failover.ts';
import { atLeast, counted, exactly, type Figure } from '#tools/parts/figures.ts';
import { embeddedPrograms, findPostgres } from '#tools/parts/foreign-postgres.ts';
import { runFuzz } from './hostile/fuzz.ts';
import { runKillRounds } from './kills/kill-rounds.ts';
import { runManyNodes } from './many-nodes.ts';
import { runPaper } from './paper.ts';
import { runNeighbours } from './neighbours.ts';
import { runFsync, runFullDisk } from './broken-disks.ts';
import { runPgBouncer } from '#tools/parts/pgbouncer.ts';
import { runPins } from './pins.ts';
import { runNoisy, runOutage, runSilence } from './outages.ts';
import { runScreens } from './screens/screens.ts';
import { runUpgrade } from './upgrade.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

const proofs: Record<string, (seed: number) => Promise<Figure[]>> = {
  kills: async (seed) => {
    const report = await runKillRounds({ rounds: 100, seed, say });
    return [
      exactly('rounds of SIGKILL on server, every process of the database, or both, after which they were gone', report.kills, 100),
      atLeast('orders acknowledged', report.acknowledged, 800),
      atLeast('payments of open orders acknowledged', report.payments, 200),
      atLeast('status changes acknowledged', report.statusChanges, 200),
      atLeast('orders of diners acknowledged', report.dinersOrders, 100),
      exactly('refusals other than 503 (and 429 of diners in a hurry)', report.unexpected),
      exactly('acknowledged and lost', report.lost),
      exactly('doubled', report.doubled),
      exactly('gaps in token numbers', report.tokenGaps),
      exactly('gaps in invoice numbers', report.invoiceGaps),
      exactly('gaps in events', report.eventGaps),
      exactly('gaps for a client that follows the events', report.followerGaps),
    ];
  },
  prices: async (seed) => compareCarts(seed, 100_000),
  bills: (seed) => runBills({ seed, say }),
  day: (seed) => runDays({ seed, say }),
  pins: (seed) => runPins({ seed, say }),
  disk: () => runFullDisk({ say }),
  fsync: () => runFsync({ say }),
  outage: () => runOutage({ seconds: 60, say }),
  silence: () => runSilence({ say }),
  noisy: () => runNoisy({ say }),
  neighbours: () => runNeighbours({ say }),
  kitchen: async (seed) => [
    ...(await runPaper({ orders: Math.min(100, kitchenOrders), say })),
    ...(await runCutScreens({ orders: kitchenOrders, cuts: Math.ceil(kitchenOrders / 10), seed, say })),
  ],
  boards: () => runBoards({ say }),
  nodes: async () => {
    const report = await runManyNodes(say);
    return [
      atLeast('two nodes behind nginx: orders acknowledged', report.acknowledged, 100),
      ...Object.entries(report.others).map(([kind, times]) => atLeast(kind, times, 10)),
      exactly('refusals other than 503', report.unexpected),
      exactly('failed while both were restarted one after the other', report.failedInRollingRestart),
      exactly('failed while Redis was gone', report.failedWithoutRedis),
      exactly('lost', report.lost),
      exactly('doubled', report.doubled),
      exactly('gaps in tokens, invoices, events', report.tokenGaps + report.invoiceGaps + report.eventGaps),
      exactly('announcements that a terminal missed', report.missed),
    ];
  },
  input: (seed) => runFuzz({ count: 40_000, seed, say }),
  connections: () => runConnections({ sockets: 10_000, say }),
  databases: async () => [...runDatabases(say), ...(await runPgBouncer(say))],
  failover: async () => {
    const found = new Map<string, string>([
      ...[...findPostgres()].map(([major, bin]) => [`${major}`, bin] as const),
      ['shipped', embeddedPrograms()],
    ]);
    const figures: Figure[] = [];
    for (const [version, bin] of found) figures.push(...(await runFailover({ bin, version, seconds: 5, say })));
    return figures;
  },
  screens: () => runScreens({ say, path: option('--path'), pictures: option('--pictures') }),
  upgrade: () => runUpgrade({ seconds: 60, say }),
};

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at > 0 ? process.argv[at + 1] : undefined;
};

/** Of the kitchen's proof; fewer for a look. */
const kitchenOrders = Number(option('--orders') ?? 500);
const seed = Number(option('--seed') ?? Math.floor(Math.random() * 1e6));
if (!Number.isSafeInteger(seed)) {
  say(`A seed is a whole number, such as --seed 7.`);
  process.exit(2);
}
const only = option('--only');
if (only !== undefined && !(only in proofs)) {
  say(`There is no proof '${only}'. There are: ${Object.keys(proofs).join(', ')}.`);
  process.exit(2);
}

const again = `npm run proof -- --seed ${seed}${only ? ` --only ${only}` : ''}`;
say(`To repeat: ${again}`);
const figures: (Figure & { proof: string })[] = [];
for (const [proof, run] of Object.entries(proofs)) {
  if (only !== undefined && proof !== only) continue;
  say(`\n${proof} …`);
  const began = Date.now();
  try {
    figures.push(...(await run(seed)).map((figure) => ({ ...figure, proof })));
  } catch (error) {
    figures.push({ proof, what: String(error), measured: 'failed', wanted: 'an end', isMet: false });
  }
  say(`${proof}: ${Math.round((Date.now() - began) / 1000)} s`);
}

const { met, missed, notTried } = counted(figures);
say('');
for (const { proof, what, measured, wanted, isMet } of figures) {
  const mark = isMet === 'not tried' ? '   -  ' : isMet ? '  ok  ' : 'MISSED';
  say(`${mark}  ${proof.padEnd(11)}  ${`${measured}`.padStart(10)}  ${wanted.padEnd(12)}  ${what}`);
}
say(`\n${met} of ${met + missed} figures are met${notTried > 0 ? `, ${notTried} could not be tried here` : ''}. To repeat: ${again}`);
process.exit(missed === 0 ? 0 : 1);
