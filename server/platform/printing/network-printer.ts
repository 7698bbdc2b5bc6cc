import { connect, type Socket } from 'node:net';

/** What became of bytes for a printer. `refused`: none of them was sent; `unsure`: some were, and it said nothing afterwards. */
export interface Printed {
  outcome: 'printed' | 'refused' | 'unsure';
  state: 'ok' | 'offline' | 'paper_out';
}

interface Timeouts {
  /** ms */
  connect: number;
  status: number;
  write: number;
}

const TIMEOUTS: Timeouts = { connect: 2000, status: 1500, write: 3000 };

/** DLE EOT n: a printer answers at once, whatever it is doing. */
const ask = (n: number) => Buffer.from([0x10, 0x04, n]);
const PRINTER = 1;
const PAPER = 4;
/** Bits that every status has; nothing else that listens in a house answers so, and such a thing never gets a document. */
const isStatus = (byte: number) => (byte & 0x93) === 0x12;
const IS_OFFLINE = 0x08;
const IS_PAPER_END = 0x60;

const within = <T>(ms: number, begin: (done: (value: T | undefined) => void) => void): Promise<T | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    begin((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });

/** One byte of status, or undefined when none or anything else comes. */
const statusOf = (socket: Socket, n: number, ms: number): Promise<number | undefined> =>
  within(ms, (done) => {
    const onData = (data: Buffer) => finish(data.length === 1 && isStatus(data[0]!) ? data[0] : undefined);
    const finish = (value: number | undefined) => {
      socket.off('data', onData).off('close', end);
      done(value);
    };
    const end = () => finish(undefined);
    if (socket.destroyed) return done(undefined);
    socket.on('data', onData).on('close', end);
    socket.write(ask(n));
  });

const stateOf = async (socket: Socket, ms: number): Promise<Printed['state'] | undefined> => {
  const paper = await statusOf(socket, PAPER, ms);
  if (paper === undefined) return undefined;
  if ((paper & IS_PAPER_END) !== 0) return 'paper_out';
  const printer = await statusOf(socket, PRINTER, ms);
  if (printer === undefined) return undefined;
  return (printer & IS_OFFLINE) === 0 ? 'ok' : 'offline';
};

const open = async (socket: Socket, ms: number): Promise<boolean> =>
  (await within<boolean>(ms, (done) => void socket.once('connect', () => done(true)).once('error', () => done(false)))) === true;

/**
 * Writes the bytes of `make` to a printer over TCP; they are asked for once it has said that it is there and has paper, right before the
 * first one of them is sent. Afterwards the printer is asked again: only its own word makes them printed. It takes them in as it prints,
 * and reads the question behind them: `printsFor`, in ms, is what a slow one needs for the whole paper.
 */
export const writeToPrinter = async (
  { host, port }: { host: string; port: number },
  make: () => Promise<{ bytes: Uint8Array; printsFor: number }>,
  timeouts: Timeouts = TIMEOUTS,
): Promise<Printed> => {
  const socket = connect({ host, port });
  socket.on('error', () => {});
  try {
    if (!(await open(socket, timeouts.connect))) return { outcome: 'refused', state: 'offline' };
    const before = await stateOf(socket, timeouts.status);
    if (before !== 'ok') return { outcome: 'refused', state: before ?? 'offline' };
    const { bytes, printsFor } = await make();
    const isSent = await within<boolean>(timeouts.write + printsFor, (done) => void socket.write(bytes, (error) => done(!error)));
    const after = isSent ? await stateOf(socket, timeouts.status + printsFor) : undefined;
    // paper that ended while it printed may have ended before the last line
    return after === 'ok' ? { outcome: 'printed', state: 'ok' } : { outcome: 'unsure', state: after ?? 'offline' };
  } finally {
    socket.destroy();
  }
};
