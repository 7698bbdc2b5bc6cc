import type { Noun } from './noun.ts';

const contract = ({ kebab, camel, one, One, pascal, words, word }: Noun) => `import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { added, done, id, pathId, title } from './fields.ts';

const ${one} = z.object({ id, title: z.string() });
export type ${One} = z.output<typeof ${one}>;

const fields = z.object({ title: title('Please provide a title!') });

export const list${pascal} = endpoint({
  method: 'GET',
  path: '/settings/${kebab}',
  summary: 'The ${words} of the store, by title',
  access: ['SETTINGS'],
  reply: z.array(${one}),
});

export const add${One} = endpoint({
  method: 'POST',
  path: '/settings/${kebab}/add',
  summary: 'Add ${/^[aeiou]/.test(camel) ? 'an' : 'a'} ${word}',
  access: ['SETTINGS'],
  body: fields,
  reply: added.extend({ ${one}Id: id }),
});

export const update${One} = endpoint({
  method: 'POST',
  path: '/settings/${kebab}/:id/update',
  summary: 'Change ${/^[aeiou]/.test(camel) ? 'an' : 'a'} ${word}',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  body: edited(fields),
  reply: done,
});

export const delete${One} = endpoint({
  method: 'DELETE',
  path: '/settings/${kebab}/:id',
  summary: 'Delete ${/^[aeiou]/.test(camel) ? 'an' : 'a'} ${word}',
  access: ['SETTINGS'],
  params: z.object({ id: pathId }),
  reply: done,
});
`;

const queries = ({ snake, camel, one, One, pascal, word }: Noun) => `import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/platform/database/database.ts';

interface ${One}Values {
  title: string;
}

const ${camel} = (db: Db) => db.selectFrom('${snake}').select(['id', 'title']).where('archived_at', 'is', null);

export const find${pascal} = (db: Db) => ${camel}(db).orderBy('title').orderBy('id').execute();

/** The row as it stands, locked until the commit. */
export const get${One}ToChange = async (db: Db, id: number) => {
  const ${one} = await ${camel}(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!${one}) throw new AppError('not_found', 'This ${word} does not exist!');
  return ${one};
};

export const insert${One} = (db: Db, { title }: ${One}Values) =>
  db.insertInto('${snake}').values({ title }).returning('id').executeTakeFirstOrThrow();

export const update${One}Row = (db: Db, id: number, { title }: ${One}Values) =>
  db.updateTable('${snake}').set({ title }).where('id', '=', id).execute();

export const mark${One}Archived = (db: Db, id: number, now: Date) =>
  db.updateTable('${snake}').set({ archived_at: now }).where('id', '=', id).execute();
`;

const routes = ({ kebab, snake, camel, one, One, pascal, word }: Noun) => {
  const Word = word.charAt(0).toUpperCase() + word.slice(1);
  return `import { add${One}, delete${One}, list${pascal}, update${One} } from '#contract/${kebab}.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { find${pascal}, get${One}ToChange, insert${One}, mark${One}Archived, update${One}Row } from './${kebab}.queries.ts';

const entity = '${snake}';

export const ${camel}Routes = [
  handle(list${pascal}, (_, { db }) => find${pascal}(db)),

  handle(add${One}, async ({ body }, context) => {
    const { id } = await insert${One}(context.db, body);
    await insertAudit(context, { action: 'add', entity, entityId: id, after: body });
    return { message: '${Word} added.', id, ${one}Id: id };
  }),

  handle(update${One}, async ({ params: { id }, body }, context) => {
    const { id: _, ...before } = await get${One}ToChange(context.db, id);
    const after = await mergedOfRow(context, { given: body, present: before }, entity, id);
    await update${One}Row(context.db, id, after);
    await insertAudit(context, { action: 'update', entity, entityId: id, before, after });
    return { message: '${Word} updated.' };
  }),

  handle(delete${One}, async ({ params: { id } }, context) => {
    const { db, now } = context;
    const before = await get${One}ToChange(db, id);
    await mark${One}Archived(db, id, now);
    await insertAudit(context, { action: 'delete', entity, entityId: id, before });
    return { message: '${Word} deleted.' };
  }),
];
`;
};

const test = ({ kebab, One, pascal, words, word }: Noun) => `import { expect, test } from 'vitest';
import { add${One}, delete${One}, list${pascal}, update${One} } from '#contract/${kebab}.ts';
import { openRestaurant } from '#server/testing/restaurant.ts';

const paramsOf = (id: number) => ({ params: { id: String(id) } });

test('${words} are added, listed by title, changed and deleted', async () => {
  const { admin } = await openRestaurant();
  const { reply } = await admin(add${One}, { body: { title: ' Second ' } });
  const { id: first } = (await admin(add${One}, { body: { title: 'First' } })).reply;
  expect((await admin(list${pascal}, {})).reply).toEqual([
    { id: first, title: 'First' },
    { id: reply.id, title: 'Second' },
  ]);

  expect((await admin(update${One}, { ...paramsOf(reply.id), body: { title: 'Another' } })).status).toBe(200);
  expect((await admin(delete${One}, paramsOf(first))).status).toBe(200);

  expect((await admin(list${pascal}, {})).reply).toEqual([{ id: reply.id, title: 'Another' }]);
  expect((await admin(delete${One}, paramsOf(first))).reply).toMatchObject({ message: 'This ${word} does not exist!' });
});

test.each([undefined, null, '', '  ', 'a\\u0000b', 7, 'x'.repeat(121)])('%s is no title', async (title) => {
  const { admin } = await openRestaurant();
  expect((await admin(add${One}, { body: { title: title as string } })).status).toBe(400);
  expect((await admin(list${pascal}, {})).reply).toEqual([]);
});

test('one restaurant cannot see, change or delete the ${word} of another', async () => {
  const mine = await openRestaurant();
  const theirs = await openRestaurant();
  const { reply } = await theirs.admin(add${One}, { body: { title: 'Theirs' } });

  expect((await mine.admin(list${pascal}, {})).reply).toEqual([]);
  expect((await mine.admin(update${One}, { ...paramsOf(reply.id), body: { title: 'Mine' } })).status).toBe(404);
  expect((await mine.admin(delete${One}, paramsOf(reply.id))).status).toBe(404);
  expect((await theirs.admin(list${pascal}, {})).reply).toEqual([{ id: reply.id, title: 'Theirs' }]);
});
`;

const migration = ({ snake, words }: Noun, former: string) => `-- compatible-with: ${former}
-- What the store's ${words} are. One that was deleted stays for whoever reads of it.
create table ${snake} (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  title text not null,
  archived_at timestamptz,
  primary key (tenant_id, id)
);
call protect('${snake}');
`;

/** The files of a noun on the server's side, by their paths. */
export const serverFiles = (noun: Noun, { number, former }: { number: string; former: string }): Record<string, string> => {
  const folder = `server/features/${noun.kebab}/${noun.kebab}`;
  return {
    [`contract/${noun.kebab}.ts`]: contract(noun),
    [`db/migrations/${number}_${noun.snake}.sql`]: migration(noun, former),
    [`${folder}.queries.ts`]: queries(noun),
    [`${folder}.routes.ts`]: routes(noun),
    [`${folder}.test.ts`]: test(noun),
  };
};
