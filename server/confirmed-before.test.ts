import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { migrate } from './platform/database/migrations.ts';
import { database } from './testing/restaurant.ts';

test('whoever was here before addresses were confirmed has confirmed theirs', async () => {
  const name = `before_${process.pid}_${Date.now()}`;
  await database.query(`create database ${name}`);
  const url = new URL(inject('ownerUrl'));
  url.pathname = name;
  const client = new pg.Client({ connectionString: url.href });
  try {
    await migrate(url.href, { last: '0017_business_hours' });
    await client.connect();
    await client.query(
      `insert into tenants (name, created_at) values ('Old', '2020-01-01Z');
      insert into members (tenant_id, username, password_hash, name, role, created_at, archived_at) values
        (1, 'a@old.example', '', 'A', 'admin', '2020-01-02Z', null), (1, 'b@old.example', '', 'B', 'user', '2020-01-03Z', '2020-02-01Z')`,
    );
    await migrate(url.href);
    const { rows } = await client.query('select confirmed_at = created_at as confirmed, invited_at from members order by id');
    expect(rows).toEqual([
      { confirmed: true, invited_at: null },
      { confirmed: true, invited_at: null },
    ]);
  } finally {
    await client.end();
    await database.query(`drop database ${name} with (force)`);
  }
});
