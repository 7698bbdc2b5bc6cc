// What a thread of threads.ts runs: it calls functions by the name of their module and their own.
import { parentPort } from 'node:worker_threads';
import { cutLists } from './slices.ts';

parentPort?.on('message', async ({ module, name, args }: { module: string; name: string; args: unknown[] }) => {
  try {
    const functions = (await import(/* @vite-ignore */ module)) as Record<string, (...given: unknown[]) => unknown>;
    parentPort?.postMessage({ answer: cutLists(await functions[name]!(...args)) });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
