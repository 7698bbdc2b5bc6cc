// Plain JavaScript for any Node from 20 on, and nothing installed: this file is what installs.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The pinned Node that runs everything but these starters. */
export const node24 = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
/** The environment in which `node` is the pinned Node. */
export const environment = () => ({ ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env.PATH ?? '') });

/** Ends the program with a sentence for a person. */
export const stopWith = (sentence, code = 1) => {
  console.error(sentence);
  process.exit(code);
};

const inRoot = (...parts) => join(root, ...parts);
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** A file's or a folder's content as one hash. */
const digest = (...names) => {
  const hash = createHash('sha256');
  const add = (name) => {
    const path = inRoot(name);
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const entry of readdirSync(path).sort()) add(`${name}/${entry}`);
      return;
    }
    const content = readFileSync(path);
    hash.update(`${name}\0${content.length}\0`).update(content);
  };
  names.forEach(add);
  return hash.digest('hex');
};

/** Runs a program, shows what it says, and answers its exit code. */
export const run = (program, args, options = {}) =>
  new Promise((done) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: environment(), ...options });
    child.on('error', (error) => {
      console.error(error.message);
      done(127);
    });
    child.on('close', (code, signal) => done(signal ? 1 : code));
  });

// npm tells its scripts where it is; started without npm, the one on the path is taken.
const npm = () => (process.env.npm_execpath?.endsWith('.js') ? [process.execPath, [process.env.npm_execpath]] : ['npm', []]);

/** Runs npm with this machine's own Node (the pinned one may not be there yet). */
export const runNpm = (args, options) => {
  const [program, before] = npm();
  return run(program, [...before, ...args], { env: process.env, ...options });
};

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const lockFile = inRoot('dist', '.lock');
const LOCK_TOUCH_MS = 5_000;
const LOCK_STALE_MS = 30_000;

const isAbandoned = (holder) => {
  try {
    // A killed holder's number may be another program's by now, so it also has to show signs of life.
    return !isAlive(holder) || Date.now() - statSync(lockFile).mtimeMs > LOCK_STALE_MS;
  } catch {
    return false;
  }
};

const takeAway = (holder) => {
  const aside = `${lockFile}.stale-${process.pid}`;
  try {
    renameSync(lockFile, aside);
    if (read(aside) !== String(holder)) linkSync(aside, lockFile); // a third start was faster and holds it now
    rmSync(aside, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
};

/** Two starts in one clone install and build one after the other. The lock of a killed one is taken over. */
const alone = async (work) => {
  mkdirSync(dirname(lockFile), { recursive: true });
  const mine = `${lockFile}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  let told = false;
  for (;;) {
    try {
      linkSync(mine, lockFile); // unlike writing, this puts the whole content there at once, or fails
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') {
        rmSync(mine, { force: true });
        throw error;
      }
    }
    const holder = Number(read(lockFile));
    if (holder && isAbandoned(holder)) {
      takeAway(holder);
      continue;
    }
    if (!told) console.log('Another start is installing or building here; waiting for it …');
    told = true;
    await new Promise((done) => setTimeout(done, 200));
  }
  rmSync(mine, { force: true });
  const sign = setInterval(() => existsSync(lockFile) && utimesSync(lockFile, new Date(), new Date()), LOCK_TOUCH_MS);
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    clearInterval(sign);
    process.removeListener('exit', release);
    release();
  }
};

const installStamp = inRoot('node_modules', '.comanda-lock');
// The packages of one platform do not serve another: the clone may lie in a folder shared with a container.
const wantedInstall = () => `${process.platform}-${process.arch} ${digest('package-lock.json')}`;
const isInstalled = () => read(installStamp) === wantedInstall();
const runsNode24 = () => existsSync(node24) && !wrongRuntime(node24) && spawnSync(node24, ['--version'], { stdio: 'ignore' }).status === 0;

/** The pinned Node by its content, for the machines that Comanda is made for: no lock file holds what its package fetches. */
const RUNTIMES = {
  'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
};

/** Says what is wrong with a program that is to be the pinned Node; undefined when nothing is, or nothing is known for this machine. */
export const wrongRuntime = (file, machine = `${process.platform}-${process.arch}`) => {
  const wanted = RUNTIMES[machine];
  if (!wanted) return undefined;
  const found = createHash('sha256').update(readFileSync(file)).digest('hex');
  return found === wanted ? undefined : `The Node that was installed is not the one that Comanda was tested with: its SHA-256 is ${found}.`;
};

const install = async () => {
  console.log('Installing the packages (about a minute, only when they have changed) …');
  rmSync(installStamp, { force: true });
  // Older Nodes are told on each package that they are too old; they only start npm here.
  const installAll = () => runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  // A second try: a test runner or an editor that writes into node_modules while npm empties it makes npm give up half-way.
  const code = (await installAll()) && (await installAll());
  if (code !== 0) stopWith('npm could not install the packages: see its message above.', code);
  // npm may be told (ignore-scripts) to hold back the script that fetches the pinned Node.
  if (!runsNode24()) {
    const folder = inRoot('node_modules', 'node');
    await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, env: process.env });
  }
  // before it runs for the first time
  const wrong = existsSync(node24) && wrongRuntime(node24);
  if (wrong) {
    rmSync(node24);
    stopWith(wrong);
  }
  if (!runsNode24()) stopWith('The pinned Node could not be installed: run `npm rebuild node` and read its message.');
  writeFileSync(installStamp, wantedInstall());
};

const buildStamp = inRoot('dist', '.stamp');
const BUILDERS = ['tools/build/vite-compressed.ts'];
const wantedBuild = () => digest('web', 'contract', 'vite.config.ts', 'vite.diner.config.ts', ...BUILDERS, 'package-lock.json');
const isBuilt = () => !existsSync(inRoot('vite.config.ts')) || read(buildStamp) === wantedBuild();

const build = async () => {
  console.log('Building the web application …');
  const wanted = wantedBuild();
  rmSync(buildStamp, { force: true });
  // a test runner's NODE_ENV would build React's development half into the pages
  const env = { ...environment(), NODE_ENV: 'production' };
  const vite = (...args) =>
    run(node24, [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn', ...args], { env });
  const code = (await vite()) || (await vite('--config', 'vite.diner.config.ts'));
  if (code !== 0) stopWith('The web application could not be built: see the message above.', code);
  mkdirSync(inRoot('dist'), { recursive: true });
  writeFileSync(buildStamp, wanted);
};

/** Installs what is missing and builds what is stale; without anything to do it costs a few milliseconds. A command line needs no `web`. */
export const prepare = async ({ web = true } = {}) => {
  const installed = () => isInstalled() && existsSync(node24);
  const built = () => !web || isBuilt();
  if (installed() && built()) return;
  await alone(async () => {
    if (!installed()) await install();
    if (!built()) await build();
  });
};

/** Builds the web application when it is stale, and installs nothing: for a working developer's `npm run e2e`. */
export const buildWeb = async () => {
  if (!isBuilt()) await alone(async () => isBuilt() || (await build()));
};
