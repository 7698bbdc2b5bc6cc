import { signIn } from '#contract/auth.ts';
import { signUp } from '#contract/own-account.ts';
import { addSecondFactor, completeSecondFactor } from '#contract/second-factor.ts';
import { codeAt } from '#tools/parts/authenticator.ts';
import { callAs, database, newAddress, openApp, openMailbox, type App, type Caller } from './restaurant.ts';

export const PASSWORD = 'correct horse battery';
export const STEP = 30_000; // ms

/** A code that is none of those near that time. */
export const wrongCodeAt = (secret: string, time: Date): string => {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeAt(secret, new Date(time.getTime() + steps * STEP))));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code))!;
};

type Cookies = Record<string, string>;
type Answered = { cookies: { name: string; value: string }[] };
/** The cookies that an answer sets; what it clears is left out. */
export const cookiesOf = ({ cookies }: Answered): Cookies =>
  Object.fromEntries(cookies.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]));

/** A server whose clock the test holds, and what it mails. */
export const openClock = async (start: string, config: Parameters<typeof openApp>[0] = {}) => {
  let now = new Date(start);
  const mail = openMailbox();
  const app = await openApp({ clock: () => now, mail, ...config });
  return {
    app,
    mail,
    now: () => now,
    /** in ms */
    pass: (time: number) => (now = new Date(now.getTime() + time)),
  };
};
type HeldClock = Awaited<ReturnType<typeof openClock>>;

interface Owner {
  username: string;
  cookies: Cookies;
  call: Caller;
  tenantId: number;
  memberId: number;
}

/** An owner with a password, signed in. */
export const openOwner = async (app: App): Promise<Owner> => {
  const username = newAddress();
  const visitor = callAs(app, {});
  await visitor(signUp, { body: { biz_name: 'Chez Ada', username, password: PASSWORD } });
  const { response } = await visitor(signIn, { body: { username, password: PASSWORD } });
  const { rows } = await database.query<{ tenant_id: number; id: number }>('select tenant_id, id from members where username = $1', [
    username,
  ]);
  const cookies = cookiesOf(response);
  return { username, cookies, call: callAs(app, cookies), tenantId: rows[0]!.tenant_id, memberId: rows[0]!.id };
};

/** Switches a member's second factor on; a code of the next 30 seconds is good afterwards. */
export const switchOn = async (call: Caller, { now, pass }: Pick<HeldClock, 'now' | 'pass'>) => {
  const { reply: begun } = await call(addSecondFactor, { body: { password: PASSWORD } });
  const { reply } = await call(completeSecondFactor, { body: { code: codeAt(begun.secret, now()) } });
  pass(STEP);
  return { secret: begun.secret, uri: begun.uri, recoveryCodes: reply.recoveryCodes };
};
