import { cpus, loadavg } from 'node:os';
import { benchAudit } from './server/bench-audit.ts';
import { benchBoards } from './server/bench-boards.ts';
import { benchChecks } from './server/bench-checks.ts';
import { benchCore, coreParts } from './server/bench-core.ts';
import { benchCustomers } from './server/bench-customers.ts';
import { benchDay } from './server/bench-day.ts';
import { benchDiner } from './browser/bench-diner.ts';
import { benchGrowth } from './server/bench-growth.ts';
import { benchKitchen } from './browser/bench-kitchen.ts';
import { benchNodes } from './server/bench-nodes.ts';
import { benchOrderCost } from './server/bench-order-cost.ts';
import { benchProvider } from './server/bench-provider.ts';
import { benchQrMenu } from './server/bench-qr-menu.ts';
import { benchTill } from './browser/bench-till.ts';

// Ratios within one run, rounds in turn, medians with their range (cases.md §6). `npm run bench -- --seconds 10` measures
// longer, `--only create-order,till` less, and `--orders 100000` makes the large history smaller, to try its rows out.
const given = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : undefined;
};
const seconds = Number(given('seconds') ?? 5);
const orders = Number(given('orders') ?? 1_000_000);
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Each has a server of its own, and answers the figures that it missed. */
const groups: Record<string, (say: (line: string) => void, seconds: number) => Promise<string[]>> = {
  'order-cost': benchOrderCost,
  qrmenu: benchQrMenu,
  till: benchTill,
  diner: benchDiner,
  platform: benchProvider,
  growth: benchGrowth,
  customers: benchCustomers,
  audit: benchAudit,
  day: (tell) => benchDay(tell, orders),
  kitchen: benchKitchen,
  boards: benchBoards,
  checks: benchChecks,
  nodes: benchNodes,
};
const names = [...coreParts, ...Object.keys(groups)];
const wanted = given('only')?.split(',') ?? names;
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`--only takes some of: ${names.join(', ')}`);

say(
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}; rounds of ${seconds} s; client, server and database share the machine`,
);
const missed: string[] = [];
const parts = coreParts.filter((part) => wanted.includes(part));
if (parts.length > 0) missed.push(...(await benchCore({ say, seconds, orders, parts })));
for (const [name, measure] of Object.entries(groups)) if (wanted.includes(name)) missed.push(...(await measure(say, seconds)));
say(missed.length ? `\nBelow the figure to reach:\n${missed.join('\n')}` : '\nAll figures reached.');
process.exitCode = missed.length ? 1 : 0;
