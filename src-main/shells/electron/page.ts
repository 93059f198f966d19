/**
 * @file The one page of the window: its address, what it may do (its content security policy), and its files, which the
 * app serves itself under its own scheme. Pages from `file:` would get no such policy as a header.
 */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';

export const PAGE_SCHEME = 'tranship';
/** Standard: with an origin of its own. Secure: treated like https. */
export const pagePrivileges = { scheme: PAGE_SCHEME, privileges: { standard: true, secure: true } };

export interface Page {
  address: string;
  /**
   * The content security policy of everything that the window loads.
   * @param nonce by which the page's own component library may add its styles; new for each load
   */
  policy: (nonce: string) => string;
  /** Whether another server sends the page, so that the policy must be put upon what it sends. */
  isServedElsewhere: boolean;
}

/** What stands in the page where the nonce of this load belongs. */
const NONCE_PLACE = '__CSP_NONCE__';

/** Only the page's own files; no inline script, no style without the nonce, no connection to anywhere. */
function strictPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The development server puts scripts and styles into the page and reloads it over a socket. */
function developmentPolicy({ origin, host }: URL): string {
  return [
    `default-src 'none'`,
    `script-src ${origin} 'unsafe-inline'`,
    `style-src ${origin} 'unsafe-inline'`,
    `img-src ${origin} data:`,
    `connect-src ${origin} ws://${host}`,
  ].join('; ');
}

/**
 * The page as it was built, or the one of a development server.
 * @param developmentServer its address; undefined in an installed app
 */
export function pageOf(developmentServer: string | undefined): Page {
  if (developmentServer === undefined) {
    return { address: `${PAGE_SCHEME}://app/index.html`, policy: strictPolicy, isServedElsewhere: false };
  }
  const address = new URL(developmentServer);
  return { address: address.href, policy: () => developmentPolicy(address), isServedElsewhere: true };
}

/** Whether an address is the page itself; what follows a `#` does not matter. */
export function isPage({ address }: Page, candidate: string): boolean {
  return candidate.split('#', 1)[0] === address;
}

/** Whether an address belongs to the page: the same scheme and host, or the development server's socket. */
export function belongsToPage({ address }: Page, candidate: string): boolean {
  const page = new URL(address);
  const asked = URL.parse(candidate);
  if (asked === null || asked.host !== page.host) return false;
  return asked.protocol === page.protocol || (page.protocol === 'http:' && asked.protocol === 'ws:');
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Answers a request for one of the files in `root`; 404 for anything else, above all for what lies outside. */
export async function servePage(request: { url: string }, root: string, { policy }: Page): Promise<Response> {
  const path = resolve(join(root, decodedPath(request.url)));
  const type = contentTypes[extname(path)];
  const isInside = path.startsWith(resolve(root) + sep);
  const body = isInside && type !== undefined ? await readFile(path).catch(() => undefined) : undefined;
  if (body === undefined || type === undefined) return new Response(null, { status: 404 });
  const nonce = randomBytes(16).toString('base64');
  const isPageItself = type === contentTypes['.html'];
  return new Response(isPageItself ? body.toString('utf8').replaceAll(NONCE_PLACE, nonce) : new Uint8Array(body), {
    headers: { 'Content-Type': type, 'Content-Security-Policy': policy(nonce), 'X-Content-Type-Options': 'nosniff' },
  });
}

function decodedPath(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    return '';
  }
}
