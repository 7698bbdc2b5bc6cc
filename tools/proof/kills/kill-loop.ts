import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RealServer, startRealServer } from '#tools/parts/real-server.ts';

/** State and parent of a process, as Linux tells them; undefined when it is gone. */
const statOf = (pid: number): { state: string; parent: number } | undefined => {
  try {
    // the name in brackets may hold blanks
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return { state: state!, parent: Number(parent) };
  } catch {
    return undefined;
  }
};
const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  // killed, and only not yet fetched by its parent
  return statOf(pid)?.state === 'Z';
};
export const childrenOf = (pid: number): number[] =>
  existsSync('/proc/1/stat')
    ? readdirSync('/proc')
        .map(Number)
        .filter((one) => one > 0 && statOf(one)?.parent === pid)
    : [];

const findPostmaster = async (dataDir: string): Promise<number> => {
  // the round before may have left the supervisor restarting it
  for (const end = Date.now() + 30_000; ; await pause(20)) {
    try {
      const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
      if (!isGone(pid)) return pid;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    if (Date.now() > end) throw new Error('There is no postmaster to kill.');
  }
};

/** Kills every process of the cluster at one moment, as a machine does that stops; true when all of them are gone. */
const killDatabase = async (dataDir: string): Promise<boolean> => {
  const postmaster = await findPostmaster(dataDir);
  // stopped first, it starts no other one meanwhile
  process.kill(postmaster, 'SIGSTOP');
  const all = [postmaster, ...childrenOf(postmaster)];
  for (const pid of all)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // ended by itself
    }
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(10)) if (all.every(isGone)) return true;
  return false;
};

/** Waits until the server has its database again. */
const ready = async ({ origin, process: child, output }: RealServer): Promise<void> => {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) {
    const isReady = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
  }
  throw new Error(`The server did not come back within a minute (it ended: ${child.exitCode ?? child.signalCode ?? 'no'}):\n${output()}`);
};

/** A server that is another one after each kill; its folder stays. */
export interface House {
  dataDir: string;
  server: RealServer;
}

interface Turns {
  rounds: number;
  random: () => number;
  /** ms in which enough has to happen before each kill; a machine that is too slow for it is killed all the same */
  within: number;
  /** Asked at the start of a round; what it answers says whether enough has happened since: a round without work would prove nothing. */
  begin: () => () => boolean;
  say: (line: string) => void;
  /** '12 orders' */
  acknowledged: () => string;
}

/** Kills the server, its database, or both in turns, and starts again. Answers how often all that was to be killed was seen to be gone. */
export const killInTurns = async (house: House, { rounds, random, within, begin, say, acknowledged }: Turns): Promise<number> => {
  let kills = 0;
  for (let round = 1; round <= rounds; round++) {
    await pause(200 + random() * 400);
    const isEnough = begin();
    for (const end = Date.now() + within; !isEnough() && Date.now() < end; ) await pause(10);
    const victim = ['server', 'database', 'both'][round % 3];
    let isKilled = victim === 'server' || (await killDatabase(house.dataDir));
    if (victim !== 'database') {
      await house.server.kill();
      isKilled &&= house.server.process.signalCode === 'SIGKILL';
      house.server = await startRealServer(house.dataDir);
    } else await ready(house.server);
    if (isKilled) kills += 1;
    say(`round ${round}: killed ${victim}, ${acknowledged()} acknowledged so far`);
  }
  return kills;
};
