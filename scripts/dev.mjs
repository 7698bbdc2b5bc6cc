// `npm run dev`: the server restarts and the browser refreshes when a file is saved.
import { spawn } from 'node:child_process';
import { environment, node24, prepare, root } from './prepare.mjs';

await prepare();

const env = { ...environment(), DEV: 'on', PORT: process.env.PORT ?? '3000' };
// Sessions of their own, so that Ctrl-C reaches the server once and not also from the terminal.
const start = (...args) => spawn(node24, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env, detached: true });
const children = [
  start('--watch', '--watch-preserve-output', 'server/main.ts'),
  start('node_modules/vite/bin/vite.js', '--port', '5173', '--strictPort'),
];

let stopping = false;
const stop = (signal) => {
  // A second signal would mean 'now' to the server, which is still closing its database.
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
// One without the other is no use: when one ends, so does the other.
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stop('SIGTERM');
  });
}
