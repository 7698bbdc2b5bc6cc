import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getProfile, type SessionUser } from '#contract/auth.ts';
import { type Device, listDevices, removeDevice, removeOtherDevices } from '#contract/devices.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { DevicesScreen } from './DevicesScreen.tsx';

const waiter = { role: 'user' as const, scopes: [] };
const device = (id: string, name: string | null, isMyDevice: boolean): Device => ({
  device_id: id,
  device_ip: isMyDevice ? '10.0.0.4' : null,
  device_name: name,
  device_location: isMyDevice ? null : 'On the internet',
  created_at: '2026-11-20T18:30:00.000Z',
  last_used_at: '2026-11-22T09:15:00.000Z',
  isMyDevice,
});
const profile: SessionUser = {
  username: 'ada@chez.example',
  name: 'Ada',
  role: 'user',
  scope: '',
  photo: null,
  designation: null,
  phone: null,
  email: null,
  tenant_id: 1,
  is_active: true,
};
const phone = device('b', 'Chrome on Android', false);
const till = device('a', 'Firefox on Linux', true);

test('shows name, ip and time, this device first, and removes others only after the question', async () => {
  let devices = [phone, till];
  const remove = vi.fn((_: { body: object }) => {
    devices = [till];
    return { success: true as const, message: 'Device removed.' };
  });
  const { user } = show(<DevicesScreen />, {
    as: waiter,
    server: [
      answers(listDevices, () => devices),
      answers(removeDevice, remove),
      answers(getProfile, () => ({ ...profile, timezone: 'Pacific/Auckland' })),
    ],
  });
  expect(screen.getByRole('heading', { name: 'My Devices' })).toBeTruthy();
  await screen.findByText('Chrome on Android');
  const [mine, other] = screen.getAllByRole('listitem').map((card) => within(card));
  expect(mine!.getByText('This Device')).toBeTruthy();
  expect(mine!.getByText('10.0.0.4')).toBeTruthy();
  expect(mine!.queryByRole('button')).toBeNull();
  expect(other!.queryByText('This Device')).toBeNull();
  // the restaurant's time, wherever the browser stands
  expect(other!.getByText('21 Nov 2026, 07:30')).toBeTruthy();
  expect(other!.getByText('22 Nov 2026, 22:15')).toBeTruthy();
  expect(screen.getByText(/Times are those of the restaurant, Pacific\/Auckland\.$/)).toBeTruthy();
  expect(other!.getByText('On the internet')).toBeTruthy();
  expect(mine!.getByText('Now')).toBeTruthy();

  await user.click(other!.getByRole('button', { name: /^Remove Chrome on Android/ }));
  expect(await screen.findByText('Are you sure! This device will be logged out!')).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Device removed.')).toBeTruthy();
  expect(remove.mock.lastCall?.[0].body).toEqual({ device_id: 'b' });
  expect(screen.queryByText('Chrome on Android')).toBeNull();
});

test('signs out everywhere else only after the question, and offers it only where there is an else', async () => {
  let devices = [phone, till];
  const signOut = vi.fn(() => {
    devices = [till];
    return { success: true as const, message: '1 other device is signed out.' };
  });
  const { user } = show(<DevicesScreen />, {
    as: waiter,
    server: [answers(listDevices, () => devices), answers(removeOtherDevices, signOut)],
  });
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByText('Are you sure? All your other devices will be logged out.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(signOut).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('1 other device is signed out.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull());
  // the button took the focus with it; it stays on the screen all the same
  expect(document.activeElement).toBe(screen.getByText(/^Where you are signed in/));
});

test('has its sentence when nothing could be loaded', async () => {
  show(<DevicesScreen />, { as: waiter });
  expect(await screen.findByText('Error loading devices, Please try later!')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
