import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { assertNoPooler } from '#server/platform/database/pooler.ts';
import { exactly, type Figure, notTried } from '#tools/parts/figures.ts';
import { embeddedPrograms, rentDatabase, startForeignPostgres } from '#tools/parts/foreign-postgres.ts';
import { freePort } from '#tools/parts/real-server.ts';

const WITHIN = 20_000; // ms
const AS_SHIPPED = '';
const AS_ADVISED = 'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits\n';

/** What a start says behind a PgBouncer that pools transactions. */
const startBehind = async (databaseUrl: string, settings: string): Promise<string> => {
  const target = new URL(databaseUrl);
  const { user = '', password = '' } = Object.fromEntries(target.searchParams);
  const folder = mkdtempSync(join(tmpdir(), 'comanda-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  writeFileSync(join(folder, 'users'), `"${user}" "${password}"\n`);
  writeFileSync(
    join(folder, 'ini'),
    `[databases]\n* = host=127.0.0.1 port=${target.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\n` +
      `pool_mode = transaction\nauth_type = plain\nauth_file = ${join(folder, 'users')}\n${settings}`,
  );
  const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const pooler = spawn('pgbouncer', ['-q', join(folder, 'ini')], { ...asNobody, stdio: 'ignore' });
  target.port = String(port);
  try {
    for (const end = Date.now() + WITHIN; ; await pause(100)) {
      const said = await assertNoPooler(target.href).then(
        () => 'nothing',
        (error: Error) => error.message,
      );
      if (!said.includes('ECONNREFUSED') || Date.now() > end) return said;
    }
  } finally {
    pooler.kill();
    rmSync(folder, { recursive: true });
  }
};

/** The PgBouncer of this machine, as it is shipped and as people set it up for others: either is refused by a sentence that says what to do. */
export const runPgBouncer = async (say: (line: string) => void): Promise<Figure[]> => {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  if (!stdout) return [notTried('a start behind PgBouncer', 'it is not on this machine')];
  const [version = 'PgBouncer'] = stdout.split('\n');
  const port = await freePort();
  const postgres = await startForeignPostgres(embeddedPrograms(), { listen_addresses: '127.0.0.1' }, port);
  try {
    const rented = new URL(await rentDatabase(postgres));
    rented.searchParams.delete('host');
    rented.searchParams.delete('port');
    rented.hostname = '127.0.0.1';
    rented.port = String(port);
    let taken = 0;
    for (const settings of [AS_SHIPPED, AS_ADVISED]) {
      const said = await startBehind(rented.href, settings);
      say(`${version}, ${settings ? 'parameters ignored' : 'as it is shipped'}: ${said}`);
      if (!said.startsWith('Between Comanda and PostgreSQL stands a pooler')) taken++;
    }
    return [exactly(`${version}: starts that are not refused by a sentence`, taken)];
  } finally {
    await postgres.stop();
  }
};
