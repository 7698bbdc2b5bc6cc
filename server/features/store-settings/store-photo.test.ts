import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { initPos } from '#contract/pos.ts';
import { deleteStorePhoto, getStoreSetting, saveStorePhoto, saveStoreSetting } from '#contract/store-settings.ts';
import { openApp, openRestaurant, type App } from '#server/testing/restaurant.ts';
import { upload } from '#server/testing/upload.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'comanda-store-photo-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let shared: Promise<App> | undefined;
const open = async () => {
  const restaurant = await openRestaurant({ app: await (shared ??= openApp({ config: { dataDir } })) });
  const { app, cookies, tenantId, admin } = restaurant;
  const folder = join(dataDir, 'media', String(tenantId));
  return {
    ...restaurant,
    files: () => (existsSync(folder) ? readdirSync(folder) : []),
    image: async () => (await admin(getStoreSetting, {})).reply.image,
    upload: (content: Buffer) => upload(app, content, { path: saveStorePhoto.path, cookies }),
  };
};

const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#b24314' } })
    .png()
    .toBuffer();

test('the store’s photo is at the till at once; another one takes its place, and deleting it leaves no file', async () => {
  const { admin, upload, files, image, tenantId } = await open();

  const { status, reply } = await upload(await picture());
  expect([status, reply.message]).toEqual([200, 'Photo saved.']);
  expect(reply.imageURL).toMatch(new RegExp(`^/media/${tenantId}/[\\w-]{21}\\.webp$`));
  expect([await image(), (await admin(initPos, {})).reply.storeSettings.image]).toEqual([reply.imageURL, reply.imageURL]);

  const { reply: second } = await upload(await picture());
  // a file goes once the change is stored, and nobody waits for it
  await vi.waitFor(() => expect(files()).toEqual([second.imageURL.split('/').at(-1)]));

  expect((await admin(deleteStorePhoto, {})).reply.message).toBe('Photo deleted.');
  expect(await image()).toBeNull();
  await vi.waitFor(() => expect(files()).toEqual([]));
});

test('what is no picture is refused and changes nothing', async () => {
  const { upload, files, image } = await open();
  const { reply } = await upload(await picture());

  expect((await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(415);

  expect([await image(), files()]).toEqual([reply.imageURL, [reply.imageURL.split('/').at(-1)]]);
});

test('a saved address keeps, clears or replaces the photo, and is never one of another restaurant or of an item', async () => {
  const mine = await open();
  const theirs = await open();
  const save = (image: string | null) => mine.admin(saveStoreSetting, { body: { image } });
  const { reply: own } = await mine.upload(await picture());
  const { reply: foreign } = await theirs.upload(await picture());

  for (const address of [foreign.imageURL, `/media/${mine.tenantId}/an-item.webp`, `${own.imageURL}/../x`]) {
    const { status, reply } = await save(address);
    expect([status, reply.message]).toEqual([400, 'Please upload the image!']);
  }
  expect((await save(own.imageURL)).status).toBe(200);
  expect([await mine.image(), mine.files().length]).toEqual([own.imageURL, 1]);

  expect((await save('https://example.com/logo.png')).status).toBe(200);
  expect(await mine.image()).toBe('https://example.com/logo.png');
  await vi.waitFor(() => expect([mine.files(), theirs.files().length]).toEqual([[], 1]));
  expect((await mine.admin(deleteStorePhoto, {})).status).toBe(200);
  expect([await mine.image(), await theirs.image()]).toEqual([null, foreign.imageURL]);
});

test('only who has the settings scope changes the store’s photo', async () => {
  const { staff, files } = await open();
  const waiter = await staff('POS');

  expect((await waiter(saveStorePhoto, {})).status).toBe(403);
  expect((await waiter(deleteStorePhoto, {})).status).toBe(403);
  expect(files()).toEqual([]);
});
