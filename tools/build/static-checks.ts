import { spawn } from 'node:child_process';

const CHECKS = [
  // by itself it has four checkers for each project, which look at the same types: twice the work
  'tsc -b --checkers 1',
  'biome format',
  // the linter before runs without types; of the rules that need them this one holds everywhere
  'oxlint --type-aware -A all -D typescript/no-floating-promises',
  'knip',
  'node tools/build/openapi.ts --verify',
];

/** Runs a check, and shows what it said when it has ended: side by side their lines would be mixed. */
const check = (command: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.once('close', (code) => {
      process.stdout.write(code === 0 ? `${command}: good\n` : `${said}${command}: failed\n`);
      resolve(code === 0);
    });
  });

// What `npm run check` asks after the linter, which has a thread for each core: these have one each most of the time, and run side by side.
const areGood = await Promise.all(CHECKS.map(check));
process.exitCode = areGood.every(Boolean) ? 0 : 1;
