// Keeps the application's shell, so that the till opens without network: one page and the files that it is made of, which are the same for
// everybody. Nothing that a person or a restaurant owns is in it, and no answer of /api. A new release is never kept out: the page is asked
// for first, and the copy is shown only when nothing answers. Diners' pages (/m/) and the provider's go to the network as ever.
const CACHE = 'comanda-shell';
const SHELL = '/shell';
const ANSWER_WITHIN = 8000; // ms; a server that says nothing is no better than none

const isStaffPage = ({ pathname }) => /^\/($|login$|dashboard(\/|$)|print-(receipt|token)$)/.test(pathname);

/** The page as the server gives it now. When it is another than before, the files of before go first: a release leaves nothing behind. */
const freshPage = async (request) => {
  const response = await fetch(request, { signal: AbortSignal.timeout(ANSWER_WITHIN) });
  const isShell = response.ok && !response.redirected && response.headers.get('content-type')?.startsWith('text/html');
  if (!isShell) return response;
  await keepPage(response.clone()).catch(() => {});
  return response;
};

const keepPage = async (response) => {
  const cache = await caches.open(CACHE);
  const [text, before] = await Promise.all([response.text(), cache.match(SHELL).then((kept) => kept?.text())]);
  if (releaseOf(text) !== releaseOf(before ?? '')) await caches.delete(CACHE);
  await (await caches.open(CACHE)).put(SHELL, new Response(text, { headers: response.headers }));
};

/** The server says in each page which release it is of. */
const releaseOf = (page) => /<meta name="comanda-release" content="([^"]*)/.exec(page)?.[1] ?? '';

/** The copy where nobody answers, or only a proxy whose servers are away. */
const page = async (request) => {
  const answer = await freshPage(request).catch(() => Response.error());
  if (answer.ok || (answer.status > 0 && answer.status < 500)) return answer;
  return (await caches.match(SHELL).catch(() => undefined)) ?? answer;
};

/** What can be kept is kept: a tablet whose disk is full has what the network brings. */
const file = async (request) => {
  const kept = await caches.match(request, { ignoreVary: true }).catch(() => undefined);
  if (kept) return kept;
  const response = await fetch(request);
  const keep = async (copy) => (await caches.open(CACHE)).put(request, copy);
  if (response.ok) await keep(response.clone()).catch(() => {});
  return response;
};

// the first visit is kept as well, before anybody loses the network
self.addEventListener('install', (event) => event.waitUntil(freshPage('/').then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isStaffPage(url)) event.respondWith(page(request));
  } else if (/^\/(assets\/|color-scheme\.js$|favicon\.svg$)/.test(url.pathname)) event.respondWith(file(request));
});
