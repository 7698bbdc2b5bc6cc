import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { deleteItemPhoto, deleteMenuItem, getMenuItem, saveItemPhoto } from '#contract/menu-items.ts';
import { initPos } from '#contract/pos.ts';
import type { Photos } from '#server/platform/files/photos.ts';
import { database, openApp, openRestaurant, type App } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { upload } from '#server/testing/upload.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'comanda-photos-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Given {
  id?: number;
  name?: string;
  type?: string;
  field?: string;
  as?: Record<string, string>;
}

const pathOf = (id: number) => saveItemPhoto.path.replace(':id', String(id));

let shared: Promise<App> | undefined;
const open = async () => {
  const restaurant = await withMenu(await openRestaurant({ app: await (shared ??= openApp({ config: { dataDir } })) }));
  const { app, cookies, tenantId, admin, menu } = restaurant;
  const folder = join(dataDir, 'media', String(tenantId));
  return {
    ...restaurant,
    files: () => (existsSync(folder) ? readdirSync(folder) : []),
    fileOf: (imageURL: string) => readFileSync(join(dataDir, imageURL)),
    image: async () => (await admin(getMenuItem, { params: { id: String(menu.soup) } })).reply.image,
    upload: (content: Buffer, { id = menu.soup, as = cookies, ...given }: Given = {}) =>
      upload(app, content, { path: pathOf(id), cookies: as, ...given }),
  };
};

const picture = (width = 900, height = 600) => sharp({ create: { width, height, channels: 3, background: '#b24314' } });

test.each([
  ['JPEG', () => picture().jpeg()],
  ['PNG', () => picture().png()],
  ['WebP', () => picture().webp()],
  ['AVIF', () => picture().avif({ effort: 0 })],
  ['GIF', () => picture().gif()],
])('a %s becomes a WebP of at most 512 px, on the item and at the till', async (_, make) => {
  const { upload, fileOf, image, admin, menu } = await open();

  const { status, reply } = await upload(await make().toBuffer());

  expect([status, reply.success, reply.message]).toEqual([200, true, 'Photo saved.']);
  const { format, width, height } = await sharp(fileOf(reply.imageURL)).metadata();
  expect([format, width, height]).toEqual(['webp', 512, 341]);
  expect(await image()).toBe(reply.imageURL);
  expect((await admin(initPos, {})).reply.menuItems.find(({ id }) => id === menu.soup)?.image).toBe(reply.imageURL);
});

test('a photo stands upright and says nothing of where and how it was taken', async () => {
  const { upload, fileOf } = await open();
  const taken = await picture(400, 200)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Ada', Orientation: '6' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(taken.includes('Ada') || (await sharp(taken).metadata()).exif).toBeTruthy();

  const { reply } = await upload(taken);

  const metadata = await sharp(fileOf(reply.imageURL)).metadata();
  expect([metadata.width, metadata.height]).toEqual([200, 400]);
  expect([metadata.exif, metadata.icc, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual(Array(5).fill(undefined));
});

test.each([
  ['without a boundary', 'multipart/form-data', 'x'],
  ['with a boundary beyond measure', `multipart/form-data; boundary=${'b'.repeat(300)}`, 'x'],
  ['that ends in its head', 'multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="image"'],
  [
    'that ends within the picture',
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc',
  ],
])('a form %s is a bad request and no fault of the server', async (_, type, payload) => {
  const { app, cookies, menu } = await open();
  const asked = { method: 'POST', url: `/api/v1${pathOf(menu.soup)}`, cookies, headers: { 'content-type': type }, payload } as const;
  const response = await app.inject(asked);
  expect([response.statusCode, response.json()]).toEqual([
    400,
    { success: false, code: 'invalid_input', message: 'Please choose a file!' },
  ]);
});

test('a small picture is not made larger', async () => {
  const { upload, fileOf } = await open();

  const { reply } = await upload(await picture(20, 10).png().toBuffer());

  expect(await sharp(fileOf(reply.imageURL)).metadata()).toMatchObject({ width: 20, height: 10 });
});

test('a photo is served to be kept for a year, and as nothing but an image', async () => {
  const { upload, app } = await open();
  const { reply } = await upload(await picture().png().toBuffer());

  const served = await app.inject({ method: 'GET', url: reply.imageURL });

  expect(served.statusCode).toBe(200);
  expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
  expect(served.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(reply.imageURL).toMatch(/^\/media\/\d+\/[\w-]{21}\.webp$/);
});

test('the card’s size of a photo is made once, square, and kept for a year; without a photo there is none', async () => {
  const { upload, app, admin, menu, tenantId } = await open();
  const { reply } = await upload(await picture().png().toBuffer());
  const name = reply.imageURL.split('/').at(-1)!;
  const small = (of = name, tenant: number | string = tenantId) => app.inject({ method: 'GET', url: `/media/${tenant}/small/${of}` });
  const kept = join(dataDir, 'media', String(tenantId), 'small', name);

  const answers = await Promise.all([small(), small(), small()]);
  const made = statSync(kept);
  const again = await small();

  for (const { statusCode, headers, rawPayload } of [...answers, again]) {
    expect([statusCode, headers['content-type'], headers['x-content-type-options'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'nosniff',
      'public, max-age=31536000, immutable',
    ]);
    expect(rawPayload.equals(readFileSync(kept))).toBe(true);
  }
  expect(await sharp(again.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 192, height: 192 });
  // the file of the first time is still the one: nobody wrote it again
  expect([statSync(kept).ino, statSync(kept).mtimeMs]).toEqual([made.ino, made.mtimeMs]);
  expect(readdirSync(join(kept, '..'))).toEqual([name]);

  const wrong = [small('nobody.webp'), small(name, 999_999_999), small(`..%2F${name}`), small(`${name}.part`), small(name, 'x')];
  for (const { statusCode, headers } of await Promise.all(wrong))
    expect([statusCode, headers['cache-control']?.toString().includes('immutable') ?? false]).toEqual([404, false]);

  await admin(deleteItemPhoto, { params: { id: String(menu.soup) } });
  await vi.waitFor(() => expect(existsSync(kept)).toBe(false));
  expect((await small()).statusCode).toBe(404);
  expect(existsSync(kept)).toBe(false);
});

test('where no small photo can be kept, it is shown all the same', async () => {
  const { upload, app, tenantId } = await open();
  const { reply } = await upload(await picture().png().toBuffer());
  writeFileSync(join(dataDir, 'media', String(tenantId), 'small'), 'no folder');

  const { statusCode, rawPayload } = await app.inject({ method: 'GET', url: reply.imageURL.replace(/[^/]+$/, 'small/$&') });

  expect([statusCode, (await sharp(rawPayload).metadata()).width]).toEqual([200, 192]);
});

test('a small photo that is made while its photo is deleted is not left behind', async () => {
  const { upload, app, admin, menu, tenantId, files } = await open();
  const { reply } = await upload(await picture().png().toBuffer());
  const decoded = Promise.withResolvers<void>();
  const deleted = Promise.withResolvers<void>();
  const toBuffer = sharp.prototype.toBuffer as () => Promise<Buffer>;
  vi.spyOn(sharp.prototype, 'toBuffer').mockImplementationOnce(async function wait(this: unknown) {
    const small = await toBuffer.call(this);
    decoded.resolve();
    await deleted.promise;
    return small as never;
  });

  const asked = app.inject({ method: 'GET', url: reply.imageURL.replace(/[^/]+$/, 'small/$&') });
  await decoded.promise;
  await admin(deleteItemPhoto, { params: { id: String(menu.soup) } });
  await vi.waitFor(() => expect(files()).toEqual([]));
  deleted.resolve();

  expect((await asked).statusCode).toBe(200);
  expect(readdirSync(join(dataDir, 'media', String(tenantId), 'small'))).toEqual([]);
});

test('a picture that is not drawn in time may be sent again', async () => {
  const { upload, image } = await open();
  const content = await picture().png().toBuffer();
  vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(new Error('timeout: 30% complete'));

  expect((await upload(content)).status).toBe(503);

  expect((await upload(content)).status).toBe(200);
  expect(await image()).not.toBeNull();
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>';
const cut = async (whole: Promise<Buffer>) => {
  const buffer = await whole;
  return buffer.subarray(0, Math.floor(buffer.length * 0.6));
};
/** Something that does not compress to a few bytes, so that cutting it cuts the picture. */
const noise = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 60 } } });

test.each([
  ['a text that is called .png', async () => Buffer.from('Dear server, I am a picture.'), { name: 'photo.png', type: 'image/png' }, 415],
  ['an SVG', async () => Buffer.from(svg), { name: 'photo.svg', type: 'image/svg+xml' }, 415],
  ['an SVG that is called .png', async () => Buffer.from(svg), { name: 'photo.png', type: 'image/png' }, 415],
  ['a TIFF', () => picture().tiff().toBuffer(), {}, 415],
  ['nothing', async () => Buffer.alloc(0), {}, 415],
  ['half a JPEG', () => cut(noise().jpeg().toBuffer()), {}, 415],
  ['half a PNG', () => cut(noise().png().toBuffer()), {}, 415],
  ['half a WebP', () => cut(noise().webp().toBuffer()), {}, 415],
  ['half a GIF', () => cut(noise().gif().toBuffer()), {}, 415],
  ['half an AVIF', () => cut(noise().avif({ effort: 0 }).toBuffer()), {}, 415],
  ['6 MB', async () => Buffer.concat([await picture().jpeg().toBuffer(), Buffer.alloc(6_000_000)]), {}, 413],
  ['50 megapixels in a few bytes', () => picture(10_000, 5000).png().toBuffer(), {}, 413],
])('%s is refused and leaves nothing behind', async (_, make, kind, expected) => {
  const { upload, files, image } = await open();
  const { reply: former } = await upload(await picture().png().toBuffer());
  const before = files();

  const { status, reply } = await upload(await make(), kind);

  expect([status, reply.code]).toEqual([expected, expected === 413 ? 'too_large' : 'unsupported_type']);
  expect(files()).toEqual(before);
  expect(await image()).toBe(former.imageURL);
});

test('a new photo takes the place of the old one', async () => {
  const { upload, files, tenantId } = await open();
  const first = await upload(await picture().png().toBuffer());

  const second = await upload(await picture().gif().toBuffer());

  expect(second.reply.imageURL).not.toBe(first.reply.imageURL);
  await vi.waitFor(() => expect(files().map((name) => `/media/${tenantId}/${name}`)).toEqual([second.reply.imageURL]));
  const { rows } = await database.query("select before, after from audit_log where tenant_id = $1 and action = 'photo' order by id", [
    tenantId,
  ]);
  expect(rows).toEqual([
    { before: { image: null }, after: { image: first.reply.imageURL } },
    { before: { image: first.reply.imageURL }, after: { image: second.reply.imageURL } },
  ]);
});

test('deleting the photo, or its item, deletes the file', async () => {
  const { upload, files, image, admin, menu } = await open();
  await upload(await picture().png().toBuffer());

  const { reply } = await admin(deleteItemPhoto, { params: { id: String(menu.soup) } });

  expect(reply).toEqual({ success: true, message: 'Photo deleted.' });
  expect(await image()).toBeNull();
  await vi.waitFor(() => expect(files()).toEqual([]));
  expect((await admin(deleteItemPhoto, { params: { id: String(menu.soup) } })).status).toBe(200);

  await upload(await picture().png().toBuffer());
  await admin(deleteMenuItem, { params: { id: String(menu.soup) } });
  await vi.waitFor(() => expect(files()).toEqual([]));
});

test('a file is removed again when its item vanished while it was decoded', async () => {
  const kept = new Set<string>();
  let between = async () => {};
  const photos: Photos = {
    put: async (tenantId) => {
      const address = `/media/${tenantId}/${kept.size}-mine.webp`;
      kept.add(address);
      await between();
      return address;
    },
    remove: async (_, address) => void kept.delete(address),
    removeAll: async () => {},
  };
  const { app, cookies, admin, menu } = await withMenu(await openRestaurant({ app: await openApp({ photos }) }));
  between = async () => void (await admin(deleteMenuItem, { params: { id: String(menu.soup) } }));

  const { status } = await upload(app, await picture().png().toBuffer(), { path: pathOf(menu.soup), cookies });

  expect(status).toBe(404);
  expect([...kept]).toEqual([]);
});

test('another restaurant’s item has no photo for us, neither has a deleted one; a waiter may not change any', async () => {
  const mine = await open();
  const theirs = await open();
  const content = await picture().png().toBuffer();
  await theirs.upload(content);
  const before = await theirs.image();

  expect((await mine.upload(content, { id: theirs.menu.soup })).status).toBe(404);
  expect((await mine.admin(deleteItemPhoto, { params: { id: String(theirs.menu.soup) } })).status).toBe(404);
  expect(await theirs.image()).toBe(before);
  expect(mine.files()).toEqual([]);

  await mine.admin(deleteMenuItem, { params: { id: String(mine.menu.soup) } });
  expect((await mine.upload(content)).status).toBe(404);
  expect((await mine.upload(content, { as: {} })).status).toBe(401);
  const waiter = await mine.staff('POS', 'KITCHEN');
  expect((await waiter(deleteItemPhoto, { params: { id: String(mine.menu.wine) } })).status).toBe(403);
  expect((await waiter(saveItemPhoto, { params: { id: String(mine.menu.wine) } })).status).toBe(403);
  expect(mine.files()).toEqual([]);
});

test('the file comes in its field; JSON is no photo, and a form is no JSON', async () => {
  const { admin, upload, app, cookies, menu, files } = await open();
  const content = await picture().png().toBuffer();

  expect((await upload(content, { field: 'photo' })).status).toBe(400);
  expect((await admin(saveItemPhoto, { params: { id: String(menu.soup) } })).status).toBe(415);
  const elsewhere = await app.inject({
    method: 'POST',
    url: '/api/v1/menu-items/add',
    cookies,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nTea\r\n--x--\r\n',
  });
  expect(elsewhere.statusCode).toBe(415);
  const large = await app.inject({ method: 'POST', url: '/api/v1/menu-items/add', cookies, payload: { title: 'x'.repeat(1_100_000) } });
  expect(large.statusCode).toBe(413);
  expect(files()).toEqual([]);
});
