import { getMenuFile } from '#contract/menu-files.ts';
import { download } from '#web/platform/download.ts';

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
