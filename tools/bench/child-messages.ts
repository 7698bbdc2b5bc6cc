import type { ChildProcess } from 'node:child_process';

/** The next message of a child process; rejects when it ends without one. */
export const nextMessage = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      child.off('exit', onExit);
      resolve(message as T);
    };
    const onExit = (code: number | null) => {
      child.off('message', onMessage);
      reject(new Error(`The process ended with ${code}.`));
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
  });
