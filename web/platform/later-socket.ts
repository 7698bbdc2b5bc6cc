import { isServerThere, setIncomplete } from './incomplete.ts';

/** The part of a Socket.IO client that is used; tests bring their own. */
export interface Socket {
  readonly active: boolean;
  readonly connected: boolean;
  connect: () => unknown;
  close: () => unknown;
  on: (name: string, listener: (...args: never[]) => void) => unknown;
  emit: (name: string, ...args: unknown[]) => unknown;
}

/** A socket whose code is loaded when it connects for the first time: no screen waits for it. Code that does not arrive is a `connect_error`. */
export const laterSocket = (load: () => Promise<Socket>): Socket => {
  const listeners: [name: string, listener: (...args: never[]) => void][] = [];
  let socket: Socket | undefined;
  let isWanted = false;

  const connect = async (): Promise<void> => {
    try {
      const loaded = socket ?? (await load());
      if (!socket) for (const [name, listener] of listeners) loaded.on(name, listener);
      socket = loaded;
    } catch {
      if (isWanted) for (const [name, listener] of listeners) if (name === 'connect_error') listener();
      // Chromium does not ask twice for it: until the page is reloaded, what is announced is only asked for
      if (await isServerThere()) setIncomplete();
      return;
    }
    if (isWanted) socket.connect();
  };

  return {
    get active() {
      return socket?.active ?? false;
    },
    get connected() {
      return socket?.connected ?? false;
    },
    connect: () => {
      isWanted = true;
      void connect();
    },
    close: () => {
      isWanted = false;
      socket?.close();
    },
    on: (name, listener) => {
      listeners.push([name, listener]);
      socket?.on(name, listener);
    },
    emit: (name, ...args) => socket?.emit(name, ...args),
  };
};
