import type { Socket } from 'node:net';
import type { ErrorCode } from '#contract/errors.ts';

type Failure = [status: string, code: ErrorCode, message: string];

const failureOf = (code: string | undefined): Failure => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', 'unavailable', 'This took too long to arrive. Please try again!'];
  if (code === 'HPE_HEADER_OVERFLOW') return ['431 Request Header Fields Too Large', 'too_large', 'This request is too large!'];
  return ['400 Bad Request', 'invalid_input', 'Invalid request!'];
};

/** Answers what is no whole request, and so reaches no route, the way wire.md §1 says, and hangs up. */
export const refuseBroken = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code, message] = failureOf(error.code);
  const body = JSON.stringify({ success: false, code, message });
  const head = ['Connection: close', 'Cache-Control: no-store', 'Content-Type: application/json; charset=utf-8'];
  if (socket.writable)
    socket.write(`HTTP/1.1 ${[status, ...head, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
};
