import { expect, test } from 'vitest';
import { isLoopback } from './loopback.ts';

test.each(['127.0.0.1', '127.9.8.7', '::1', '[::1]', '0:0:0:0:0:0:0:1', 'localhost', 'LocalHost', '::ffff:127.0.0.1'])(
  '%s is reached from this computer only',
  (host) => expect(isLoopback(host)).toBe(true),
);

test.each([
  '0.0.0.0',
  '::',
  '192.168.1.4',
  '128.0.0.1',
  '::ffff:10.0.0.1',
  'fe80::1',
  '127.0.0.1.evil.example',
  'till.local',
  '127.1',
  '*',
])('%s may be reached from others', (host) => expect(isLoopback(host)).toBe(false));
