import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { isBadValue, isOutage, isPassing, violation } from '#server/platform/database/failures.ts';

const RETRY_AFTER = 2; // seconds; the database is usually back by then

const byStatus: Record<number, [ErrorCode, string]> = {
  400: ['invalid_input', 'Invalid request!'],
  404: ['not_found', 'There is nothing here!'],
  413: ['too_large', 'This request is too large!'],
  414: ['too_large', 'This address is too long!'],
  415: ['unsupported_type', 'Please send JSON!'],
  429: ['too_many', 'Too many requests! Please try again later!'],
};

/** What a failure is called before a person. */
export const explain = (error: unknown, request: FastifyRequest): AppError => {
  if (error instanceof AppError) return error;
  if (isOutage(error) || isPassing(error)) {
    request.log.warn({ err: error }, 'storage is away');
    return new AppError('unavailable', 'The server is busy. Please try again!', { retryAfter: RETRY_AFTER });
  }
  if (isBadValue(error)) return new AppError('invalid_input', 'Invalid request!');
  const violated = violation(error);
  if (violated === 'duplicate') return new AppError('conflict', 'This already exists!');
  if (violated === 'reference') return new AppError('not_found', 'This does not exist!');
  const status = (error as FastifyError).statusCode ?? 500;
  const known = byStatus[status] ?? (status >= 400 && status < 500 ? byStatus[400] : undefined);
  if (known) return new AppError(...known);
  request.log.error(error);
  return new AppError('server_error', 'Something went wrong!');
};

/** Sends a failure the way wire.md §1 says: success, code and message, never a stack trace. */
export const sendFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { code, message, status, extras } = explain(error, request);
  if (extras.retryAfter !== undefined) reply.header('Retry-After', String(extras.retryAfter));
  return (
    reply
      .code(status)
      .header('cache-control', 'no-store')
      // what the person tells the support, and the log knows
      .header('x-request-id', request.id)
      // of a file that failed before its first piece
      .removeHeader('content-disposition')
      .removeHeader('content-encoding')
      .type('application/json; charset=utf-8')
      .send({ success: false, code, message, ...(extras.errors && { errors: extras.errors }), ...extras.body })
  );
};

/** Makes every failure of the application one of wire.md §1. */
export const explainFailures = (app: FastifyInstance): void => {
  app.setErrorHandler(sendFailure);
};

/** Answers an address that nothing is behind. */
export const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendFailure(new AppError('not_found', 'There is nothing here!'), request, reply);

const withoutAddresses = (text: string) => text.replace(/[^\s<>"'`(),;:=/\\]+@[^\s<>"'`(),;:=/\\]+\.\w+/g, '(address)');

/**
 * What the log says of an error. PostgreSQL's details would name the row, and with it a customer; mail servers and the payment
 * provider name the address that they refuse.
 */
export const describeError = (error: Error & { code?: string; constraint?: string }) => ({
  type: error.name,
  message: withoutAddresses(error.message),
  stack: withoutAddresses(error.stack ?? ''),
  code: error.code,
  constraint: error.constraint,
});
