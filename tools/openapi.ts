import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpointsByName } from '#contract/index.ts';

const FILE = 'openapi.json';
type Schema = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const parametersOf = ({ params, query }: Endpoint) =>
  (['path', 'query'] as const).flatMap((place) => {
    const schema = place === 'path' ? params : query;
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Schema>; required?: string[] };
    return Object.entries(properties).map(([name, of]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: of,
    }));
  });

const failure = { $ref: '#/components/schemas/Failure' };
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

const operationOf = (name: string, endpoint: Endpoint) => ({
  operationId: name,
  summary: endpoint.summary,
  'x-access': endpoint.access,
  ...(endpoint.idempotent && { 'x-idempotent': true }),
  parameters: [
    ...parametersOf(endpoint),
    ...(endpoint.idempotent
      ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', minLength: 1, maxLength: 64 } }]
      : []),
  ],
  ...(endpoint.body && { requestBody: json(schemaOf(endpoint.body, 'input')) }),
  responses: {
    200: { description: 'Done', ...json(schemaOf(endpoint.reply, 'output')) },
    default: { description: 'Refused or failed', ...json(failure) },
  },
});

const paths: Record<string, Record<string, unknown>> = {};
for (const [name, endpoint] of endpointsByName) {
  const path = `/api/v1${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
  (paths[path] ??= {})[endpoint.method.toLowerCase()] = operationOf(name, endpoint);
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Comanda', version: '1' },
  paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
  components: {
    schemas: {
      Failure: {
        type: 'object',
        required: ['success', 'code', 'message'],
        properties: {
          success: { const: false },
          code: { type: 'string' },
          message: { type: 'string' },
          errors: { type: 'array', items: { type: 'object', properties: { path: { type: 'array' }, message: { type: 'string' } } } },
        },
      },
    },
  },
};

const text = `${JSON.stringify(document, null, 2)}\n`;
if (process.argv.includes('--verify')) {
  if (readFileSync(FILE, 'utf8') !== text) {
    process.stderr.write(`${FILE} is not what the contract says: run 'npm run openapi' and look at the difference.\n`);
    process.exitCode = 1;
  }
} else writeFileSync(FILE, text);
