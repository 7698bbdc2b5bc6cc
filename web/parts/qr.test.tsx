import { afterEach, expect, test, vi } from 'vitest';
import { show } from '#web/platform/testing.tsx';
import { readQrDrawing, readQrLink } from '#web/platform/testing-qr.ts';
import { downloadQr, menuAddress } from './qr.ts';
import { QrPicture } from './QrPicture.tsx';

afterEach(() => vi.restoreAllMocks());

test('the downloaded PNG leads to the menu of the restaurant, and of one table', async () => {
  const links: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function remember(this: HTMLAnchorElement) {
    links.push(this);
  });

  await downloadQr(menuAddress('V1StGXR8_Z5jdHi6B-myT'), 'qr.png');
  await downloadQr(menuAddress('V1StGXR8_Z5jdHi6B-myT', 'uC7-mQ_x2Lk90aZrT4nVb'), 'table_1-qr.png');

  expect(links.map(({ download }) => download)).toEqual(['qr.png', 'table_1-qr.png']);
  const found = await Promise.all(
    links.map(async (link) => {
      expect(link.href).toMatch(/^data:image\/png;base64,/);
      return readQrLink(link);
    }),
  );
  const address = `${window.location.origin}/m/V1StGXR8_Z5jdHi6B-myT`;
  expect(found).toEqual([
    { text: address, width: 1080, height: 1080 },
    { text: `${address}?table=uC7-mQ_x2Lk90aZrT4nVb`, width: 1080, height: 1080 },
  ]);
});

test('the drawing says the same as the PNG', async () => {
  const address = menuAddress('V1StGXR8_Z5jdHi6B-myT', 'uC7-mQ_x2Lk90aZrT4nVb');
  const { getByRole } = show(<QrPicture address={address} label="QR code of Table 1" />);

  expect((await readQrDrawing(getByRole('img', { name: 'QR code of Table 1' }))).text).toBe(address);
});
