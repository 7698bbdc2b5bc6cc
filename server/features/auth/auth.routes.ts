import { signUp } from '#contract/auth.ts';
import { findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { openTenant } from '#server/features/tenants/open-tenant.queries.ts';
import { isTimezone } from '#server/platform/business-day.ts';
import type { Limits } from '#server/platform/limits.ts';
import { assertGoodPassword } from '#server/platform/passwords.ts';
import { handleOpen } from '#server/platform/routes.ts';
import { publicId } from '#server/platform/seams.ts';
import { hashPassword } from '#server/platform/tokens.ts';
import { ownAccountRoutes } from './own-account.routes.ts';
import { passwordsRoutes } from './passwords.routes.ts';
import { sessionsRoutes } from './sessions.routes.ts';
import { signInRoutes } from './sign-in.routes.ts';

const DAY = 24 * 60 * 60 * 1000; // ms

interface Surrounded {
  config: { publicUrl: string; signUp?: boolean | undefined; trialDays: number; graceDays: number };
  limits: Limits;
}

/** The calls of an account. */
export const authRoutes = (parts: Surrounded) => {
  const { signUp: isSignUpOpen = true, trialDays } = parts.config;
  const signUpsOfAddress = parts.limits.openForAddresses('signup-address');

  return [
    handleOpen(signUp, async ({ body }, { acrossTenants, address, now, random }) => {
      if (!isSignUpOpen) throw new AppError('not_allowed', 'Registration is closed!');
      const currency = (body.currency || 'USD').toUpperCase();
      // the form has no field for it: a zone of the browser's that this server does not know yet is set in the settings
      const timezone = body.timezone && isTimezone(body.timezone) ? body.timezone : 'UTC';
      if (!findCurrency(currency)) throw new AppError('invalid_input', 'Please select a currency!');
      assertGoodPassword(body.password, [body.biz_name, body.username]);
      await signUpsOfAddress.take(address);
      const restaurant = {
        name: body.biz_name,
        username: body.username,
        passwordHash: await hashPassword(body.password, random),
        currency,
        timezone,
        uniqueQRCode: publicId(random),
        activeUntil: trialDays > 0 ? new Date(now.getTime() + trialDays * DAY) : null,
        now,
      };
      await acrossTenants((db) => openTenant(db, restaurant));
      return { message: 'Your account is ready. Please sign in!' };
    }),
    ...signInRoutes(parts),
    ...sessionsRoutes,
    ...passwordsRoutes(parts),
    ...ownAccountRoutes(parts),
  ];
};
