import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { CallFailed, type CallOptions, send } from './api.ts';

/** Lets the browser save this under that name. */
export const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

/** Calls an endpoint that answers with a file, and lets the browser save it under the server's name. Every failure is a CallFailed. */
export const download = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  fallbackName: string,
  { confirmPassword }: Pick<CallOptions, 'confirmPassword'> = {},
): Promise<void> => {
  const response = await send(endpoint, input, { isFile: true, ...(confirmPassword && { confirmPassword }) });
  const [, name = fallbackName] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  // a file that breaks off is no file
  const content = await response.blob().catch(() => {
    throw new CallFailed(0);
  });
  saveFile(content, name);
};
