import { globSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpointsByName } from '#contract/index.ts';

const FILE = 'docs/openapi.json';
type Schema = Record<string, unknown>;

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** What has a name of its own: exported objects and enums of the contract, else each endpoint's body and reply. */
const names = z.registry<{ id: string }>();
const taken = new Set<string>();
const giveName = (schema: z.ZodType, id: string) => {
  if (names.has(schema) || !(schema instanceof z.ZodObject || schema instanceof z.ZodEnum)) return;
  if (taken.has(id)) throw new Error(`Two schemas of the contract are called ${id}.`);
  taken.add(id);
  names.add(schema, { id });
};
for (const file of globSync('contract/*.ts').sort()) {
  if (file.endsWith('.test.ts')) continue;
  const exported: Record<string, unknown> = await import(`#${file}`);
  for (const [name, value] of Object.entries(exported)) if (value instanceof z.ZodType) giveName(value, capital(name));
}
for (const [name, { body, reply }] of endpointsByName) {
  if (body) giveName(body, `${capital(name)}Body`);
  giveName(reply, `${capital(name)}Reply`);
}

const components: Record<string, Schema> = {};
/** The schema as what is sent (input) or answered (output); named parts of it become components, of what is sent `…Sent`, for it may leave fields out. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const placeOf = (id: string) => (io === 'output' || id.endsWith('Body') ? id : `${id}Sent`);
  const made = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: names }));
  const {
    $schema: _,
    $defs = {},
    id,
    ...rest
  } = JSON.parse(made.replace(/"#\/\$defs\/(\w+)"/g, (_whole, name: string) => `"#/components/schemas/${placeOf(name)}"`)) as {
    $schema: string;
    $defs?: Record<string, Schema>;
    id?: string;
  } & Schema;
  for (const [name, { id: __, ...part }] of Object.entries($defs)) components[placeOf(name)] = part;
  if (!id) return rest;
  components[placeOf(id)] = rest;
  return { $ref: `#/components/schemas/${placeOf(id)}` };
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
      ...Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
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
