/**
 * @file The window's single page: its address, its origin, and its files, which the app serves under its own scheme.
 * Pages from `file:` would get no content security policy as a header.
 */

import type { LanguageSetting } from '../../../src-shared/languages/languages.ts';
import { createNonce, pagePolicy, readPageFile } from '../../actions/page.ts';

export const PAGE_SCHEME = 'tranship';
/** Standard: has an origin of its own. Secure: treated like https. */
export const pagePrivileges = { scheme: PAGE_SCHEME, privileges: { standard: true, secure: true } };

export interface Page {
  address: string;
  /**
   * The content security policy of everything that the window loads.
   * @param nonce for the styles of the page's component library; new for each load
   */
  policy: (nonce: string) => string;
  /** Whether another server sends the page, so that the app must add the policy to its replies. */
  isServedElsewhere: boolean;
}

/** The development server injects scripts and styles, and reloads the page over a socket. */
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
 * The built page, or that of a development server.
 * @param developmentServer its address; undefined in an installed app
 */
export function pageOf(developmentServer: string | undefined): Page {
  if (developmentServer === undefined) {
    const policy = (nonce: string) => pagePolicy(nonce, 'none');
    return { address: `${PAGE_SCHEME}://app/index.html`, policy, isServedElsewhere: false };
  }
  const address = new URL(developmentServer);
  return { address: address.href, policy: () => developmentPolicy(address), isServedElsewhere: true };
}

/** Whether an address is the page itself; the part after `#` does not matter. */
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

/** Answers a request for a file in `root`; 404 for anything else, in particular for paths outside it. */
export async function servePage(
  request: { url: string },
  { root, page: { policy }, language }: { root: string; page: Page; language: LanguageSetting },
): Promise<Response> {
  const nonce = createNonce();
  const file = await readPageFile(root, URL.parse(request.url)?.pathname ?? '', { nonce, language });
  if (file === undefined) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(file.body), {
    headers: {
      'Content-Type': file.type,
      'Content-Security-Policy': policy(nonce),
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
