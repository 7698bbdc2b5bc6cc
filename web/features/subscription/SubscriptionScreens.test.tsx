import { screen, waitFor } from '@testing-library/react';
import { Navigate, Route, Routes } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getProfile, signOut, type SessionUser } from '#contract/auth.ts';
import { completeTestCheckout, getSubscription, type Subscription } from '#contract/subscription.ts';
import { openLine } from '#web/platform/testing-line.tsx';
import { useReply } from '#web/platform/api.ts';
import { forgetServerTime, learnServerTime } from '#web/platform/server-clock.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { CancelledPaymentScreen } from './CancelledPaymentScreen.tsx';
import { InactiveSubscriptionScreen } from './InactiveSubscriptionScreen.tsx';
import { SubscriptionBanner } from './SubscriptionBanner.tsx';
import { SuccessScreen } from './SuccessScreen.tsx';
import { TestCheckoutScreen } from './TestCheckoutScreen.tsx';

const owner = { role: 'admin' as const, scopes: [] };
const waiter = { role: 'user' as const, scopes: ['POS' as const] };
const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const details: Subscription = {
  id: 1,
  is_active: false,
  subscription_id: null,
  subscription_start: null,
  subscription_end: '2026-11-01T10:00:00Z',
  plan: null,
  phase: 'inactive',
  access_end: '2026-11-04T10:00:00Z',
  product: { id: 'test_monthly', title: 'Comanda Monthly', price: 2000, currency: 'INR', interval: 'month' },
  is_test: true,
};
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
  is_active: false,
};
const isActive = (is_active: boolean) => answers(getProfile, () => ({ ...profile, is_active }));
const is = (given: Partial<Subscription>) => answers(getSubscription, () => ({ ...details, ...given }));
const places = (
  <Routes>
    <Route path="/" element={<h1>the start</h1>} />
    <Route path="/inactive" element={<InactiveSubscriptionScreen />} />
    <Route path="/checkout" element={<TestCheckoutScreen />} />
    <Route path="/success" element={<SuccessScreen />} />
    <Route path="/cancelled-payment" element={<CancelledPaymentScreen />} />
    <Route path="/dashboard/profile" element={<h1>profile</h1>} />
  </Routes>
);

test('at the closed door the owner reads why and may subscribe', async () => {
  show(places, { as: owner, path: '/inactive', server: [isActive(false), is({})] });
  expect(await screen.findByText('The trial ended on 1 Nov 2026.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Subscribe' })).toBeTruthy();
  expect(screen.getByText('₹2,000.00')).toBeTruthy();
});

test.each([
  [{ subscription_id: 'sub_1' }, 'What was paid for ended on 1 Nov 2026.'],
  // the payment provider has given up on the card
  [{ was_paid: true }, 'What was paid for ended on 1 Nov 2026.'],
  [{ subscription_end: null }, 'There is no subscription at the moment.'],
])('%j', async (given, sentence) => {
  show(places, { as: owner, path: '/inactive', server: [isActive(false), is(given)] });
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('who was switched off is not asked for money', async () => {
  show(places, { as: owner, path: '/inactive', server: [isActive(false), is({ phase: 'suspended' })] });
  expect(await screen.findByText(/This account was switched off/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
});

test('staff reads a notice and nothing else', async () => {
  const asked = vi.fn(() => details);
  show(places, { as: waiter, path: '/inactive', server: [isActive(false), answers(getSubscription, asked)] });
  expect(screen.getByText('The subscription of this restaurant is not active at the moment.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});

test('when the doors are open the page goes away by itself', async () => {
  show(places, { as: waiter, path: '/inactive', server: [isActive(true)] });
  expect(await screen.findByText('the start')).toBeTruthy();
});

test('what was paid for before the socket was there, which told nobody here, is found out when it is', async () => {
  const { Line, turn } = openLine();
  let isPaid = false;
  const asked = vi.fn(() => ({ ...profile, is_active: isPaid }));
  show(<Line>{places}</Line>, { as: waiter, path: '/inactive', server: [answers(getProfile, asked)] });
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(await screen.findByText('The subscription of this restaurant is not active at the moment.')).toBeTruthy();
  isPaid = true;
  turn('online');
  expect(await screen.findByText('the start')).toBeTruthy();
});

test('and back to where it came from: a display that hangs in the kitchen shows the kitchen', async () => {
  const closes = <Navigate to="/inactive" state={{ from: '/dashboard/kitchen?station=2' }} />;
  const kitchen = (
    <Routes>
      <Route path="/" element={closes} />
      <Route path="/inactive" element={<InactiveSubscriptionScreen />} />
      <Route path="/dashboard/kitchen" element={<h1>the kitchen</h1>} />
    </Routes>
  );
  show(kitchen, { as: waiter, server: [isActive(true)] });
  expect(await screen.findByText('the kitchen')).toBeTruthy();
});

test('the checkout without a provider says that no card is charged, and asks before it subscribes', async () => {
  const completed = vi.fn(() => ({ success: true as const, message: 'Subscription created.' }));
  const { user } = show(places, { as: owner, path: '/checkout', server: [is({}), answers(completeTestCheckout, completed)] });
  expect(await screen.findByText('No card is charged')).toBeTruthy();
  expect(completed).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Subscribe without paying' }));
  expect(await screen.findByText('Waiting for the confirmation')).toBeTruthy();
  expect(completed).toHaveBeenCalledTimes(1);
});

test('the checkout without a provider may be left', async () => {
  const { user } = show(places, { as: owner, path: '/checkout', server: [is({})] });
  await user.click(await screen.findByRole('link', { name: 'Cancel' }));
  expect(await screen.findByText('Payment Cancelled/Failed, you can try again!')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Back to profile' }));
  expect(await screen.findByText('profile')).toBeTruthy();
});

test('with a provider there is no such checkout', async () => {
  show(places, { as: owner, path: '/checkout', server: [is({ is_test: false })] });
  expect(await screen.findByText('There is nothing at this address.')).toBeTruthy();
});

test('its days are those of the restaurant, wherever the owner reads them', async () => {
  const there = answers(getProfile, () => ({ ...profile, timezone: 'Pacific/Kiritimati' }));
  const inactive = show(places, { as: owner, path: '/inactive', server: [there, is({})] });
  expect(await screen.findByText('The trial ended on 2 Nov 2026.')).toBeTruthy();
  inactive.unmount();
  show(places, { as: owner, path: '/success', server: [there, is({ phase: 'subscribed' })] });
  expect(await screen.findByText(/paid until 2 Nov 2026/)).toBeTruthy();
  const Fresh = () => {
    useReply(getProfile, {});
    return <SubscriptionBanner />;
  };
  show(<Fresh />, { as: owner, server: [there, is({ phase: 'grace' })] });
  expect(await screen.findByText('Your trial is over. Access ends on 5 Nov 2026.')).toBeTruthy();
});

test('coming back from a checkout waits for the provider, then says so', async () => {
  let phase: Subscription['phase'] = 'trial';
  show(places, {
    as: owner,
    path: '/success',
    server: [answers(getSubscription, () => ({ ...details, phase, subscription_end: '2026-12-01T10:00:00Z' }))],
  });
  expect(await screen.findByText('Waiting for the confirmation')).toBeTruthy();
  phase = 'subscribed';
  expect(await screen.findByText('Subscription created', {}, { timeout: 5000 })).toBeTruthy();
  expect(screen.getByText(/paid until 1 Dec 2026/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'To the dashboard' })).toBeTruthy();
});

test('the page after a checkout has a way out', async () => {
  const left = vi.fn(() => ({ success: true as const, message: 'You are signed out.' }));
  const { user } = show(places, { as: owner, path: '/success', server: [is({ phase: 'subscribed' }), answers(signOut, left)] });
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  await vi.waitFor(() => expect(left).toHaveBeenCalledTimes(1));
});

test('who is not signed in any more after a checkout is led to the login', () => {
  show(places, { path: '/success' });
  expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
});

test.each([
  [{ phase: 'trial' as const, subscription_end: inDays(2.5) }, 'Your trial ends in 3 days.'],
  [{ phase: 'trial' as const, subscription_end: inDays(0.5) }, 'Your trial ends within a day.'],
  [{ phase: 'grace' as const }, 'Your trial is over. Access ends on 4 Nov 2026.'],
  [{ phase: 'trial' as const, was_paid: true, subscription_end: inDays(2.5) }, 'What you paid for ends in 3 days.'],
  [{ phase: 'grace' as const, was_paid: true }, 'Your subscription is over. Access ends on 4 Nov 2026.'],
  [{ phase: 'grace' as const, subscription_id: 'sub_1' }, 'Your payment is due. Access ends on 4 Nov 2026.'],
])('the owner is reminded: %j', async (given, sentence) => {
  show(<SubscriptionBanner />, { as: owner, server: [is(given)] });
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe('/dashboard/profile#subscription');
});

test('the days that are left are counted by the clock of the server: a tablet’s own may be wrong', async () => {
  onTestFinished(forgetServerTime);
  learnServerTime(new Response(null, { headers: { date: new Date(Date.now() + 40 * DAY).toUTCString() } }));
  show(<SubscriptionBanner />, { as: owner, server: [is({ phase: 'trial', subscription_end: inDays(42.5) })] });
  expect(await screen.findByText('Your trial ends in 3 days.')).toBeTruthy();
});

test.each([
  ['the owner with time left', owner, { phase: 'trial' as const, subscription_end: inDays(3.5) }],
  ['the owner who has paid', owner, { phase: 'subscribed' as const, subscription_end: inDays(1) }],
  ['staff', waiter, { phase: 'grace' as const }],
])('%s is not', async (_, as, given) => {
  const asked = vi.fn(() => ({ ...details, ...given }));
  show(<SubscriptionBanner />, { as, server: [answers(getSubscription, asked)] });
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(as === owner ? 1 : 0));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('complementary')).toBeNull();
});
