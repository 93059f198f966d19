/** @file What the window may not do, whatever script should ever get into it. */

import type { Event, Session, WebContents } from 'electron';
import { belongsToPage, isPage, type Page } from './page.ts';

export type ConfinedSession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
> & { webRequest: Pick<Session['webRequest'], 'onBeforeRequest' | 'onHeadersReceived'> };

/** No permission, no network but the page itself, and the page's policy on all that is loaded. */
export function confineSession(session: ConfinedSession, page: Page): void {
  // Camera, location, notifications, clipboard, devices: the page needs none of them.
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // A script that got in could not carry anything out.
  session.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !mayLoad(page, details.url) }));
  if (!page.isServedElsewhere) return;
  session.webRequest.onHeadersReceived((details, decide) =>
    decide({
      responseHeaders: { ...withoutPolicy(details.responseHeaders), 'Content-Security-Policy': [page.policy('')] },
    }),
  );
}

export type ConfinedContents = Pick<WebContents, 'setWindowOpenHandler'> & {
  on(
    event: 'will-navigate' | 'will-redirect' | 'will-frame-navigate',
    listener: (details: Event<{ url: string }>) => void,
  ): unknown;
  on(event: 'will-attach-webview', listener: (event: Event) => void): unknown;
};

/** The only places outside that the system's browser may be sent to: full addresses, nothing before or after them. */
const externalLinks: readonly string[] = [];

/**
 * The window stays on its page and opens no other: a reload is all the navigation there is.
 * @param openExternal hands an address to the system's browser; gets only addresses of the list
 */
export function confineContents(
  contents: ConfinedContents,
  page: Page,
  openExternal: (address: string) => Promise<void>,
  links: readonly string[] = externalLinks,
): void {
  const stay = (details: Event<{ url: string }>) => {
    if (!isPage(page, details.url)) details.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    // Where there is no browser nothing opens; the page cannot do anything about it.
    if (links.includes(url)) openExternal(url).catch(() => {});
    return { action: 'deny' };
  });
}

/** The developer tools load themselves; they exist only outside an installed app. */
function mayLoad(page: Page, url: string): boolean {
  return belongsToPage(page, url) || url.startsWith('devtools:');
}

function withoutPolicy(headers: Record<string, string[]> = {}): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-security-policy'),
  );
}
