// What a thread of threads.ts runs: it calls functions by the name of their module and their own.
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { cutLists } from './slices.ts';

// Linux alone takes it for the thread that asks; elsewhere it would be the whole server.
const { nicer } = workerData as { nicer: number };
if (nicer > 0 && process.platform === 'linux') setPriority(Math.min(19, getPriority() + nicer));

parentPort?.on('message', async ({ module, name, args }: { module: string; name: string; args: unknown[] }) => {
  try {
    const functions = (await import(/* @vite-ignore */ module)) as Record<string, (...given: unknown[]) => unknown>;
    parentPort?.postMessage({ answer: cutLists(await functions[name]!(...args)) });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
