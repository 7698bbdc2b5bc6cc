import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currencies } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import {
  deleteStorePhoto,
  getCurrencyPreview,
  getStoreSetting,
  resetQrCode,
  saveStorePhoto,
  saveStoreSetting,
} from '#contract/store-settings.ts';
import { useReply } from '#web/platform/api.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { storeSetting } from '#web/platform/testing-store.ts';
import { StoreDetailsScreen } from './StoreDetailsScreen.tsx';

/** jsdom draws no pictures. */
vi.mock('compressorjs', () => ({
  default: class {
    constructor(_: File, options: { success: (photo: Blob) => void }) {
      options.success(new Blob(['small'], { type: 'image/webp' }));
    }
  },
}));

const store = {
  ...storeSetting,
  address: '1 Main Street',
  email: 'ada@example.com',
  timezone: 'Europe/Paris',
  dayStart: '04:00',
};
const saved = { success: true as const, message: 'Store settings saved.' };
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
afterEach(() => vi.restoreAllMocks());

/** Another place that shows and refreshes the same settings. */
const Elsewhere = () => {
  const { data, refetch } = useReply(getStoreSetting, {});
  return (
    <>
      <output>{data?.storeName}</output>
      <button onClick={() => void refetch()}>Fetch again</button>
    </>
  );
};

test('shows the store; Save waits for a change', async () => {
  const { user } = show(<StoreDetailsScreen />, { server: [answers(getStoreSetting, () => store)] });
  await screen.findByLabelText('Store name');
  expect(field('Store name').value).toBe('Chez Ada');
  expect(field('Phone').value).toBe('');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Currency' }).value).toBe('EUR – Euro (€)');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' }).value).toBe('Europe/Paris');
  expect(field('Day starts at').value).toBe('04:00');
  expect(saveButton().disabled).toBe(true);

  await user.type(field('Phone'), '5');
  expect(saveButton().disabled).toBe(false);
  expect(screen.getByText('Unsaved changes')).toBeTruthy();
  await user.clear(field('Phone'));
  expect(saveButton().disabled).toBe(true);
});

test('finds a currency by its name, saves what was changed and is clean again', async () => {
  let stored: typeof store = store;
  const save = vi.fn(({ body }: { body: object }) => {
    stored = { ...store, ...body };
    return saved;
  });
  const { user } = show(<StoreDetailsScreen />, {
    server: [
      answers(getStoreSetting, () => stored),
      answers(saveStoreSetting, save),
      answers(getCurrencyPreview, ({ query }) => [{ title: `Soup in ${query.currency}`, before: 4.5, after: 5 }]),
    ],
  });
  const currency = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Currency' });
  await user.click(currency);
  expect(screen.getAllByRole('option', { hidden: true }).length).toBeGreaterThanOrEqual(currencies.length);
  await user.keyboard('indian rup');
  await user.click(screen.getByRole('option', { name: 'INR – Indian Rupee (₹)' }));
  expect(screen.getByText(/Prices on the menu keep their numbers/)).toBeTruthy();
  const samples = () => screen.queryByLabelText('Prices before and after')?.textContent;
  await waitFor(() => expect(samples()).toBe('Soup in INR€4.50₹5.00'));
  await user.click(screen.getByRole('switch', { name: 'Enable QR Menu' }));
  await user.click(saveButton());

  const question = await screen.findByRole('dialog', { name: 'Change the currency from EUR to INR?' });
  expect(question.textContent).toContain('What is rounded is kept for the way back.');
  expect(question.textContent).toContain('Soup in INR: €4.50 becomes ₹5.00');
  expect(save).not.toHaveBeenCalled();
  await waitFor(async () => {
    await user.click(within(question).getByRole('button', { name: 'Change' }));
    expect(save).toHaveBeenCalled();
  });
  expect(await screen.findByText('Store settings saved.')).toBeTruthy();
  expect(save.mock.lastCall?.[0].body).toEqual({
    currency: 'INR',
    isQRMenuEnabled: true,
    basedOn: expect.objectContaining({ currency: 'EUR' }),
  });
  await waitFor(() => expect(saveButton().disabled).toBe(true));
  expect([currency.value, samples()]).toEqual(['INR – Indian Rupee (₹)', undefined]);
});

test('shows what was stored in the end, and nothing over what is being typed', async () => {
  let stored = store;
  const { user } = show(
    <>
      <StoreDetailsScreen />
      <Elsewhere />
    </>,
    {
      server: [
        answers(getStoreSetting, () => stored),
        answers(saveStoreSetting, ({ body }) => {
          stored = { ...stored, storeName: body.storeName?.trim() ?? '' };
          return saved;
        }),
      ],
    },
  );
  await user.type(await screen.findByLabelText('Store name'), ' & Bea  ');
  await user.click(saveButton());
  await waitFor(() => expect(field('Store name').value).toBe('Chez Ada & Bea'));
  expect(saveButton().disabled).toBe(true);

  await user.type(field('Phone'), '555');
  stored = { ...stored, storeName: 'Renamed by a colleague' };
  await user.click(screen.getByRole('button', { name: 'Fetch again' }));
  await screen.findByText('Renamed by a colleague');
  expect(field('Phone').value).toBe('555');
  expect(field('Store name').value).toBe('Chez Ada & Bea');
});

test('finds a time zone by its present name', async () => {
  const { user } = show(<StoreDetailsScreen />, { server: [answers(getStoreSetting, () => store)] });
  await user.click(await screen.findByRole('combobox', { name: 'Time zone' }));
  await user.keyboard('kolkata');
  await user.click(screen.getByRole('option', { name: 'Asia/Kolkata' }));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' }).value).toBe('Asia/Kolkata');
  expect(screen.queryByRole('option', { name: 'Asia/Calcutta' })).toBeNull();
  // Enter takes what was found, and does not save the form without it
  await user.click(screen.getByRole('combobox', { name: 'Time zone' }));
  await user.keyboard('kathmandu{Enter}{Tab}');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' }).value).toBe('Asia/Kathmandu');
});

test('the QR code is there as soon as the QR menu is stored', async () => {
  const links: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function remember(this: HTMLAnchorElement) {
    links.push(this);
  });
  let stored = store;
  const { user } = show(<StoreDetailsScreen />, {
    server: [
      answers(getStoreSetting, () => stored),
      answers(saveStoreSetting, () => {
        stored = { ...store, isQRMenuEnabled: true };
        return saved;
      }),
    ],
  });
  await screen.findByLabelText('Store name');
  expect(screen.queryByRole('button', { name: 'Download QR Code' })).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Enable QR Menu' }));
  expect(screen.getByText('The QR code is here as soon as this is saved.')).toBeTruthy();
  await user.click(saveButton());

  await user.click(await screen.findByRole('button', { name: 'Download QR Code' }));
  await waitFor(() => expect(links.map(({ download }) => download)).toEqual(['qr.png']));
  const menu = screen.getByRole('link', { name: 'View Digital Menu' });
  expect([menu.getAttribute('href'), menu.getAttribute('target')]).toEqual([`${window.location.origin}/m/menu-code`, '_blank']);
});

test('a new QR code is made only after the warning, and takes the place of the old one', async () => {
  let stored = { ...store, isQRMenuEnabled: true };
  const reset = vi.fn(() => {
    stored = { ...stored, uniqueQRCode: 'other-code' };
    return { success: true as const, message: 'The store has a new QR code.', uniqueQRCode: 'other-code' };
  });
  const { user } = show(<StoreDetailsScreen />, { server: [answers(getStoreSetting, () => stored), answers(resetQrCode, reset)] });
  await user.click(await screen.findByRole('button', { name: 'New QR Code' }));
  expect(screen.getByText(/Every printed QR code stops working at once, also those on the tables/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(reset).not.toHaveBeenCalled();

  await user.click(screen.getByRole('button', { name: 'New QR Code' }));
  await user.click(await screen.findByRole('button', { name: 'Reset' }));
  expect(await screen.findByText('The store has a new QR code.')).toBeTruthy();
  expect(await screen.findByText(`${window.location.origin}/m/other-code`)).toBeTruthy();
});

test('orders of guests may go straight to the kitchen once guests may order', async () => {
  const save = vi.fn((_: { body: object }) => saved);
  const { user } = show(<StoreDetailsScreen />, { server: [answers(getStoreSetting, () => store), answers(saveStoreSetting, save)] });
  await screen.findByLabelText('Store name');
  const name = 'Send QR Orders Straight to the Kitchen';
  expect(screen.queryByRole('switch', { name })).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Enable Order Via QR Menu' }));
  await user.click(screen.getByRole('switch', { name }));
  await user.click(saveButton());
  await waitFor(() => expect(save.mock.lastCall?.[0].body).toMatchObject({ isQROrderEnabled: true, isQROrderToKitchen: true }));
});

test('a refusal stands at its field and takes nothing away', async () => {
  const { user } = show(<StoreDetailsScreen />, {
    server: [
      answers(getStoreSetting, () => store),
      answers(saveStoreSetting, () => {
        const message = 'Please provide store name!';
        throw new AppError('invalid_input', message, { errors: [{ path: ['storeName'], message }] });
      }),
    ],
  });
  await user.clear(await screen.findByLabelText('Store name'));
  await user.type(field('Phone'), '555');
  await user.click(saveButton());
  await waitFor(() => expect(screen.getAllByText('Please provide store name!')).toHaveLength(2));
  await waitFor(() => expect(document.activeElement).toBe(field('Store name')));
  expect(field('Phone').value).toBe('555');
  expect(saveButton().disabled).toBe(false);
});

test('the contract speaks before anything is sent', async () => {
  const save = vi.fn(() => saved);
  const { user } = show(<StoreDetailsScreen />, { server: [answers(getStoreSetting, () => store), answers(saveStoreSetting, save)] });
  await user.click(await screen.findByLabelText('Phone'));
  await user.paste('5'.repeat(41));
  await user.click(saveButton());
  expect(screen.getByText('At most 40 characters, please!')).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
});

test('the smallest sum in cash may be pasted with a comma between its thousands', async () => {
  const save = vi.fn((_: { body: object }) => saved);
  const { user } = show(<StoreDetailsScreen />, { server: [answers(getStoreSetting, () => store), answers(saveStoreSetting, save)] });
  const sum = await screen.findByLabelText('Smallest sum in cash');
  await user.clear(sum);
  await user.paste('1,000');
  await user.click(saveButton());
  await waitFor(() => expect(save.mock.lastCall?.[0].body).toMatchObject({ cashRounding: 1000 }));
});

test('takes a photo of the store, the same file twice, and deletes it after a confirmation', async () => {
  let stored: typeof store | (Omit<typeof store, 'image'> & { image: string }) = store;
  const upload = vi.fn(() => {
    stored = { ...store, image: '/media/1/front.webp' };
    return { success: true as const, message: 'Photo saved.', imageURL: '/media/1/front.webp' };
  });
  const { user, container } = show(<StoreDetailsScreen />, {
    server: [
      answers(getStoreSetting, () => stored),
      answers(saveStorePhoto, upload),
      answers(deleteStorePhoto, () => {
        stored = store;
        return { success: true as const, message: 'Photo deleted.' };
      }),
    ],
  });
  const front = new File(['large'], 'front.png', { type: 'image/png' });
  const button = await screen.findByRole('button', { name: 'Upload photo' });
  button.focus();
  await user.upload(screen.getByLabelText('Photo', { selector: 'input' }), front);
  expect(await screen.findByText('Photo saved.')).toBeTruthy();
  await waitFor(() => expect(container.querySelector('img')?.getAttribute('src')).toBe('/media/1/front.webp'));
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Change photo' }));
  await user.upload(screen.getByLabelText('Photo', { selector: 'input' }), front);
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(2));

  await user.click(await screen.findByRole('button', { name: 'Delete photo' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Photo deleted.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Upload photo' })).toBeTruthy();
  expect(container.querySelector('img')).toBeNull();
});

test('says so when nothing could be loaded', async () => {
  show(<StoreDetailsScreen />);
  expect(await screen.findByText('Error loading details! Please Try Later!')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
