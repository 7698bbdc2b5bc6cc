import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { listColleagues } from '#contract/approvals.ts';
import { getProfile } from '#contract/auth.ts';
import { deleteOwnPhoto, saveOwnPhoto } from '#contract/own-account.ts';
import { deleteUser } from '#contract/users.ts';
import { database, openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { upload } from '#server/testing/upload.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'comanda-own-photo-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const picture = () =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: '#b24314' } })
    .png()
    .toBuffer();

/** A restaurant with a waiter, who uploads what the test says. */
const open = async () => {
  const app = await openApp({ config: { dataDir } });
  const restaurant = await openRestaurant({ app });
  const { admin, tenantId } = restaurant;
  const waiter = await restaurant.colleague('POS');
  const folder = join(dataDir, 'media', String(tenantId));
  return {
    ...restaurant,
    waiter,
    files: () => (existsSync(folder) ? readdirSync(folder) : []),
    shown: async () => (await admin(listColleagues, {})).reply.map(({ username, photo }) => [username === waiter.username, photo]),
    upload: (content: Buffer) => upload(app, content, { path: saveOwnPhoto.path, cookies: waiter.cookies }),
  };
};
const nameOf = (address: string) => address.split('/').at(-1);

test('the own photo is on the lock screen; another one takes its place, and both leave an entry', async () => {
  const { waiter, upload, files, shown, tenantId } = await open();
  const { status, reply } = await upload(await picture());
  expect([status, reply.message]).toEqual([200, 'Photo saved.']);
  expect((await shown()).toSorted()).toEqual([
    [false, null],
    [true, reply.imageURL],
  ]);
  expect((await waiter.call(getProfile, {})).reply.photo).toBe(reply.imageURL);

  const second = (await upload(await picture())).reply.imageURL;
  await vi.waitFor(() => expect(files()).toEqual([nameOf(second)]));
  expect((await waiter.call(deleteOwnPhoto, {})).reply.message).toBe('Photo deleted.');
  expect((await waiter.call(deleteOwnPhoto, {})).status).toBe(200);
  expect((await waiter.call(getProfile, {})).reply.photo).toBeNull();
  await vi.waitFor(() => expect(files()).toEqual([]));
  expect((await upload(Buffer.from('no picture'))).status).toBe(415);

  const { rows } = await database.query(
    "select after->>'photo' as photo from audit_log where tenant_id = $1 and action = 'photo' and entity = 'members' order by id",
    [tenantId],
  );
  expect(rows.map(({ photo }) => photo)).toEqual([reply.imageURL, second, null]);
});

test('the photo goes with the member', async () => {
  const { admin, waiter, upload, files, shown } = await open();
  await upload(await picture());
  expect(files()).toHaveLength(1);
  expect((await admin(deleteUser, { params: { username: waiter.username } })).status).toBe(200);
  await vi.waitFor(() => expect(files()).toEqual([]));
  expect(await shown()).toEqual([[false, null]]);
});
