import { get, post } from '#tools/parts/shop.ts';

const TABLES = 60;
const ITEMS = 2000;
const CUSTOMERS = 500;
const AT_ONCE = 10;

const NAMES = [
  'محمد بن عبد الله',
  'Žofie Škvorecká-Čapková',
  'Nguyễn Thị Minh Khai',
  '<b>Bobby</b> "Tables"',
  'שרה לוי',
  'Wolfeschlegelsteinhausenbergerdorff',
];

const inTurns = async (count: number, work: (index: number) => Promise<unknown>) => {
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => work(from + index)));
};

/** Fills a restaurant as a large one is filled: tables, dishes, guests, and names that run the other way. Answers the code of its menu. */
export const fillRestaurant = async (origin: string, username: string, password: string): Promise<string> => {
  // the limit of requests is counted by session (server/platform/limits/limit-table.ts)
  const signIn = async () => {
    const response = await post(origin, '/auth/signin', { username, password });
    return response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  };
  const cookies = [await signIn(), await signIn(), await signIn(), await signIn()];
  const write = async (index: number, path: string, body: unknown) => {
    const response = await post(origin, path, body, { cookie: cookies[index % cookies.length]! });
    if (!response.ok && response.status !== 409) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  await inTurns(TABLES, (index) =>
    write(index, '/settings/store-tables/add', {
      title: index % 10 === 0 ? `${NAMES[(index / 10) % NAMES.length]} ${index}` : `Table ${index + 100}`,
      floor: ['Terrace', 'Cellar', 'قاعة'][index % 3],
      seatingCapacity: index % 9,
    }),
  );
  const lines = Array.from(
    { length: ITEMS },
    (_, index) =>
      `${index % 50 === 0 ? `${NAMES[(index / 50) % NAMES.length]!.replaceAll('"', "'")} ` : ''}Dish ${index},Chapter ${index % 40},${(index % 300) + 0.5}`,
  );
  await write(0, '/menu-items/import', { csv: ['Title,Category,Price', ...lines].join('\n') });
  await inTurns(CUSTOMERS, (index) =>
    write(index, '/customers/add', { phone: `+1718${String(5_550_000 + index)}`, name: `${NAMES[index % NAMES.length]} ${index}` }),
  );
  const settings = (await get(origin, '/settings/store-setting', cookies[0]!)) as { uniqueQRCode?: string; unique_qr_code?: string };
  return settings.uniqueQRCode ?? settings.unique_qr_code ?? '';
};
