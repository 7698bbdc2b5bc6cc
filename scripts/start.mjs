// `npm start`: any Node from 20 on, and nothing installed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, node24, prepare, root } from './prepare.mjs';

await prepare();

// A session of its own: otherwise Ctrl-C reaches the server from the terminal, from npm and from here, and a second one means 'now'.
const server = spawn(node24, ['server/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  // Node strips the types of a hundred files at each start; the second start finds them stripped.
  env: { ...environment(), NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node') },
  detached: true,
});

let told = false;
const stop = (signal) => {
  if (!told) server.kill(signal);
  told = true;
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
// npm passes a signal to its shell only, and a shell that did not `exec` dies of it and tells nobody.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref();

server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exitCode = 1;
});
server.on('exit', (code, signal) => {
  if (!signal) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
