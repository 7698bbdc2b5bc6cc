import { afterEach, expect, test, vi } from 'vitest';
import { show } from '#web/platform/testing.tsx';
import { readQrDrawing, readQrLink } from '#web/platform/testing-qr.ts';
import { guestAddresses } from './guest-address.ts';
import { GuestAddress } from './GuestAddress.tsx';
import { downloadQr, menuAddress } from './qr.ts';
import { QrPicture } from './QrPicture.tsx';

afterEach(() => vi.restoreAllMocks());

test('the downloaded PNG leads to the menu of the restaurant, and of one table', async () => {
  const links: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function remember(this: HTMLAnchorElement) {
    links.push(this);
  });

  await downloadQr(menuAddress(window.location.origin, 'V1StGXR8_Z5jdHi6B-myT'), 'qr.png');
  await downloadQr(menuAddress(window.location.origin, 'V1StGXR8_Z5jdHi6B-myT', 'uC7-mQ_x2Lk90aZrT4nVb'), 'table_1-qr.png');

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
  const address = menuAddress('https://till.example', 'V1StGXR8_Z5jdHi6B-myT', 'uC7-mQ_x2Lk90aZrT4nVb');
  const { getByRole } = show(<QrPicture address={address} label="QR code of Table 1" />);

  expect((await readQrDrawing(getByRole('img', { name: 'QR code of Table 1' }))).text).toBe(address);
});

/** A page that was served by a server with this PUBLIC_URL. */
const servedBy = (content: string) => {
  const told = Object.assign(document.createElement('meta'), { name: 'comanda-url', content });
  document.head.append(told);
  return () => told.remove();
};

test('codes have the address that lasts, unless that of the address bar is chosen', async () => {
  const forget = servedBy('https://till.example');
  try {
    const { user, getByRole, getAllByRole, queryByText } = show(<GuestAddress />);
    expect((getByRole('radio', { name: 'https://till.example' }) as HTMLInputElement).checked).toBe(true);
    expect(queryByText(/Phones cannot open/)).toBeNull();
    await user.click(getAllByRole('radio')[1]!);
    expect((getByRole('radio', { name: `${window.location.origin}, as it stands in your address bar` }) as HTMLInputElement).checked).toBe(
      true,
    );
    expect(queryByText(/Phones cannot open/)).toBeTruthy();
  } finally {
    forget();
    localStorage.removeItem('comanda_guest_address');
  }
});

test('an address that names this machine alone is not what others are led to', () => {
  vi.stubGlobal('location', new URL('http://192.168.1.20:3000/dashboard'));
  const forget = servedBy('http://localhost:3000');
  try {
    expect(guestAddresses()).toEqual(['http://192.168.1.20:3000', 'http://localhost:3000']);
  } finally {
    forget();
    vi.unstubAllGlobals();
  }
});
