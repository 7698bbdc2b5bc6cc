import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';

const ask = async (question: string): Promise<string> => {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const gaveUp = new AbortController();
  lines.once('SIGINT', () => gaveUp.abort());
  // Ctrl-D
  lines.once('close', () => gaveUp.abort());
  try {
    return await lines.question('', { signal: gaveUp.signal });
  } catch {
    throw new Error('Nothing was changed.');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
};

/** A password that nobody reads over a shoulder: asked for twice without echo, or the first line of standard input when that is no terminal. */
export const askPassword = async (): Promise<string> => {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0]!;
  const password = await ask('Password: ');
  if ((await ask('The same again: ')) !== password) throw new Error('The two passwords differ. Nothing was changed.');
  return password;
};
