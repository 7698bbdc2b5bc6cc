import Compressor from 'compressorjs';
import type { Endpoint } from '#contract/endpoint.ts';
import { PHOTO_FIELD } from '#contract/menu-items.ts';
import { callWithFile } from './files.ts';

const PHOTO_SIDE = 512; // px (part-2 §9)
const PHOTO_BYTES = 500_000;

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

/** Makes a picture small and sends it; answers what the server says. Throws CallFailed, or another error when the file is no picture. */
export const uploadPhoto = async (endpoint: Endpoint, path: string, file: File): Promise<string> => {
  const form = new FormData();
  form.append(PHOTO_FIELD, await toSmallPhoto(file), 'photo');
  const response = await callWithFile(endpoint, path, form);
  return ((await response.json()) as { message: string }).message;
};
