import type { Endpoint } from './endpoint.ts';
import * as nouns from './nouns.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/** Every endpoint by its name, for the server and the tools; the web imports nouns one by one. */
export const endpointsByName: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(nouns).flatMap((noun) =>
    Object.entries<unknown>(noun).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  ),
);

/** The whole API. */
export const endpoints: readonly Endpoint[] = [...endpointsByName.values()];
