import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { AppError } from '#contract/errors.ts';
import { isOutage } from '#server/platform/database/failures.ts';
import { publicId, type Random } from '#server/platform/clock-and-random.ts';
import { writeAtomically } from './write-atomically.ts';

/** Where the pictures of a data directory lie, one folder for each tenant. */
export const mediaFolder = (dataDir: string): string => join(dataDir, 'media');

/** Where photos are kept. */
export interface Photos {
  /** Stores a WebP picture of a tenant under a name that nobody guesses; answers its address. */
  put: (tenantId: number, webp: Buffer) => Promise<string>;
  /** Removes a picture by its address. One that is gone, or no picture of this tenant, is no failure. */
  remove: (tenantId: number, address: string) => Promise<void>;
  /** Removes all pictures of a tenant. */
  removeAll: (tenantId: number) => Promise<void>;
}

const smallFile = (dataDir: string, tenant: string, name: string) => join(mediaFolder(dataDir), tenant, 'small', name);

/** Keeps photos as files of the data directory, where serveMedia finds them. */
export const openPhotoFiles = (dataDir: string, random: Random): Photos => {
  const folderOf = (tenantId: number) => join(mediaFolder(dataDir), String(tenantId));
  return {
    put: async (tenantId, webp) => {
      const name = `${publicId(random)}.webp`;
      await writeAtomically(join(folderOf(tenantId), name), webp);
      return `/media/${tenantId}/${name}`;
    },
    removeAll: async (tenantId) => {
      if (!Number.isSafeInteger(tenantId)) throw new TypeError('A tenant is a whole number.');
      await rm(folderOf(tenantId), { recursive: true, force: true });
    },
    remove: async (tenantId, address) => {
      const [, owner, name] = /^\/media\/(\d+)\/([\w-]+\.webp)$/.exec(address) ?? [];
      if (owner !== String(tenantId) || !name) return;
      await rm(join(folderOf(tenantId), name), { force: true });
      await rm(smallFile(dataDir, owner, name), { force: true });
    },
  };
};

/**
 * Removes the folders that a crash has left of tenants that are gone: those not touched since `before` for which `findGone`, given
 * the numbers that folders have, names the tenant. Anything else in the directory stays.
 */
export const removePhotosOfDeletedTenants = async (
  dataDir: string,
  before: Date,
  findGone: (ids: number[]) => Promise<number[]>,
): Promise<void> => {
  const media = mediaFolder(dataDir);
  const named = await readdir(media, { withFileTypes: true }).catch(() => []);
  const ids: number[] = [];
  for (const entry of named)
    if (entry.isDirectory() && /^[1-9]\d{0,14}$/.test(entry.name)) {
      // another node may have removed it since
      const found = await stat(join(media, entry.name)).catch(() => undefined);
      if (found && found.mtime < before) ids.push(Number(entry.name));
    }
  if (ids.length === 0) return;
  for (const id of await findGone(ids)) await rm(join(media, String(id)), { recursive: true, force: true });
};

export const PHOTO_MAX_BYTES = 5 * 1024 * 1024;
const MAX_PIXELS = 40e6;
const MAX_SIDE = 512; // px
const DECODE_SECONDS = 3;
const RETRY_AFTER = 5; // seconds

/** Uploads that lie in memory, each with up to 5 MB: nobody reads one more. Of one tenant so few that all others have room. */
const HELD = { ofTenant: 3, inAll: 60 };
const held: number[] = []; // the tenant of each
const hold = async <T>(tenantId: number, work: () => Promise<T>): Promise<T> => {
  if (held.filter((id) => id === tenantId).length >= HELD.ofTenant)
    throw new AppError('too_many', 'Too many pictures at once! Please try again!', { retryAfter: RETRY_AFTER });
  if (held.length >= HELD.inAll) throw tooSlow();
  held.push(tenantId);
  try {
    return await work();
  } finally {
    held.splice(held.indexOf(tenantId), 1);
  }
};

// One thread for each picture, and one picture at a time: 40 megapixels take up to 160 MB while they are decoded.
sharp.concurrency(1);
let isDecoding = false;
/** Who waits for that, by tenants in the order of their turns: each has one picture decoded, and then goes to the end. */
const waiting = new Map<number, (() => void)[]>();
const callNext = () => {
  const [next] = waiting;
  isDecoding = next !== undefined;
  if (!next) return;
  const [tenantId, [enter, ...others]] = next;
  waiting.delete(tenantId);
  if (others.length > 0) waiting.set(tenantId, others);
  enter?.();
};
const inTurn = async <T>(tenantId: number, work: () => Promise<T>): Promise<T> => {
  if (isDecoding) await new Promise<void>((enter) => void waiting.set(tenantId, [...(waiting.get(tenantId) ?? []), enter]));
  isDecoding = true;
  try {
    return await work();
  } finally {
    callNext();
  }
};

const unreadable = () => new AppError('unsupported_type', 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture!');
const tooManyPixels = () => new AppError('too_large', 'A picture has at most 40 megapixels!');

/** The picture may be fine: the machine is busy, and another time it is drawn soon enough. */
const tooSlow = () => new AppError('unavailable', 'The server is busy. Please try again!', { retryAfter: RETRY_AFTER });

const isAccepted = ({ format, compression }: Metadata): boolean =>
  ['jpeg', 'png', 'webp', 'gif'].includes(format ?? '') || (format === 'heif' && compression === 'av1');

/**
 * Re-encodes an uploaded picture as WebP of at most 512 px without metadata. What it is, is read from its content, never from
 * its name; throws unsupported_type (also for SVG, which sharp would draw, and for half a file) or too_large (cases.md N17).
 */
const toPhoto = async (upload: Buffer): Promise<Buffer> => {
  try {
    const picture = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const metadata = await picture.metadata();
    if (!isAccepted(metadata)) throw unreadable();
    if (metadata.width * metadata.height > MAX_PIXELS) throw tooManyPixels();
    return await picture
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: DECODE_SECONDS })
      .toBuffer();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (/timeout: \d+%/.test(String(error))) throw tooSlow();
    throw /pixel limit/i.test(String(error)) ? tooManyPixels() : unreadable();
  }
};

interface Upload {
  session: { tenantId: number };
  photos: Photos;
  receive: () => Promise<Buffer>;
}

/**
 * Stores an uploaded picture in the place of another: `write` notes its address and answers the former one, whose file then
 * goes. Where the note is refused the new file goes instead. Of what is too much nothing is received.
 */
export const replacePhoto = async (
  { session: { tenantId }, photos, receive }: Upload,
  write: (imageURL: string) => Promise<string | null>,
): Promise<string> => {
  const webp = await hold(tenantId, async () => {
    const upload = await receive();
    return inTurn(tenantId, () => toPhoto(upload));
  });
  const imageURL = await photos.put(tenantId, webp);
  const former = await write(imageURL).catch(async (error: unknown) => {
    // without the answer of a commit nobody knows whether the note is there: a file too many is better than a picture that is gone
    if (!isOutage(error)) await photos.remove(tenantId, imageURL);
    throw error;
  });
  if (former) await photos.remove(tenantId, former);
  return imageURL;
};

const SMALL_SIDE = 192; // px: a card of the menu shows 96, most phones have two or more dots for each
const making = new Map<string, Promise<Buffer | undefined>>();

/**
 * A photo in the size of a card, cut square: made when it is asked for the first time, so that those from before there were
 * two sizes have it too. Undefined where there is no such photo. `tenant` and `name` are the parts of its address.
 */
export const readSmallPhoto = async (dataDir: string, tenant: string, name: string): Promise<Buffer | undefined> => {
  const file = smallFile(dataDir, tenant, name);
  const known = await readFile(file).catch(() => undefined);
  if (known?.length) return known;
  const make = async () => {
    const original = join(mediaFolder(dataDir), tenant, name);
    const whole = await readFile(original).catch(() => undefined);
    if (!whole) return undefined;
    const small = await sharp(whole, { failOn: 'error' }).resize(SMALL_SIDE, SMALL_SIDE, { fit: 'cover' }).webp({ quality: 75 }).toBuffer();
    // a full disk keeps nobody from seeing it; it is made again the next time
    await writeAtomically(file, small).catch(() => {});
    // removed meanwhile: nothing would ever remove the small one
    if (!(await stat(original).catch(() => undefined))) await rm(file, { force: true });
    return small;
  };
  const underway = making.get(file) ?? make().finally(() => making.delete(file));
  making.set(file, underway);
  return underway;
};
