export interface Place {
  host: string;
  port: number;
}

const PORT = 5432; // PostgreSQL's own
const NO_ADDRESS = 'is no postgres address';
// protocol, user and password, hosts, database, parameters: URL itself takes no second host
const FORM = /^(postgres(?:ql)?):\/\/(?:([^/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(NO_ADDRESS);
  }
};

/** Of several hosts only the one that takes writes is ever wanted. */
const assertWritable = (wanted: string | null) => {
  if (wanted !== null && !['read-write', 'primary', 'any'].includes(wanted))
    throw new Error('asks by target_session_attrs for another host than the one that takes writes, which is read-write');
};

/**
 * A database's address in a form that `URL` reads. Several hosts, as libpq writes them, `postgresql://user:password@a:5432,b:5433/name`,
 * become parameters, which libpq takes as well: `postgresql:///name?host=a,b&port=5432,5433&user=…&password=…`. Throws what is wrong
 * with it, without the name of the variable.
 */
export const readAddress = (text: string): string => {
  const [, protocol, person = '', authority = '', path = '', parameters = ''] = FORM.exec(text) ?? [];
  if (!protocol) throw new Error(NO_ADDRESS);
  if (!authority.includes(',')) {
    const url = URL.parse(text);
    if (!url) throw new Error(NO_ADDRESS);
    assertWritable(url.searchParams.get('target_session_attrs'));
    placesOf(text);
    return text;
  }
  const hosts = authority.split(',').map((part) => HOST.exec(part));
  const wrong = hosts.findIndex((host) => !host);
  if (wrong >= 0) throw new Error(`has several hosts, and the ${wrong + 1}. is none, such as db1.example:5432`);
  const url = new URL(`${protocol}://${path || '/'}?${parameters}`);
  assertWritable(url.searchParams.get('target_session_attrs'));
  url.searchParams.set('host', hosts.map((host) => decoded(host![1]!).replace(/^\[(.*)\]$/, '$1')).join(','));
  url.searchParams.set('port', hosts.map((host) => host![2] ?? PORT).join(','));
  const [user, ...password] = person.split(':');
  if (user) url.searchParams.set('user', decoded(user));
  if (password.length > 0) url.searchParams.set('password', decoded(password.join(':')));
  const address = url.href.replaceAll('%2C', ',');
  placesOf(address);
  return address;
};

/** The hosts of an address that has several; none when it has one. Throws when hosts and ports do not fit. */
export const placesOf = (address: string): Place[] => {
  const { searchParams } = new URL(address);
  const hosts = (searchParams.get('host') ?? '').split(',');
  if (hosts.length === 1) return [];
  const ports = (searchParams.get('port') || String(PORT)).split(',');
  if (hosts.includes('')) throw new Error('has several hosts, and one is empty');
  if (ports.length !== 1 && ports.length !== hosts.length) throw new Error(`has ${hosts.length} hosts and ${ports.length} ports`);
  return hosts.map((host, index) => {
    const port = Number(ports.length === 1 ? ports[0] : ports[index]);
    if (!(port > 0 && port < 65_536)) throw new Error('has a port that is no number from 1 to 65535');
    return { host, port };
  });
};

/** The same database on a host that only `given` names: user, password and everything else are the address's own. Throws what is wrong. */
export const addressOnHostOf = (address: string, given: string): string => {
  const [place, ...others] = placesOf(given);
  if (place) throw new Error(`has ${others.length + 1} hosts, and figures are read from one`);
  const url = new URL(given);
  const host = url.searchParams.get('host') ?? decoded(url.hostname).replace(/^\[(.*)\]$/, '$1');
  if (!host) throw new Error('names no host');
  return addressAt(address, { host, port: Number(url.searchParams.get('port') || url.port || PORT) });
};

/** The same address with this host alone. */
export const addressAt = (address: string, { host, port }: Place): string => {
  const url = new URL(address);
  url.searchParams.set('host', host);
  url.searchParams.set('port', String(port));
  return url.href;
};
