// Keeps the application's shell, so that the till opens without network: one page and the files that it is made of, which are the same for
// everybody. Nothing that a person or a restaurant owns is in it, and no answer of /api. A new release is never kept out: the page is asked
// for first, and the copy is shown only when nothing answers. Diners' pages (/m/) and the provider's go to the network as ever.
const CACHE = 'comanda-shell';
const SHELL = '/shell';
const ANSWER_WITHIN = 8000; // ms; a server that says nothing is no better than none

const isStaffPage = ({ pathname }) => /^\/($|login$|dashboard(\/|$)|print-(receipt|token)$)/.test(pathname);

const isHtml = ({ headers }) => headers.get('content-type')?.startsWith('text/html') ?? false;
/** Not the sign-in page of a Wi-Fi, or a proxy's page of maintenance, which stand in for anything. */
const isFile = (response) => response.ok && !isHtml(response);

/** The page as the server gives it now. */
const freshPage = async (request, event) => {
  // AbortSignal.timeout is newer than the oldest browsers (operating.md, Browsers)
  const late = new AbortController();
  setTimeout(() => late.abort(), ANSWER_WITHIN);
  const response = await fetch(request, { signal: late.signal });
  const isShell = response.ok && !response.redirected && isHtml(response);
  // beside the answer: nobody waits for the files of a screen that is not opened
  if (isShell) event.waitUntil(keepPage(response.clone()).catch(() => {}));
  return response;
};

/**
 * Keeps a page. One of another release is kept when its files are: until then what was kept is whole, and opens without network. Then
 * the files of before go: a release leaves nothing behind.
 */
const keepPage = async (response) => {
  const cache = await caches.open(CACHE);
  const [text, before] = await Promise.all([response.text(), cache.match(SHELL).then((kept) => kept?.text())]);
  // somebody else's page
  if (!releaseOf(text)) return;
  const isNew = releaseOf(text) !== releaseOf(before ?? '');
  const old = isNew ? (await cache.keys()).filter(({ url }) => isAsset(new URL(url))) : [];
  const files = isNew ? await filled(cache, text, old) : new Set();
  await cache.put(SHELL, new Response(text, { headers: response.headers }));
  await Promise.all(old.filter(({ url }) => !files.has(new URL(url).pathname)).map((request) => cache.delete(request)));
};

const isAsset = ({ pathname }) => pathname.startsWith('/assets/');
const pathsIn = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => `/assets/${name}`);
/** What a file is called in any release, and its style sheet: without hash and ending. */
const stemOf = (path) => path.replace(/-[\w-]{8}\.\w+$/, '');

/** Has all files of a page in the cache: what it names, what these import, and what else was kept of the release before. */
const filled = async (cache, text, old) => {
  const stems = new Set(old.map(({ url }) => stemOf(new URL(url).pathname)));
  const files = new Set();
  const fetchAll = (paths) => Promise.all(paths.map(fetchOne));
  const fetchOne = async (path) => {
    if (files.has(path)) return;
    files.add(path);
    let kept = await cache.match(path, { ignoreVary: true });
    if (!kept) {
      kept = await fetch(path);
      if (!isFile(kept)) throw new Error(`${path}: ${kept.status}`);
      await cache.put(path, kept.clone());
    }
    if (!/\.(js|css)$/.test(path)) return;
    const code = await kept.text();
    const imported = pathsIn(code, /(?:from|import)\s*["'`]\.\/([\w.-]+)["'`]/g);
    const named = pathsIn(code, /([\w.-]+-[\w-]{8}\.\w+)/g).filter((name) => stems.has(stemOf(name)));
    await fetchAll([...imported, ...named]);
  };
  await fetchAll(pathsIn(text, /(?:src|href)="\/assets\/([\w.-]+)"/g));
  // these have one name in all releases
  await Promise.all(['/color-scheme.js', '/favicon.svg'].map((path) => cache.add(path)));
  return files;
};

/** The server says in each page which release it is of. */
const releaseOf = (page) => /<meta name="comanda-release" content="([^"]*)/.exec(page)?.[1] ?? '';

/** The copy where nobody answers, or only a proxy whose servers are away. */
const page = async (request, event) => {
  const answer = await freshPage(request, event).catch(() => Response.error());
  if (answer.ok || (answer.status > 0 && answer.status < 500)) return answer;
  return (await caches.match(SHELL).catch(() => undefined)) ?? answer;
};

/** What can be kept is kept: a tablet whose disk is full has what the network brings. */
const file = async (request) => {
  const kept = await caches.match(request, { ignoreVary: true }).catch(() => undefined);
  if (kept) return kept;
  const response = await fetch(request);
  const keep = async (copy) => (await caches.open(CACHE)).put(request, copy);
  if (isFile(response)) await keep(response.clone()).catch(() => {});
  return response;
};

// the first visit is kept as well, before anybody loses the network
self.addEventListener('install', (event) => event.waitUntil(freshPage('/', event).then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isStaffPage(url)) event.respondWith(page(request, event));
  } else if (/^\/(assets\/|color-scheme\.js$|favicon\.svg$)/.test(url.pathname)) event.respondWith(file(request));
});
