import { signUp } from '#contract/own-account.ts';
import { findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { openTenant } from '#server/features/tenants/open-tenant.queries.ts';
import { openAddressEmails } from '#server/features/users/address-emails.queries.ts';
import { countUnconfirmedOwners, findTwin, takenAddress, UNCONFIRMED_OWNERS_AT_MOST } from '#server/features/users/members.queries.ts';
import { insertConfirmation } from '#server/features/users/password-resets.queries.ts';
import { insertAuditOf } from '#server/platform/security/audit.queries.ts';
import { isTimezone } from '#server/platform/business-day.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import { assertGoodPassword } from '#server/platform/security/passwords.ts';
import { handleOpen } from '#server/platform/endpoints/routes.ts';
import { publicId } from '#server/platform/clock-and-random.ts';
import { openSemaphores } from '#server/platform/work/semaphores.ts';
import { hashPassword, hashToken, newToken, verifyPassword } from '#server/platform/security/tokens.ts';
import { ownAccountRoutes } from './own-account.routes.ts';
import { ownPhotoRoutes } from './own-photo.routes.ts';
import { passwordsRoutes } from './passwords.routes.ts';
import { pinsRoutes } from './pins.routes.ts';
import { sessionsRoutes } from './sessions.routes.ts';
import { signInRoutes } from './sign-in.routes.ts';

const TWIN_TIME = 10 * 60 * 1000; // ms in which the same registration again is the same one, sent twice
const SIGN_UPS = 0; // the one queue of all who sign up
const WAITS_AT_MOST = 4000; // ms
const DAY = 24 * 60 * 60 * 1000; // ms

const READY = 'Your account is ready.';
/** Strangers could fill the few places that a name has at a sign-in; who confirms the address comes before them all. */
const READY_WHEN_CONFIRMED =
  'Your account is ready. Other accounts were opened with this email: please open the link that we have mailed to you, then sign in!';

/** A browser may be newer than this server. Refusing it would keep its owner out. */
const IN_UTC =
  ' Your time zone is not known here, and the clock of your restaurant runs in UTC: please choose another one in the store details!';

type Twin = Awaited<ReturnType<typeof findTwin>>;

interface Dependencies {
  databases: Pick<Databases, 'readAcrossTenants'>;
  config: { publicUrl: string; signUp?: boolean | undefined; trialDays: number; graceDays: number; supportEmail: string };
  limits: Limits;
}

/** The calls of an account. */
export const authRoutes = (dependencies: Dependencies) => {
  const { signUp: isSignUpOpen = true, trialDays } = dependencies.config;
  const emails = openAddressEmails(dependencies);
  /** One at a time: those of one address wait for each other, and each with a connection that sessions of tills are looked up by. */
  const inTurn = openSemaphores(1, WAITS_AT_MOST);
  const signUpsOfAddress = dependencies.limits.openForAddresses('signup-address');

  return [
    handleOpen(signUp, async ({ body }, { acrossTenants, address, now, random, sendEmail, inBackground }) => {
      if (!isSignUpOpen) throw new AppError('not_allowed', 'Registration is closed!');
      const currency = (body.currency || 'USD').toUpperCase();
      const isInUtc = !!body.timezone && !isTimezone(body.timezone);
      const timezone = isInUtc ? 'UTC' : body.timezone || 'UTC';
      if (!findCurrency(currency)) throw new AppError('invalid_input', 'Please select a currency!');
      assertGoodPassword(body.password, [body.biz_name, body.username, ...(body.name ? [body.name] : [])]);
      await signUpsOfAddress.take(address);
      const restaurant = {
        name: body.biz_name,
        ownerName: body.name ?? undefined,
        username: body.username,
        passwordHash: await hashPassword(body.password, random),
        currency,
        timezone,
        uniqueQRCode: publicId(random),
        activeUntil: trialDays > 0 ? new Date(now.getTime() + trialDays * DAY) : null,
        now,
      };
      const token = newToken(random);
      const twinOf = (db: Db) => findTwin(db, { username: body.username, name: body.biz_name, since: new Date(now.getTime() - TWIN_TIME) });
      /** Opens the restaurant, unless there is another twin than the one whose password was tried. */
      const open = async (db: Db, tried: Twin) => {
        const twin = await twinOf(db);
        if (twin?.password_hash !== tried?.password_hash) return { twin };
        const isCrowded = (await countUnconfirmedOwners(db, body.username)) >= UNCONFIRMED_OWNERS_AT_MOST;
        const opened = await openTenant(db, restaurant);
        await insertAuditOf(db, { ...opened, sessionId: null, now }, { action: 'sign-up', entity: 'tenants', entityId: opened.tenantId });
        await insertConfirmation(db, { ...opened, tokenHash: hashToken(token), now });
        return { ...opened, isCrowded };
      };
      /** Between the transactions, where no connection waits for it; without a twin it takes the same time. */
      const tryOn = async (twin: Twin) => {
        if (await verifyPassword(twin?.password_hash, body.password)) throw takenAddress('username');
      };
      const first = await inTurn(SIGN_UPS, () => acrossTenants(twinOf));
      // outside the turn, in which all others would wait for the hashes of strangers
      await tryOn(first);
      const { tenantId, isCrowded } = await inTurn(SIGN_UPS, async () => {
        for (let tried = first; ; ) {
          const opened = await acrossTenants((db) => open(db, tried));
          if ('tenantId' in opened) return opened;
          tried = opened.twin;
          await tryOn(tried);
        }
      });
      inBackground(() => emails.sendConfirmation({ username: body.username, tenantId, token, sendEmail, role: 'admin', openedAt: now }));
      return { message: `${isCrowded ? READY_WHEN_CONFIRMED : READY}${isInUtc ? IN_UTC : ''}` };
    }),
    ...signInRoutes(dependencies),
    ...sessionsRoutes,
    ...passwordsRoutes(dependencies),
    ...ownAccountRoutes(dependencies),
    ...ownPhotoRoutes,
    ...pinsRoutes(dependencies),
  ];
};
