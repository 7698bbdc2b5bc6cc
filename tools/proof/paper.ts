import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { atLeast, atMost, exactly, type Figure } from '#tools/parts/figures.ts';
import { percentile } from './neighbours.ts';
import { median } from '#tools/parts/median.ts';
import { freePort, startRealServer } from '#tools/parts/real-server.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';
import { get, openShop, post, sell, type Shop } from '#tools/parts/shop.ts';
import { type Manner, type SimulatedPrinter, startPrinter } from '#tools/parts/simulated-printer.ts';

type Say = (line: string) => void;

const BLOCKS = 6;
const BLOCK_FOR = 2500; // ms
const KILLS = 3;
/** Of a job that is tried to its end, with all its pauses. */
const ENDED_WITHIN = 600_000; // ms
const MANNERS: Manner[] = ['good', 'no paper', 'cut', 'silent', 'silent after', 'refusing'];

interface Job {
  job_id: number;
  state: string;
}

const write = async <T>(origin: string, path: string, body: object, { cookie }: Pick<Shop, 'cookie'>): Promise<T> => {
  const response = await post(origin, path, body, { cookie });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};
const addPrinter = async (origin: string, shop: Shop, title: string, { address }: SimulatedPrinter) =>
  (await write<{ id: number }>(origin, '/settings/printers/add', { title, kind: 'network', address, codePage: 'cp437' }, shop)).id;
const jobsOf = async (origin: string, { cookie }: Shop) => (await get(origin, '/print-jobs', cookie)) as Job[];
const textOf = (paper: Buffer) => paper.toString('latin1');
/** The token of a ticket on paper, which has a date, a time and quantities as well. */
const tokenOf = (paper: Buffer): number => Number(/#(\d+)/.exec(textOf(paper))?.[1]);
const isMarked = (paper: Buffer) => /COPY|REPEAT/.test(textOf(paper));

/** Of papers of one subject, in the order of time, every one but the first must say that it may be a repeat. */
const unmarkedOf = (papers: readonly Buffer[]) => papers.slice(1).filter((paper) => !isMarked(paper)).length;

/** Sales one after the other for so long; how many a second. */
const rateOf = async (origin: string, shop: Shop, name: string) => {
  const end = performance.now() + BLOCK_FOR;
  const began = performance.now();
  let count = 0;
  for (; performance.now() < end; count++) await sell(origin, shop, { key: `${name}-${count}`, isPaid: false });
  return count / ((performance.now() - began) / 1000);
};

/** Until nothing waits for paper. */
const emptied = async (origin: string, shop: Shop) => {
  for (const end = performance.now() + 20_000; performance.now() < end; await pause(100)) {
    const jobs = await jobsOf(origin, shop);
    if (!jobs.some(({ state }) => state === 'queued' || state === 'sending')) return;
  }
};

/** Each manner of a printer, which is then asked twice: a document is printed, or somebody is asked; a second paper says so. */
const tryManners = async (origin: string, shop: Shop): Promise<{ lost: number; unmarked: number }> => {
  let [lost, unmarked] = [0, 0];
  for (const manner of MANNERS) {
    const printer = await startPrinter(manner);
    const printerId = await addPrinter(origin, shop, `Manner ${manner}`, printer);
    const { orderId } = await sell(origin, shop, { key: `manner ${manner}`, isPaid: false });
    const ask = async () => (await write<{ jobId: number }>(origin, '/print-jobs', { kind: 'token', id: orderId, printerId }, shop)).jobId;
    const jobId = await ask();
    const ended = async (jobId: number) => {
      for (const end = performance.now() + ENDED_WITHIN; performance.now() < end; await pause(50)) {
        const { state } = (await jobsOf(origin, shop)).find(({ job_id }) => job_id === jobId)!;
        if (state !== 'queued' && state !== 'sending') return state;
      }
      return 'stuck';
    };
    const state = await ended(jobId);
    printer.manner = 'good';
    if (state === 'failed') await write(origin, `/print-jobs/${jobId}/retry`, {}, shop);
    if (state === 'unsure') await write(origin, `/print-jobs/${jobId}/answer`, { printed: false }, shop);
    const asked = [await ended(jobId), await ended(await ask())];
    if (asked.some((one) => one !== 'printed') || printer.papers.length < 2) lost++;
    unmarked += unmarkedOf(printer.papers);
    printer.stop();
  }
  return { lost, unmarked };
};

/** Printers on loopback and two nodes: what is ordered comes out, soon, once, and whichever node dies. */
export const runPaper = async ({ orders, say }: { orders: number; say: Say }): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-paper-'));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const database = await openScratchDatabase();
    ends.push(database.stop);
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    ends.push(() => client.end());
    const env = { DATABASE_URL: database.ownerUrl };
    const startNode = (port: number) => startRealServer(join(folder, `data-${port}`), env, port);
    const ports = [await freePort(), await freePort()];
    const nodes = [await startNode(ports[0]!), await startNode(ports[1]!)];
    ends.push(() => Promise.all(nodes.map((node) => node.stop())));
    const [a, b] = [nodes[0]!, nodes[1]!];
    const shop = await openShop(a.origin);
    const { stationId } = await write<{ stationId: number }>(a.origin, '/settings/stations/add', { title: 'Grill', ackSeconds: 600 }, shop);
    const setPrinter = (printerId: number | null, origin = a.origin) =>
      write(origin, `/settings/stations/${stationId}/update`, { title: 'Grill', printerId }, shop);

    say(`${orders} orders on a good printer`);
    const good = await startPrinter();
    ends.push(good.stop);
    const goodId = await addPrinter(a.origin, shop, 'Good', good);
    await setPrinter(goodId);
    const sent: { at: number; tokenNo: number }[] = [];
    for (let count = 0; count < orders; count++) {
      const { tokenNo } = await sell(count % 2 === 0 ? a.origin : b.origin, shop, { key: `paper-${count}`, isPaid: false });
      sent.push({ at: performance.now(), tokenNo });
      await pause(100);
    }
    for (const end = performance.now() + 15_000; good.papers.length < orders && performance.now() < end; ) await pause(50);
    const printed = good.papers.map(tokenOf);
    const waits = sent.map(({ at, tokenNo }) => ({ ms: good.times[printed.indexOf(tokenNo)]! - at }));
    const withoutPaper = sent.filter(({ tokenNo }) => !printed.includes(tokenNo)).length;
    const doubled = printed.length - new Set(printed).size;
    say(`  p95 from the answer to the paper ${Math.round(percentile(waits, 0.95))} ms; without paper ${withoutPaper}, doubled ${doubled}`);

    say(`${MANNERS.length} manners of printers, each asked twice`);
    await setPrinter(null);
    const manners = await tryManners(a.origin, shop);
    say(`  lost ${manners.lost}, repeats that do not say so ${manners.unmarked}`);

    say('sales beside a printer that hangs');
    const hanging = await startPrinter('silent');
    ends.push(hanging.stop);
    const hangingId = await addPrinter(a.origin, shop, 'Hanging', hanging);
    const rates: Record<'before' | 'beside', number[]> = { before: [], beside: [] };
    await rateOf(a.origin, shop, 'warm');
    for (let block = 0; block < BLOCKS; block++) {
      const isBeside = block % 2 === 1;
      await setPrinter(isBeside ? hangingId : null);
      rates[isBeside ? 'beside' : 'before'].push(await rateOf(a.origin, shop, `block ${block}`));
    }
    const before = median(rates.before);
    const beside = median(rates.beside);
    say(`  ${before.toFixed(1)} orders a second, ${beside.toFixed(1)} beside it`);
    await setPrinter(null);
    await write(a.origin, `/settings/stations/${stationId}/update`, { title: 'Grill', printerId: null }, shop);
    await fetch(`${a.origin}/api/v1/settings/printers/${hangingId}`, { method: 'DELETE', headers: { cookie: shop.cookie } });

    say(`${KILLS} times SIGKILL while it prints`);
    const takeovers: number[] = [];
    const acknowledged: number[] = [];
    let unmarked = 0;
    /** The node that was not killed last, and its name among those that print. */
    let survivor = { at: 1, name: null as string | null };
    for (let round = 0; takeovers.length < KILLS && round < 4 * KILLS; round++) {
      // an access token lives for ten minutes
      await shop.renew();
      const printer = await startPrinter('slow');
      ends.push(printer.stop);
      const printerId = await addPrinter(nodes[survivor.at]!.origin, shop, `Round ${round}`, printer);
      const holder = async () =>
        (await client.query<{ lease_by: string | null }>('select lease_by from printers where id = $1', [printerId])).rows[0]!.lease_by;
      const buy = (key: string) =>
        sell(nodes[survivor.at]!.origin, shop, { key, isPaid: false }).then(
          ({ orderId }) => void acknowledged.push(orderId),
          () => {},
        );
      await setPrinter(printerId, nodes[survivor.at]!.origin);
      const sales = Array.from({ length: 6 }, (_, count) => buy(`kill ${round}-${count}`));
      for (const end = performance.now() + 10_000; printer.papers.length < 1 && performance.now() < end; ) await pause(10);
      const had = await holder();
      // between the commit of this one and its paper
      await Promise.all([...sales, buy(`last ${round}`)]);
      const at = had !== null && had === survivor.name ? survivor.at : 1 - survivor.at;
      const killed = performance.now();
      await nodes[at]!.kill();
      // what was on its way when the node died came before this
      const isAfter = (time: number) => time > killed + 100;
      for (const end = killed + 20_000; performance.now() < end && !printer.times.some(isAfter); ) await pause(20);
      survivor = { at: 1 - at, name: await holder() };
      if (survivor.name !== had) takeovers.push((printer.times.find(isAfter) ?? killed + 20_000) - killed);
      nodes[at] = await startNode(ports[at]!);
      await emptied(nodes[survivor.at]!.origin, shop);
      const byToken = Map.groupBy(printer.papers, tokenOf);
      for (const papers of byToken.values()) unmarked += unmarkedOf(papers);
    }
    const { rows } = await client.query<{ order_id: number; state: string | null }>(
      `select o.id as order_id, j.state from unnest($1::bigint[]) o (id) left join tickets t on t.order_id = o.id and t.tenant_id = $2
       left join print_jobs j on j.tenant_id = t.tenant_id and j.kind = 'ticket' and j.subject_id = t.id`,
      [acknowledged, shop.tenantId],
    );
    const lost = rows.filter(({ state }) => state === null).length;
    const unsure = rows.filter(({ state }) => state === 'unsure').length;
    say(
      `  ${rows.length} tickets of acknowledged orders: ${unsure} of which a person is asked; taken over after ${takeovers.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s`,
    );
    return [
      atMost('p95 from the answer to the paper', percentile(waits, 0.95), 3000, ' ms'),
      exactly('tickets without paper, on a good printer', withoutPaper),
      exactly('tickets on paper twice', doubled),
      exactly(`documents that ${MANNERS.length} manners of printers lost`, manners.lost),
      exactly('repeats that do not say so', manners.unmarked + unmarked),
      atLeast('orders a second beside a hanging printer, of those without a printer', Math.round((100 * beside) / before) / 100, 0.9),
      exactly('tickets of acknowledged orders that a SIGKILL lost', lost),
      atMost('the other node takes a killed one’s printer over', Math.max(0, ...takeovers), 10_000, ' ms'),
      exactly('times that the killed node had the printer', takeovers.length, KILLS),
    ];
  } finally {
    for (const end of ends.toReversed()) await end();
  }
};
