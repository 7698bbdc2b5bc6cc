import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { getProfile, type SessionUser } from '#contract/auth.ts';
import { AppError } from '#contract/errors.ts';
import { cancelSubscription, createCheckout, getSubscription, type Subscription } from '#contract/subscription.ts';
import { setLeave } from '#web/platform/navigation.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ProfileScreen } from './ProfileScreen.tsx';

const owner = { role: 'admin' as const, scopes: [] };
const product = { id: 'price_1', title: 'Comanda Monthly', price: 2000, currency: 'INR', interval: 'month' as const };
const details: Subscription = {
  id: 1,
  is_active: true,
  subscription_id: 'sub_1',
  subscription_start: '2026-11-01T10:00:00Z',
  subscription_end: '2026-12-01T10:00:00Z',
  plan: 'Monthly',
  phase: 'subscribed',
  access_end: '2026-12-04T10:00:00Z',
  product,
  is_test: false,
};
const trial: Subscription = { ...details, subscription_id: null, subscription_start: null, plan: null, phase: 'trial' };

const places = (
  <Routes>
    <Route path="/dashboard/profile" element={<ProfileScreen />} />
    <Route path="/dashboard/inactive-subscription" element={<h1>closed</h1>} />
    <Route path="/test-checkout" element={<h1>test checkout</h1>} />
  </Routes>
);
const open = (server: Parameters<typeof answers<typeof getSubscription>>[1], ...more: ReturnType<typeof answers>[]) =>
  show(places, { as: owner, path: '/dashboard/profile', server: [answers(getSubscription, server), ...more] });
const facts = async () => {
  const section = await screen.findByRole('region', { name: 'Subscription' });
  await within(section).findByText('Status');
  return within(section)
    .getAllByRole('definition')
    .map((value) => value.textContent);
};

test('an owner sees what holds; the plan is not offered to whoever has it', async () => {
  open(() => details);
  expect(await facts()).toEqual(['Active', 'Monthly', '1 Nov 2026', '1 Dec 2026', 'sub_1']);
  expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
});

test('its days are those of the restaurant, as its e-mails have them, wherever the owner reads them', async () => {
  const profile: SessionUser = {
    username: 'ada@example.com',
    name: 'Ada',
    role: 'admin',
    photo: null,
    designation: null,
    phone: null,
    email: null,
    scope: '',
    tenant_id: 1,
    is_active: true,
    timezone: 'Pacific/Kiritimati',
  };
  open(
    () => details,
    answers(getProfile, () => profile),
  );
  await vi.waitFor(async () => expect(await facts()).toEqual(['Active', 'Monthly', '2 Nov 2026', '2 Dec 2026', 'sub_1']));
});

test('what is still to come has not ended for who was switched off', async () => {
  open(() => ({ ...trial, phase: 'suspended', subscription_end: new Date(Date.now() + 86_400_000).toISOString() }));
  await facts();
  expect(screen.getByText('Trial ends')).toBeTruthy();
  expect(screen.queryByText('Ended')).toBeNull();
});

test('a trial offers the plan with the price of the server and what it holds', async () => {
  open(() => trial);
  expect(await facts()).toEqual(['Trial', 'Free trial', '1 Dec 2026']);
  expect(screen.getByText('₹2,000.00')).toBeTruthy();
  for (const words of ['Unlimited orders', 'Monthly renewals', 'Unlimited devices', 'Live kitchen orders'])
    expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();
});

test('what is left of a subscription that was cancelled is no trial', async () => {
  open(() => ({ ...trial, was_paid: true }));
  expect(await facts()).toEqual(['Active', 'None', '1 Dec 2026']);
  expect(screen.getByText('Paid until')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Subscribe' })).toBeTruthy();
});

test('who is in grace reads when access ends, and may subscribe again or cancel', async () => {
  open(() => ({ ...details, phase: 'grace' }));
  expect(await facts()).toEqual(['Payment due', 'Monthly', '1 Nov 2026', '1 Dec 2026', '4 Dec 2026', 'sub_1']);
  expect(screen.getByRole('button', { name: 'Subscribe' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cancel Subscription' })).toBeTruthy();
});

test.each([
  [false, 'Trial over'],
  [true, 'Ended'],
])('who is in grace with nothing that renews owes nothing (paid before: %s)', async (was_paid, word) => {
  open(() => ({ ...trial, phase: 'grace', was_paid }));
  expect((await facts())[0]).toBe(word);
});

test('who was switched off can ask, and cancel what goes on being charged', async () => {
  open(() => ({ ...details, phase: 'suspended', is_active: false }));
  expect(await screen.findByText(/This account was switched off/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Cancel Subscription' })).toBeTruthy();
});

test('who was switched off without a subscription can only ask', async () => {
  open(() => ({ ...details, phase: 'suspended', is_active: false, subscription_id: null }));
  expect(await screen.findByText(/This account was switched off/)).toBeTruthy();
  for (const name of ['Subscribe', 'Cancel Subscription']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('staff sees nothing of it', () => {
  const asked = vi.fn(() => details);
  show(<ProfileScreen />, { as: { role: 'user', scopes: ['SETTINGS'] }, server: [answers(getSubscription, asked)] });
  expect(screen.queryByRole('region', { name: 'Subscription' })).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});

test('says so when the details cannot be loaded', async () => {
  open(() => {
    throw new AppError('server_error', 'x');
  });
  expect(await screen.findByText('Error loading the subscription details! Try later!', {}, { timeout: 10_000 })).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Subscription' })).getByRole('button', { name: 'Retry' })).toBeTruthy();
});

test('cancelling asks first, sends the own subscription and leads to the closed door', async () => {
  const cancelled = vi.fn(() => ({ success: true as const, message: 'Your subscription is cancelled.' }));
  const { user } = open(() => details, answers(cancelSubscription, cancelled));
  const button = await screen.findByRole('button', { name: 'Cancel Subscription' });
  await user.click(button);
  expect(
    screen.getByText('Are you sure? This will immediately cancel your subscription, and you will lose out access to the product.'),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Go back' }));
  expect(cancelled).not.toHaveBeenCalled();
  await user.click(button);
  await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
  expect(await screen.findByText('closed')).toBeTruthy();
  expect(cancelled).toHaveBeenCalledWith(expect.objectContaining({ body: { id: 'sub_1' } }));
  expect(screen.getByText('Your subscription is cancelled.')).toBeTruthy();
});

test('a cancellation that fails is told, and nothing changes', async () => {
  const sentence = 'Oops! We got issues while processing your request! Please try after sometime! Or contact customer support!';
  const { user } = open(
    () => details,
    answers(cancelSubscription, () => {
      throw new AppError('unavailable', '');
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
  await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByText('closed')).toBeNull();
});

const checkoutAt = (url: string) => answers(createCheckout, () => ({ success: true as const, url, product }));
const LOOKUP = "Can't retrieve the product subscription, Please try after sometime!";

test('subscribing leads to the page of the provider', async () => {
  const left = vi.fn<(url: string) => void>();
  setLeave(left);
  const { user } = open(() => trial, checkoutAt('https://checkout.stripe.com/c/pay/cs_1'));
  await user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  await vi.waitFor(() => expect(left).toHaveBeenCalledWith('https://checkout.stripe.com/c/pay/cs_1'));
});

test.each([
  'https://evil.example/pay',
  'https://checkout.stripe.com.evil.example/pay',
  'https://checkout.stripe.com@evil.example/pay',
  'http://checkout.stripe.com/pay',
  'javascript:alert(1)',
  '/dashboard',
])('a page at %s is not gone to', async (url) => {
  const left = vi.fn<(url: string) => void>();
  setLeave(left);
  const { user } = open(() => trial, checkoutAt(url));
  await user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText(LOOKUP)).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
});

test('without a provider the checkout is a screen of our own, whatever address comes with it', async () => {
  const { user } = open(() => ({ ...trial, is_test: true }), checkoutAt('http://elsewhere:3000/test-checkout'));
  expect(await screen.findByText('Test billing: no card is charged.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText('test checkout')).toBeTruthy();
});

test('a lookup that fails is told', async () => {
  const { user } = open(
    () => trial,
    answers(createCheckout, () => {
      throw new AppError('unavailable', '');
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText(LOOKUP)).toBeTruthy();
});
