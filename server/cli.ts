import { runCommand } from './commands/commands.ts';
import { askPassword } from './commands/prompt.ts';
import { sentenceOf } from './commands/sentence.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort(new Error('Interrupted.')));

runCommand(process.argv.slice(2), {
  env: process.env,
  say: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
  askPassword,
  signal: interruption.signal,
}).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${interruption.signal.aborted ? 'Interrupted.' : sentenceOf(error)}\n`);
    process.exit(1);
  },
);
