import type { ErrorCode } from '#contract/errors.ts';
import { navigate } from './navigation.ts';

/**
 * The pages of one's own account and of paying stay open while the subscription is inactive (wire.md §2): what goes on behind
 * them, such as the socket's catching up, must not throw anybody out.
 */
const isSpared = (path: string): boolean =>
  /^\/(dashboard\/(profile|devices|contact-support|inactive-subscription)|success|cancelled-payment|test-checkout)\/?$/.test(path);

const SET_UP = '/superadmin/dashboard/account';

/**
 * For a call that failed: without a subscription there is nothing to do on this page (wire.md §2), and a super administrator who owes a
 * second factor can do nothing but switch it on.
 */
export const leaveFor = ({ status, code }: { status: number; code: ErrorCode | undefined }): void => {
  const { pathname, search } = window.location;
  // a kitchen's display comes back by itself, to the kitchen
  if (status === 402 && !isSpared(pathname)) navigate('/dashboard/inactive-subscription', { state: { from: pathname + search } });
  if (code === 'second_factor_required' && pathname !== SET_UP) navigate(SET_UP);
};
