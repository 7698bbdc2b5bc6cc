import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { cloneCluster, type ForeignPostgres, makeCluster, rentDatabase, runProgram, startForeignPostgres } from './foreign-postgres.ts';
import { freePort } from './real-server.ts';

export interface Pair {
  primary: ForeignPostgres;
  standby: ForeignPostgres;
  /** by TCP, as DATABASE_URL takes it: of both hosts, and of one alone */
  urls: Record<'both' | 'primary' | 'standby', string>;
  /** lets the standby's replication stand still, or go on */
  signalReplication: (signal: 'SIGSTOP' | 'SIGCONT') => Promise<void>;
  /** makes a primary of the standby */
  promote: () => void;
  stop: () => Promise<void>;
}

const NAME = 'second';

const start = async (bin: string, template: string, stops: (() => Promise<void>)[]): Promise<Pair> => {
  makeCluster(bin, template);
  const ports = [await freePort(), await freePort()] as const;
  const settings = { listen_addresses: '127.0.0.1', wal_keep_size: '256MB' };
  const primary = await startForeignPostgres(bin, { ...settings, synchronous_standby_names: NAME }, ports[0], cloneCluster(template));
  stops.push(primary.stop);
  const primary_conninfo = `host=${primary.sockets} port=${ports[0]} user=postgres application_name=${NAME}`;
  const standby = await startForeignPostgres(bin, { ...settings, primary_conninfo }, ports[1], cloneCluster(template, 'standby.signal'));
  stops.push(standby.stop);

  const rented = new URL(await rentDatabase(primary));
  const { user = '', password = '' } = Object.fromEntries(rented.searchParams);
  const at = (hosts: string) => `postgresql://${user}:${encodeURIComponent(password)}@${hosts}${rented.pathname}`;
  const hosts = ports.map((port) => `127.0.0.1:${port}`);
  return {
    primary,
    standby,
    urls: { both: `${at(hosts.join(','))}?target_session_attrs=read-write`, primary: at(hosts[0]!), standby: at(hosts[1]!) },
    signalReplication: async (signal) => {
      const client = new pg.Client({ connectionString: standby.url('postgres') });
      await client.connect();
      const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity where backend_type = 'walreceiver'");
      await client.end();
      if (!rows[0]) throw new Error('The standby receives nothing.');
      process.kill(rows[0].pid, signal);
    },
    promote: () => runProgram(join(bin, 'pg_ctl'), 'promote', '-D', standby.cluster),
    stop: async () => {
      // the standby first: a primary that stops waits until it has everything
      for (const stop of stops.reverse()) await stop();
    },
  };
};

/**
 * A primary that waits for its standby with every commit, and that standby, with an empty database of an owner's who is no superuser.
 * Both begin as copies of the same files: the programs that are shipped have no pg_basebackup.
 */
export const startPair = async (bin: string): Promise<Pair> => {
  const template = mkdtempSync(join(tmpdir(), 'comanda-pair-'));
  chmodSync(template, 0o755); // the engine's user goes through it
  const stops: (() => Promise<void>)[] = [];
  try {
    return await start(bin, join(template, 'cluster'), stops);
  } catch (error) {
    for (const stop of stops.reverse()) await stop();
    throw error;
  } finally {
    rmSync(template, { recursive: true, force: true });
  }
};
