import type { IncomingHttpHeaders } from 'node:http';

interface Options {
  publicUrl: string;
  /** of pages elsewhere that may call as our own pages do */
  allowedOrigins: readonly string[];
  /** Only the origins that are configured count, and no Host header. */
  production: boolean;
  /** One proxy stands before us and says by which scheme it was asked. */
  trustProxy: boolean;
}

const OURS = ['same-origin', 'none'];

/**
 * Says whether a request comes from a page of ours (wire.md §1): that of PUBLIC_URL, of ALLOWED_ORIGINS or, outside production, of
 * the request's own host and scheme. Without an Origin the caller is a program. The text 'null' (a sandboxed frame, a data: page)
 * is foreign.
 */
export const originCheck = ({ publicUrl, allowedOrigins, production, trustProxy }: Options) => {
  const configured = new Set([new URL(publicUrl).origin, ...allowedOrigins]);

  const ownOrigin = (headers: IncomingHttpHeaders): string | undefined => {
    const said = trustProxy ? String(headers['x-forwarded-proto'] ?? '') : '';
    const scheme = said.split(',').at(-1)!.trim() || 'http';
    return headers.host && URL.parse(`${scheme}://${headers.host}`)?.origin;
  };

  /** For reading, and for sockets. */
  const isOurOrigin = (headers: IncomingHttpHeaders): boolean => {
    const { origin } = headers;
    if (origin === undefined || configured.has(origin)) return true;
    return !production && origin !== 'null' && origin === ownOrigin(headers);
  };

  /** For what changes something: here the browser's own word counts too, which comes without an Origin as well. */
  const mayWrite = (headers: IncomingHttpHeaders): boolean => {
    if (!isOurOrigin(headers)) return false;
    const site = headers['sec-fetch-site'];
    if (site === undefined || OURS.includes(String(site))) return true;
    // a page that was let in by name is elsewhere, and says so
    return headers.origin !== undefined && allowedOrigins.includes(headers.origin);
  };

  return { isOurOrigin, mayWrite };
};
