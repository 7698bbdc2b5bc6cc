import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { getPrintSetting, savePrintSetting } from '#contract/print-settings.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { storeSetting } from '#web/platform/testing-store.ts';
import { PrintSettingsScreen } from './PrintSettingsScreen.tsx';

const print = {
  pageFormat: '80' as const,
  header: 'Welcome!',
  footer: null,
  showNotes: 1 as const,
  isEnablePrint: 1 as const,
  showStoreDetails: 1 as const,
  showCustomerDetails: 0 as const,
  printToken: 0 as const,
};
const store = {
  ...storeSetting,
  address: '1 Main Street',
  currency: 'JPY',
  timezone: 'Asia/Tokyo',
};
const server = [answers(getPrintSetting, () => print), answers(getStoreSetting, () => store)];
const preview = () => within(screen.getByRole('article', { name: 'Receipt' }));
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const turn = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });

test('shows the settings and how a receipt comes out', async () => {
  show(<PrintSettingsScreen />, { server });
  await screen.findByText('Token numbering resets automatically every day.');
  expect(turn('Enable Print').checked).toBe(true);
  expect(turn('Show Customer Details').checked).toBe(false);
  expect(await preview().findByText('Chez Ada')).toBeTruthy();
  expect(preview().getByText('Welcome!')).toBeTruthy();
  // whole sums, so that yen have a total too
  expect(preview().getByText('¥44')).toBeTruthy();
  expect(preview().queryByText('Ada Lovelace')).toBeNull();
  expect(saveButton().disabled).toBe(true);
});

test('the preview follows every setting, before anything is saved', async () => {
  const { user } = show(<PrintSettingsScreen />, { server });
  await screen.findByText('Preview');
  await preview().findByText('Chez Ada');

  await user.click(turn('Show Store Details'));
  expect(preview().queryByText('Chez Ada')).toBeNull();
  await user.click(turn('Show Customer Details'));
  expect(preview().getByText('Ada Lovelace')).toBeTruthy();
  expect(preview().getByText('Notes: Well done')).toBeTruthy();
  await user.click(turn('Show Notes'));
  expect(preview().queryByText('Notes: Well done')).toBeNull();
  await user.click(turn('Print Token'));
  expect(preview().getByText('Token')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Page Size'), '57mm');
  expect(screen.getByRole('article', { name: 'Receipt' }).dataset['width']).toBe('57');
  await user.type(screen.getByLabelText('Footer'), 'Come again');
  expect(preview().getByText('Come again')).toBeTruthy();
  await user.click(turn('Enable Print'));
  expect(screen.getByText('Printing is off: orders show their token instead.')).toBeTruthy();
});

test('saves; a failure takes nothing away', async () => {
  let isBroken = true;
  const save = vi.fn((_: { body: object }) => {
    if (isBroken) throw new AppError('server_error', 'Something went wrong!');
    return { success: true as const, message: 'Print settings saved.' };
  });
  const { user } = show(<PrintSettingsScreen />, { server: [...server, answers(savePrintSetting, save)] });
  await user.type(await screen.findByLabelText('Footer'), 'Come again');
  await user.selectOptions(screen.getByLabelText('Page Size'), '57mm');
  await user.click(saveButton());
  expect(await screen.findByText('Something went wrong!')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Footer').value).toBe('Come again');

  isBroken = false;
  await user.click(saveButton());
  expect(await screen.findByText('Print settings saved.')).toBeTruthy();
  // what a colleague changed meanwhile stays
  expect(save.mock.lastCall?.[0].body).toEqual({
    pageFormat: '57',
    footer: 'Come again',
    basedOn: expect.objectContaining({ pageFormat: '80' }),
  });
  await waitFor(() => expect(saveButton().disabled).toBe(true));
});

test('too long a header is refused with the sentence of the contract', async () => {
  const { user } = show(<PrintSettingsScreen />, { server });
  await user.click(await screen.findByLabelText('Header'));
  await user.paste('x'.repeat(1001));
  await user.click(saveButton());
  expect(screen.getByText('At most 1000 characters, please!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Header')));
});

test('says so when nothing could be loaded', async () => {
  show(<PrintSettingsScreen />);
  expect(await screen.findByText('Error loading details! Please Try Later!')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
