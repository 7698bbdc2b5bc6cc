import type { FastifyInstance } from 'fastify';

interface Place {
  port: number;
  host: string;
}

const sentences: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ port, host }) => `Another program already listens at ${host}, port ${port}: stop it, or choose another PORT.`,
  EACCES: ({ port }) => `This user may not listen at port ${port}: choose a PORT of 1024 or more.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is no address of this computer.`,
  ENOTFOUND: ({ host }) => `HOST ${host} is no address of this computer.`,
};

/** Listens, or ends what goes on beside the calls and rejects with a sentence for whoever starts it. */
export const listenAt = async (app: Pick<FastifyInstance, 'listen' | 'close'>, { port, host }: Place): Promise<void> => {
  try {
    await app.listen({ port, host });
  } catch (error) {
    await app.close();
    const sentence = sentences[(error as NodeJS.ErrnoException).code ?? '']?.({ port, host });
    throw sentence === undefined ? error : new Error(sentence, { cause: error });
  }
};
