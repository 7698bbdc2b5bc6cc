import Compressor from 'compressorjs';
import type { Endpoint } from '#contract/endpoint.ts';
import { getMenuFile, PHOTO_FIELD, saveItemPhoto } from '#contract/menu-items.ts';
import { CallFailed, download } from '#web/platform/api.ts';
import { renewalCount, renewSession } from '#web/platform/renewal.ts';

const TIMEOUT_MS = 60_000; // a photo on a slow line
const PHOTO_SIDE = 512; // px (part-2 §9)
const PHOTO_BYTES = 500_000;

/** A call that carries a file, which `call` of web/platform/api.ts does not: the same session and the same failures. */
const callWithFile = async (endpoint: Endpoint, path: string, body?: FormData): Promise<Response> => {
  const send = async () => {
    const response = await fetch(`/api/v1${path}`, {
      method: endpoint.method,
      credentials: 'include',
      ...(body ? { body } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new CallFailed(0);
    });
    if (response.ok) return response;
    const reply: unknown = await response.json().catch(() => undefined);
    throw new CallFailed(response.status, reply && typeof reply === 'object' ? { ...reply } : {});
  };
  const seen = renewalCount();
  try {
    return await send();
  } catch (failure) {
    if (!(failure instanceof CallFailed) || failure.status !== 401 || !(await renewSession(seen))) throw failure;
    return send();
  }
};

const compress = (file: File, options: Compressor.Options): Promise<Blob> =>
  new Promise((resolve, reject) => {
    new Compressor(file, { maxWidth: PHOTO_SIDE, maxHeight: PHOTO_SIDE, ...options, success: resolve, error: reject });
  });

/** At most 0.5 MB and 512 px on the longest side (part-2 §5). Rejects for what the browser cannot draw. */
const toSmallPhoto = async (file: File): Promise<Blob> => {
  const photo = await compress(file, { mimeType: 'image/webp', quality: 0.85 });
  // Safari writes no WebP and makes a large PNG of it.
  return photo.type === 'image/webp' && photo.size <= PHOTO_BYTES ? photo : compress(file, { mimeType: 'image/jpeg', quality: 0.8 });
};

/** Makes a picture small and gives it to an item. Throws CallFailed, or another error when the file is no picture. */
export const uploadPhoto = async (itemId: number, file: File): Promise<{ message: string; imageURL: string }> => {
  const form = new FormData();
  form.append(PHOTO_FIELD, await toSmallPhoto(file), 'photo');
  const response = await callWithFile(saveItemPhoto, saveItemPhoto.path.replace(':id', String(itemId)), form);
  return (await response.json()) as { message: string; imageURL: string };
};

/** Lets the browser save the menu as a CSV file. Throws CallFailed. */
export const downloadMenu = (): Promise<void> => download(getMenuFile, {}, 'menu.csv');

/** A CSV file's text: UTF-8, or else what older spreadsheets write. */
export const readText = async (file: File): Promise<string> => {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
