import { afterEach, expect, test, vi } from 'vitest';
import { startLoader } from './loader.ts';

const fileOf = (element: Element) => element.getAttribute('src') ?? element.getAttribute('href');
const asked = () => [...document.head.querySelectorAll('script, link')].map(fileOf);
const answer = (file: string, event: 'load' | 'error') =>
  [...document.head.querySelectorAll('script, link')].find((each) => fileOf(each) === file)!.dispatchEvent(new Event(event));

afterEach(() => document.head.replaceChildren());

test('makes what a chunk exports when it is first asked for, once, whether it came before the loader or after', async () => {
  const make = vi.fn((_need, exports: Record<string, unknown>, name: string) => Object.assign(exports, { name }));
  const loader = startLoader('/assets/', {}, [['react.js', make]]);
  loader.push(['till.js', (need, exports) => Object.assign(exports, { needs: need('./react.js')['name'] })]);
  loader.push(['orders.js', (need, exports) => Object.assign(exports, { needs: need('./react.js')['name'] })]);
  expect(make).not.toHaveBeenCalled();

  expect(await loader.load('till.js')).toEqual({ needs: 'react.js' });
  expect(await loader.load('orders.js')).toEqual({ needs: 'react.js' });
  expect(make).toHaveBeenCalledOnce();
  expect(asked()).toEqual([]);
  await expect(loader.load('nowhere.js')).rejects.toThrow('nowhere.js');
});

test('two chunks may need each other', async () => {
  const loader = startLoader('/assets/', {}, [
    ['a.js', (need, exports) => Object.assign(exports, { of: () => need('./b.js')['name'] })],
    ['b.js', (need, exports) => Object.assign(exports, { name: 'b', a: need('./a.js') })],
  ]);
  const a = await loader.load('a.js');
  expect((a['of'] as () => string)()).toBe('b');
});

test('fetches what a screen consists of in one go and once, and waits for all of it', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/parts.css">';
  const needs = { 'reports.js': { scripts: ['charts.js', 'reports.js'], styles: ['parts.css', 'reports.css'] } };
  const loader = startLoader('/assets/', needs, []);
  const done = vi.fn();
  void loader.load('reports.js').then(done);
  void loader.load('reports.js').then(done);
  expect(asked()).toEqual(['/assets/parts.css', '/assets/charts.js', '/assets/reports.js', '/assets/reports.css']);

  for (const name of ['charts.js', 'reports.js']) {
    loader.push([name, (_need, exports) => Object.assign(exports, { name })]);
    answer(`/assets/${name}`, 'load');
  }
  await new Promise((resolve) => setTimeout(resolve));
  expect(done).not.toHaveBeenCalled();
  answer('/assets/reports.css', 'load');
  await vi.waitFor(() => expect(done.mock.calls).toEqual([[{ name: 'reports.js' }], [{ name: 'reports.js' }]]));
});

test('what does not come is refused, and asked for again the next time', async () => {
  const loader = startLoader('/assets/', { 'reports.js': { scripts: ['reports.js'], styles: [] } }, []);
  const first = loader.load('reports.js');
  answer('/assets/reports.js', 'error');
  await expect(first).rejects.toThrow('/assets/reports.js');
  expect(asked()).toEqual([]);

  const second = loader.load('reports.js');
  loader.push(['reports.js', (_need, exports) => Object.assign(exports, { name: 'reports' })]);
  answer('/assets/reports.js', 'load');
  expect(await second).toEqual({ name: 'reports' });
});
