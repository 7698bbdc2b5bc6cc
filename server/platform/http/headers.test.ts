import { expect, test } from 'vitest';
import { endpoints } from '#contract/index.ts';
import { openApp, openRestaurant } from '#server/testing/restaurant.ts';

const safe = ['GET', 'HEAD', 'OPTIONS'];

/** The directives of a content security policy by name. */
const directives = (policy: unknown) =>
  new Map(
    String(policy)
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name, ...sources]) => [name!, sources]),
  );

const answersOf = async (publicUrl: string) => {
  const app = await openApp({ config: { publicUrl } });
  const { cookies } = await openRestaurant({ app });
  const get = (url: string) => app.inject({ method: 'GET', url, cookies });
  return {
    'a page': await get('/dashboard/home'),
    'an answer': await get('/api/v1/users'),
    'a refusal': await app.inject({ method: 'GET', url: '/api/v1/users' }),
    'nothing there': await get('/api/v1/nothing'),
    'bad JSON': await app.inject({
      method: 'POST',
      url: '/api/v1/auth/signin',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    }),
    'a foreign page': await app.inject({ method: 'POST', url: '/api/v1/auth/signout', headers: { origin: 'https://evil.example' } }),
  };
};

test.each(['http://localhost:3000', 'https://pos.example.com'])('every answer of %s carries the security headers', async (publicUrl) => {
  const isHttps = publicUrl.startsWith('https:');
  for (const [what, { headers }] of Object.entries(await answersOf(publicUrl))) {
    const policy = directives(headers['content-security-policy']);
    const scripts = policy.get('script-src') ?? policy.get('default-src');
    expect({ what, scripts }).toEqual({ what, scripts: ["'self'"] });
    expect(policy.get('default-src')).toEqual(["'self'"]);
    for (const closed of ['object-src', 'frame-ancestors', 'base-uri'])
      expect({ what, closed, is: policy.get(closed) }).toEqual({ what, closed, is: ["'none'"] });
    expect(policy.get('form-action')).toEqual(["'self'"]);
    const loose = [...policy].filter(([, sources]) => sources.some((source) => ["'unsafe-inline'", "'unsafe-eval'", '*'].includes(source)));
    expect(loose.map(([name]) => name)).toEqual(['style-src']);
    expect(policy.get('style-src')).toEqual(["'self'", "'unsafe-inline'"]);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toMatch(/^(deny|sameorigin)$/i);
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['permissions-policy']).toContain('camera=(), ');
    // Chromium knows neither, and warns on every page
    expect(headers['permissions-policy']).not.toMatch(/bluetooth|web-share/);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['strict-transport-security'] !== undefined).toBe(isHttps);
    expect(policy.has('upgrade-insecure-requests')).toBe(isHttps);
  }
});

test('a foreign page may call no unsafe endpoint of the contract, signed in or not', async () => {
  const app = await openApp();
  const { cookies } = await openRestaurant({ app });
  const unsafe = endpoints.filter(({ method }) => !safe.includes(method));
  expect(unsafe.length).toBeGreaterThan(30);
  const foreign = [
    'https://evil.example',
    'null',
    'http://localhost:3000.evil.example',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost',
    'file://',
    '',
  ];
  const accepted: string[] = [];
  for (const { method, path } of unsafe)
    for (const origin of foreign) {
      const headers = { origin, host: 'pos.example.com' };
      const url = `/api/v1${path.replace(/:\w+/g, '1')}`;
      const { statusCode, json } = await app.inject({ method, url, cookies, headers });
      if (statusCode !== 403 || !json<{ message: string }>().message.includes('foreign'))
        accepted.push(`${method} ${path} from '${origin}': ${statusCode}`);
    }
  expect(accepted).toEqual([]);
  // and none of them ended the session
  expect((await app.inject({ method: 'GET', url: '/api/v1/auth/profile', cookies })).statusCode).toBe(200);
});
