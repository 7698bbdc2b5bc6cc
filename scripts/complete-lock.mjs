// `node scripts/complete-lock.mjs`, after every change of package-lock.json. A registry that does not carry a package's builds for
// other systems makes npm leave them out of the lock file; `npm ci` then refuses it on every machine. This writes them back in.
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));

/** What a build's name says of the machine it is for, such as @biomejs/cli-linux-arm64-musl. */
const machineOf = (name) => {
  const find = (pattern) => pattern.exec(name)?.[1];
  const os = find(/(android|darwin|freebsd|linux|openharmony|win32|windows)/);
  const cpu = find(/(arm64|x64|ia32|arm|ppc64|riscv64|s390x|wasm32)/);
  const libc = find(/(gnu|musl)/);
  return {
    ...(os && { os: [os] }),
    ...(cpu && { cpu: [cpu] }),
    ...(libc && { libc: [libc === 'gnu' ? 'glibc' : 'musl'] }),
  };
};

let added = 0;
for (const [path, entry] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (lock.packages[key] || lock.packages[`${path}/${key}`] || !/^\d/.test(version)) continue;
    lock.packages[key] = { version, ...(entry.dev && { dev: true }), optional: true, ...machineOf(name) };
    added += 1;
  }
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages added to ${file}.`);
