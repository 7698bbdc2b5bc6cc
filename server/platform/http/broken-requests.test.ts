import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openListening } from '#server/testing/sockets.ts';

const HEAD = 'GET /healthz HTTP/1.1\r\nHost: x\r\n';

test.each([
  ['no HTTP', 'GARBAGE\r\n\r\n', undefined, '400 Bad Request', 'invalid_input', 'Invalid request!'],
  [
    'a head without measure',
    `${HEAD}X: ${'a'.repeat(20_000)}\r\n\r\n`,
    undefined,
    '431 Request',
    'too_large',
    'This request is too large!',
  ],
  // as Node tells it after ten seconds
  [
    'one that does not end',
    HEAD,
    'ERR_HTTP_REQUEST_TIMEOUT',
    '408 Request',
    'unavailable',
    'This took too long to arrive. Please try again!',
  ],
])('%s is refused in the one form that refusals have', async (_, sent, told, status, code, message) => {
  const { server } = await openListening();
  const arrived = once(server, 'connection') as Promise<[Socket]>;
  const wire = connect((server.address() as AddressInfo).port, '127.0.0.1');
  wire.on('error', () => {});
  let answer = '';
  wire.on('data', (piece: Buffer) => (answer += piece.toString()));
  wire.write(sent);
  const [socket] = await arrived;
  if (told) server.emit('clientError', Object.assign(new Error('too late'), { code: told }), socket);
  await once(wire, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status}`);
  expect(JSON.parse(body)).toEqual({ success: false, code, message });
});
