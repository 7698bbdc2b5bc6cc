import { randomUUID } from 'node:crypto';
import { openTenant } from '#server/features/tenants/open-tenant.queries.ts';
import { insertMember } from '#server/features/users/members.queries.ts';
import { updatePin } from '#server/features/users/pins.queries.ts';
import { publicId, systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { atLeast, atMost, exactly, type Figure } from '#tools/parts/figures.ts';
import { generator } from '#server/demo/generator.ts';
import { openMeasuredApp, openPools, openTill } from '#tools/bench/measured-app.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';

const GUESSES = 10_000;
const AT_ONCE = 100;
/** between two volleys, by the clock that the servers are given */
const PAUSE = 35_000; // ms
const WINDOW = 5 * 60_000; // ms
const A_DAY = 50; // wrong ones, and the PIN is off
const REFUSED = [409, 429];
const DEVICES = 8;
const PIN = '258013';
const PASSWORD = 'nobody guesses this';

/** A restaurant on two servers of one database whose clock is held: a colleague with a PIN, and devices of others and of the own. */
const openTarget = async () => {
  const database = await openScratchDatabase();
  const databases = openPools(database.ownerUrl);
  const start = new Date();
  let held = start;
  const openNode = () => openMeasuredApp(databases, { clock: () => held, lag: () => 0 });
  const apps = [await openNode(), await openNode()];
  for (const app of apps) await app.ready();
  const passwordHash = await hashPassword(PASSWORD, systemRandom);
  const username = 'owner@example.com';
  const { tenantId, memberId: ownerId } = await databases.acrossTenants((db) =>
    openTenant(db, {
      name: 'Guessed at',
      username,
      passwordHash,
      currency: 'USD',
      timezone: 'UTC',
      uniqueQRCode: publicId(systemRandom),
      activeUntil: new Date('2100-01-01'),
      isConfirmed: true,
      now: start,
    }),
  );
  const addColleague = async (name: string) => {
    const member = { tenantId, username: name, passwordHash, name, role: 'user' as const };
    const { id } = await databases.acrossTenants((db) => insertMember(db, { ...member, scopes: ['POS'], isConfirmed: true, now: start }));
    return id;
  };
  const colleague = 'colleague@example.com';
  const [colleagueId, waiterId] = [await addColleague(colleague), await addColleague('waiter@example.com')];
  const pinHash = await hashPassword(PIN, systemRandom);
  await databases.asTenant(tenantId, async (db) => {
    await updatePin(db, colleagueId, pinHash);
    await db
      .updateTable('members')
      .set({ rights: ['approve', 'void_sent'] })
      .where('id', '=', colleagueId)
      .execute();
  });
  const openDevice = (memberId: number) => openTill(databases, { tenantId, memberId }, start);
  const devices: string[] = [];
  while (devices.length < DEVICES) devices.push(await openDevice(devices.length % 2 === 0 ? waiterId : ownerId));
  return {
    start,
    colleague,
    devices,
    own: await openDevice(colleagueId),
    at: (time: Date) => void (held = time),
    post: async (node: number, cookie: string, [path, payload]: readonly [string, object]): Promise<number> =>
      (await apps[node % apps.length]!.inject({ method: 'POST', url: `/api/v1${path}`, headers: { cookie }, payload })).statusCode,
    stop: async () => {
      for (const app of apps) await app.close();
      await databases.close();
      await database.stop();
    },
  };
};

/** The most of these instants within any five minutes. */
const mostWithin = (times: readonly number[], window: number): number =>
  times.reduce((most, end) => Math.max(most, times.filter((time) => time > end - window && time <= end).length), 0);

/**
 * 10,000 guesses at one colleague's PIN from many devices, on two servers, by every call that looks at one: the approval and the switch of
 * the person, with PINs; the change of the own PIN, with the password that it asks for. Now and then the right PIN is among them.
 */
export const runPins = async ({ seed, say }: { seed: number; say: (line: string) => void }): Promise<Figure[]> => {
  const target = await openTarget();
  const random = generator(seed);
  const { colleague: username, devices, own, post } = target;
  const wrongPin = () => {
    const pin = String(Math.floor(random() * 1_000_000)).padStart(4 + Math.floor(random() * 3), '0');
    return pin === PIN ? '000000' : pin;
  };
  const approve = (pin: string) => ['/approvals', { username, pin, action: 'void_sent', targetId: randomUUID() }] as const;
  const looked: Record<'approval' | 'switch' | 'own PIN', number[]> = { approval: [], switch: [], 'own PIN': [] };
  const tried = { approval: 0, switch: 0, 'own PIN': 0, right: 0 };
  let [refused, letIn, rightRefused] = [0, 0, 0];
  const unexpected = new Map<number, number>();
  try {
    let time = target.start.getTime();
    for (let sent = 0; sent < GUESSES; sent += AT_ONCE, time += PAUSE) {
      target.at(new Date(time));
      const volley = Array.from({ length: AT_ONCE }, async (_, nth) => {
        const device = devices[Math.floor(random() * devices.length)]!;
        // of all that come at once the switch is the quickest: every second volley has none
        const pass = sent % (2 * AT_ONCE) === 0 ? 'switch' : 'approval';
        const kind = ([pass, 'approval', pass, pass, 'own PIN'] as const)[nth % 5]!;
        tried[kind] += 1;
        const bodies = {
          approval: () => [nth, device, approve(wrongPin())] as const,
          switch: () => [nth, device, ['/auth/switch', { username, pin: wrongPin() }]] as const,
          // its limit is kept by each server, or by their Redis
          'own PIN': () => [0, own, ['/auth/pin', { password: nth % 2 ? PIN : wrongPin(), pin: '9274' }]] as const,
        };
        const [node, cookie, call] = bodies[kind]();
        const status = await post(node, cookie, call);
        const isLooked = status === (kind === 'own PIN' ? 400 : 401);
        if (status === 200) letIn += 1;
        else if (isLooked) looked[kind].push(time);
        else if (REFUSED.includes(status)) refused += 1;
        else unexpected.set(status, (unexpected.get(status) ?? 0) + 1);
      });
      await Promise.all(volley);
      // who knows the PIN waits like everybody: a refusal tells nothing of what was refused
      tried.right += 1;
      if (REFUSED.includes(await post(sent / AT_ONCE, devices[0]!, approve(PIN)))) rightRefused += 1;
    }
    target.at(new Date(time + WINDOW));
    const off = await post(0, devices[0]!, approve(PIN));
    await post(0, '', ['/auth/signin', { username, password: PASSWORD }]);
    const after = await post(0, devices[0]!, approve(PIN));
    const pins = [...looked.approval, ...looked.switch];
    const minutes = Math.round((time - target.start.getTime()) / 60_000);
    say(`tried ${JSON.stringify(tried)}, over ${minutes} minutes of the servers' clock`);
    say(
      `looked at: ${looked.approval.length} by approval, ${looked.switch.length} by switch, ${looked['own PIN'].length} by change of the own PIN`,
    );
    for (const [status, times] of unexpected) say(`answered with ${status}: ${times}`);
    return [
      exactly('guesses of one PIN, from 9 devices, on 2 servers, by 3 calls', tried.approval + tried.switch + tried['own PIN'], GUESSES),
      atMost('PINs looked at in any five minutes', mostWithin(pins, WINDOW), 5),
      atMost(`PINs looked at in all, in ${minutes} minutes`, pins.length, A_DAY),
      atLeast('PINs looked at in all: the guesses did reach the check', pins.length, 5),
      atMost('passwords looked at by the change of the own PIN, in any five minutes', mostWithin(looked['own PIN'], WINDOW), 5),
      exactly('wrong ones let in', letIn),
      exactly('guesses refused unseen (429, 409)', refused, GUESSES - pins.length - looked['own PIN'].length),
      exactly('right PINs refused like the others while the window was full, or the PIN off', rightRefused, tried.right),
      exactly(
        'answers other than 401, 400, 429 and 409',
        [...unexpected.values()].reduce((sum, times) => sum + times, 0),
      ),
      exactly('the right PIN when the five minutes are over: its status', off, 409),
      exactly('the right PIN when its owner has signed in with the password: its status', after, 200),
    ];
  } finally {
    await target.stop();
  }
};
