import jsQR from 'jsqr';
import sharp from 'sharp';

/** What a phone's camera would find in a picture file: the text of its QR code, and the size in pixels. */
const readQr = async (picture: Uint8Array) => {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { text: jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data, width: info.width, height: info.height };
};

/** The same of a link to download, which holds its picture in its address. */
export const readQrLink = ({ href }: HTMLAnchorElement) => readQr(Buffer.from(href.slice(href.indexOf(',') + 1), 'base64'));

/** The same of a drawing on the page. */
export const readQrDrawing = ({ outerHTML }: Element) =>
  readQr(Buffer.from(outerHTML.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="600"')));
