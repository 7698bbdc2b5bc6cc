import { expect, inject, onTestFinished, test } from 'vitest';
import { asOwner, openStorage } from './storage.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };

test('a database that is not in UTF-8 is refused before anything is made in it', async () => {
  const ownerUrl = inject('ownerUrl');
  const inCluster = (statement: string) => asOwner(ownerUrl, (client) => client.query(statement));
  await inCluster("create database in_ascii encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0");
  onTestFinished(async () => void (await inCluster('drop database in_ascii')));
  const url = new URL(ownerUrl);
  url.pathname = '/in_ascii';

  await expect(openStorage({ databaseUrl: url.href, dataDir: 'none' }, log)).rejects.toThrow(
    'The database is encoded in SQL_ASCII, and must be in UTF8',
  );
});
