import { median, range } from '#tools/parts/median.ts';
import { openMeasuredServer } from './measured-server.ts';

const ROUNDS = 3;
const LEAST = 0.6; // of the requests per second of a plain Fastify route
/** How many a server answers at the most is seen with many connections; with few, both wait for their clients, and ours for the database too. */
const MANY = 64;
const FEW = 16;

/** GET /qrmenu beside a Fastify route that sends the same bytes from memory. Answers the figures that it missed. */
export const benchQrMenu = async (say: (line: string) => void, seconds: number): Promise<string[]> => {
  const server = await openMeasuredServer({ seconds });
  const load = (origin: string, path: string, headers: Record<string, string>, connections: number) =>
    server.load(origin, connections, [{ path, headers }]);
  const path = `/api/v1/qrmenu/${server.tenants[0]!.qrcode}`;
  const etag = String((await fetch(server.origin + path, { headers: { 'accept-encoding': 'identity' } })).headers.get('etag'));
  const missed: string[] = [];
  say('\nGET /qrmenu/{code}, 100 items, beside a Fastify route that sends the same bytes from memory');
  say('answer   | conn. | plain/s | qrmenu/s | ratio (range) | p99 ms | server CPU ms an answer (plain)');
  for (const [name, encoding, headers, connections] of [
    ['identity', 'identity', {}, MANY],
    ['gzip', 'gzip', {}, MANY],
    ['br', 'br', {}, MANY],
    ['304', 'br', { 'if-none-match': etag }, MANY],
    ['gzip', 'gzip', {}, FEW],
  ] as const) {
    const rows: (Awaited<ReturnType<typeof load>> & { plain: number; plainCpu: number; ratio: number })[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const plain = await load(server.plainOrigin, `/qrmenu/${encoding}`, { 'accept-encoding': encoding }, connections);
      const measured = await load(server.origin, path, { 'accept-encoding': encoding, ...headers }, connections);
      rows.push({ ...measured, plain: plain.rate, plainCpu: plain.cpu, ratio: measured.rate / plain.rate });
    }
    const of = (field: keyof (typeof rows)[number], digits: number) => median(rows.map((row) => row[field])).toFixed(digits);
    const ratios = rows.map(({ ratio }) => ratio);
    say(
      `${name.padEnd(8)} | ${connections} | ${of('plain', 0)} | ${of('rate', 0)} | ${of('ratio', 2)} (${range(ratios, 2)}) | ${of('p99', 1)} | ${of('cpu', 3)} (${of('plainCpu', 3)})`,
    );
    if (connections === MANY && median(ratios) < LEAST) missed.push(`qrmenu ${name}: ${median(ratios).toFixed(2)} is below ${LEAST}`);
  }

  await server.stop();
  return missed;
};
