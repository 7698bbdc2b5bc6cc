import Compressor from 'compressorjs';
import { getMenuFile, PHOTO_FIELD, saveItemPhoto } from '#contract/menu-items.ts';
import { download } from '#web/platform/api.ts';
import { callWithFile } from '#web/platform/files.ts';

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
