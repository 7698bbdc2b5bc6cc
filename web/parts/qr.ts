import { toDataURL } from 'qrcode';

const WIDTH_PX = 1080; // part-2 §9
/** In modules; readers need four of white around the code. */
export const QR_MARGIN = 4;
/** Half a wine stain may hide 15 % of the code. */
export const QR_CORRECTION = 'M';

/** The address of the public menu under an address of this server, with a table's public id that of the table. */
export const menuAddress = (base: string, qrCode: string, tableId?: string): string => {
  const address = `${base}/m/${encodeURIComponent(qrCode)}`;
  return tableId === undefined ? address : `${address}?table=${encodeURIComponent(tableId)}`;
};

/** Downloads an address as a QR code: a PNG, 1080 px wide. */
export const downloadQr = async (address: string, fileName: string): Promise<void> => {
  const link = document.createElement('a');
  link.href = await toDataURL(address, { width: WIDTH_PX, margin: QR_MARGIN, errorCorrectionLevel: QR_CORRECTION });
  link.download = fileName;
  link.click();
};
