// `npm run comanda -- <command>`: any Node from 20 on, and nothing installed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, node24, prepare, root } from './prepare.mjs';

await prepare({ web: false });

const command = spawn(node24, ['server/cli.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  // files are named from where the person stands, and npm goes to the root
  env: {
    ...environment(),
    INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  },
});
// The terminal tells the command itself of Ctrl-C; it tidies up, and this waits for it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => command.kill('SIGTERM'));
command.on('error', (error) => {
  console.error(`The command could not be started: ${error.message}`);
  process.exitCode = 1;
});
command.on('exit', (code, signal) => process.exit(signal ? 1 : code));
