import pg from 'pg';
import { addressAt, type Place, placesOf } from './addresses.ts';

const PROBED_WITHIN = 1500; // ms; less than a pool waits for a connection
const CANNOT_CONNECT_NOW = '57P03'; // an outage, which passes (failures.ts)

/** Where the database is that takes writes: one answer for all connections of this process to the same hosts. */
interface Way {
  places: Place[];
  /** the host that took writes when it was last looked for */
  good: Place | undefined;
  finding: Promise<Place> | undefined;
  open: Set<DatabaseClient>;
}

const ways = new Map<string, Way>();

const wayOf = (address: string): Way | undefined => {
  const places = placesOf(address);
  if (places.length === 0) return undefined;
  const key = JSON.stringify(places);
  const way = ways.get(key) ?? { places, good: undefined, finding: undefined, open: new Set() };
  ways.set(key, way);
  return way;
};

/** Whether a connection is one to a host that takes writes: PostgreSQL says so by itself when it begins, and whenever it changes. */
const watchWrites = ({ connection }: pg.Client): { areTaken: () => boolean } => {
  const said: Record<string, string> = {};
  const note = ({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }) => {
    said[parameterName] = parameterValue;
  };
  (connection as NodeJS.EventEmitter).on('parameterStatus', note);
  return { areTaken: () => said['in_hot_standby'] !== 'on' && said['default_transaction_read_only'] !== 'on' };
};

const standby = () => new Error('is a standby, or reads only');

const probe = async (options: pg.ClientConfig, place: Place): Promise<Place> => {
  const client = new pg.Client({
    connectionString: addressAt(options.connectionString!, place),
    connectionTimeoutMillis: PROBED_WITHIN,
    application_name: 'comanda way',
  });
  client.on('error', () => {});
  const writes = watchWrites(client);
  try {
    await client.connect();
    if (!writes.areTaken()) throw standby();
    return place;
  } finally {
    void client.end().catch(() => {});
  }
};

/** Asks all hosts at once; the first that takes writes is the one. Connections to another one, which may never answer, are cut. */
const findPlace = async (way: Way, options: pg.ClientConfig): Promise<Place> => {
  try {
    const place = await Promise.any(way.places.map((one) => probe(options, one)));
    way.good = place;
    for (const client of way.open) if (client.place !== place) client.cut();
    return place;
  } catch (error) {
    const { errors } = error as AggregateError & { errors: Error[] };
    // what a host itself refuses, such as a wrong password, says more than that the others are away
    const refusal = errors.find((one) => one instanceof pg.DatabaseError && !one.code?.startsWith('57'));
    if (refusal) throw refusal;
    const reasons = way.places.map(({ host, port }, index) => `${host}:${port} (${errors[index]?.message})`).join(', ');
    throw Object.assign(new Error(`No host of the database takes writes: ${reasons}.`), { code: CANNOT_CONNECT_NOW });
  }
};

const look = (way: Way, options: pg.ClientConfig): Promise<Place> =>
  (way.finding ??= findPlace(way, options).finally(() => (way.finding = undefined)));

/**
 * A connection to PostgreSQL, by whatever address DATABASE_URL has: where that names several hosts, to the one that takes writes. All
 * connections of the product are such. One that is lost is opened again by its owner, and finds the host that has taken over.
 */
export class DatabaseClient extends pg.Client {
  readonly #options: pg.ClientConfig;
  readonly #way: Way | undefined;
  /** the host of several that it leads to */
  place: Place | undefined;

  constructor(options: pg.ClientConfig = {}) {
    const way = wayOf(options.connectionString ?? '');
    super(way ? { ...options, connectionString: addressAt(options.connectionString!, way.places[0]!) } : options);
    this.#options = options;
    this.#way = way;
    // A lost connection is told by an event, too, which nobody may be listening to yet: unheard, it would end the process. Whoever uses the
    // connection meets the loss in the statement that runs, or in the next one.
    this.on('error', () => {});
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
  override connect(callback?: unknown): unknown {
    const connected = this.#way ? this.#connectTo(this.#way) : super.connect();
    if (!callback) return connected;
    const call = callback as (error: Error | null, client?: pg.Client) => void;
    // what the callback throws is not ours to catch
    connected.then(
      () => process.nextTick(call, null, this),
      (error: Error) => process.nextTick(call, error),
    );
  }

  async #connectTo(way: Way): Promise<pg.Client> {
    const place = way.good ?? (await look(way, this.#options));
    Object.assign(this, place); // host and port, read when it connects
    this.place = place;
    const writes = watchWrites(this);
    try {
      await super.connect();
    } catch (error) {
      this.lookAgain();
      throw error;
    }
    if (!writes.areTaken()) {
      this.lookAgain();
      await this.end();
      throw Object.assign(standby(), { code: CANNOT_CONNECT_NOW });
    }
    way.open.add(this);
    this.once('end', () => way.open.delete(this));
    return this;
  }

  /** To be called when the host does not answer, or takes no writes any more: the one that does is looked for at once. */
  lookAgain(): void {
    if (!this.#way || this.#way.good !== this.place) return;
    this.#way.good = undefined;
    look(this.#way, this.#options).catch(() => {}); // the next connection asks again, and says it
  }

  /** Ends it as a line does that breaks: whoever has it is told. */
  cut(): void {
    this.connection.stream.destroy();
  }
}
