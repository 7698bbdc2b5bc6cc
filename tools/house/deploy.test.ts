import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };

/** The settings of a unit by name; what stands there twice, twice. */
const settingsOf = (unit: string) => {
  const settings = new Map<string, string[]>();
  for (const line of unit.split('\n')) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name) settings.set(name, [...(settings.get(name) ?? []), value!]);
  }
  return settings;
};

test('the unit serves in production, by the pinned Node, and neither installs nor builds', () => {
  const unit = settingsOf(read('deploy/comanda.service'));
  expect(unit.get('Environment')?.join(' ').split(' ')).toEqual(
    expect.arrayContaining(['NODE_ENV=production', 'DEMO=off', 'DATA_DIR=/var/lib/comanda']),
  );
  expect(unit.get('ExecStart')).toEqual(['/opt/comanda/node_modules/node/bin/node server/main.ts']);
  expect(unit.get('User')).toEqual(['comanda']);
});

test('the unit cannot write its own program, nor anything but its data, and has no power of root’s', () => {
  const unit = settingsOf(read('deploy/comanda.service'));
  const writable = unit.get('ReadWritePaths')!.flatMap((paths) => paths.split(' '));
  expect(writable.every((path) => path.startsWith('/var/'))).toBe(true);
  expect(unit.get('ReadOnlyPaths')).toEqual(['/opt/comanda']);
  const wanted = {
    ProtectSystem: 'strict',
    ProtectHome: 'true',
    PrivateTmp: 'true',
    NoNewPrivileges: 'true',
    CapabilityBoundingSet: '',
    AmbientCapabilities: '',
    RestrictNamespaces: 'true',
    RestrictSUIDSGID: 'true',
    SystemCallArchitectures: 'native',
    UMask: '0077',
  };
  expect(Object.fromEntries(Object.keys(wanted).map((name) => [name, unit.get(name)?.join('|')]))).toEqual(wanted);
  expect(unit.get('MemoryMax')?.join()).toMatch(/^\d+[GM]$/);
  // what is compiled while it runs needs memory that is written and run
  expect(unit.has('MemoryDenyWriteExecute')).toBe(false);
  // nobody who serves may own what is served
  expect(read('deploy/comanda.service')).not.toMatch(/chown .*comanda:? \/opt/);
});

test('the image is made of the Node of package.json, and names what it is made of once', () => {
  const dockerfile = read('deploy/Dockerfile');
  expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${dependencies['node']}-`);
  const made = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(made).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}']);
});

test('nginx writes no address into its logs, where tokens of links and phones stand', () => {
  const nginx = read('deploy/nginx.conf');
  const formats = [...nginx.matchAll(/log_format (\w+) ([^;]+);/g)];
  expect(formats.map(([, name]) => name)).toEqual(['routes']);
  expect(formats[0]?.[2]).not.toMatch(/\$(request|request_uri|uri|args|query_string|http_referer)\b/);
  expect([...nginx.matchAll(/access_log ([^;]+);/g)].map(([, to]) => to)).toEqual(['/var/log/nginx/access.log routes']);
  // an error quotes the request
  expect([...nginx.matchAll(/error_log ([^;]+);/g)].map(([, to]) => to)).toEqual(['stderr crit']);
});

test('nginx counts an IPv6 caller by the /64, and each IPv4 caller', () => {
  const patterns = [...read('deploy/nginx.conf').matchAll(/"~(\^\(\?<v6>[^"]+)" \$v6;/g)].map(([, pattern]) => new RegExp(pattern!));
  const caller = (address: string) => patterns.map((pattern) => pattern.exec(address)?.groups?.['v6']).find(Boolean) ?? address;
  expect(patterns).toHaveLength(2);
  expect(read('deploy/nginx.conf').match(/^ *limit_(?:req|conn)_zone (?!\$caller )/m)).toBeNull();
  for (const address of ['192.0.2.1', '::1']) expect(caller(address)).toBe(address);
  for (const one of ['2001:db8:1:2::9', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2:ffff::']) expect(caller(one)).toBe('2001:db8:1:2');
  for (const one of ['2001:db8:1::9', '2001:db8:1::a:4:5:6']) expect(caller(one)).toBe('2001:db8:1');
});

test('the set-up of many containers says that it is without TLS, and where TLS goes', () => {
  const [compose, nginx] = [read('deploy/compose.yaml'), read('deploy/nginx.conf')];
  expect(compose).toContain('INSECURE_HTTP=on');
  for (const text of [compose, nginx]) expect(text).toMatch(/# .*\bTLS\b/);
  expect(nginx).toMatch(/# listen 443 ssl;/);
});
