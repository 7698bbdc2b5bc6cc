import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const TICK = 10; // ms: Linux counts processor time in hundredths of a second, whatever the kernel's own clock

/** Reads how many ms of the processor a database on this machine has used, all of its processes together; those that ended too. */
export const openDatabaseCpu = async (ownerUrl: string): Promise<() => number> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  await client.end();
  const postmaster = readFileSync(join(rows[0]!.data_directory, 'postmaster.pid'), 'utf8').split('\n')[0]!;
  return () => {
    let ticks = 0;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        // after the name, which may hold anything: state, parent, …, utime, stime, and both of the children that ended
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const [own, ended] = [Number(fields[11]) + Number(fields[12]), Number(fields[13]) + Number(fields[14])];
        if (pid === postmaster) ticks += own + ended;
        else if (fields[1] === postmaster) ticks += own;
      } catch {
        // it has just ended
      }
    }
    return ticks * TICK;
  };
};
