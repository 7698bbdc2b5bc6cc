import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** What no page of ours uses, and what is only ours, of what browsers know: another word is a warning in the console of every page; a page that is shown in a frame of another site gets nothing of it. */
const PERMISSIONS = [
  ...['accelerometer', 'browsing-topics', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'].map(
    (feature) => `${feature}=()`,
  ),
  ...['microphone', 'midi', 'payment', 'serial', 'usb'].map((feature) => `${feature}=()`),
  ...['autoplay', 'clipboard-write', 'fullscreen'].map((feature) => `${feature}=(self)`),
].join(', ');

/**
 * The security headers of every answer. helmet makes them once, at the start: they are the same for all requests, and
 * making them for each cost a fifth of the time of a small answer.
 */
export const securityHeaders = ({ isHttps }: { isHttps: boolean }): Record<string, string> => {
  const makeHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        // https: a store's picture may be an address elsewhere (wire.md §3), as on the restaurant's own web site
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps,
    // over plain http on a network of one's own these only warn in the console
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
  });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  makeHeaders(new IncomingMessage(new Socket()), response, () => {});
  const made = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  return { ...Object.fromEntries(made), 'permissions-policy': PERMISSIONS };
};
