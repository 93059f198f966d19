/** @file Restricts what a script could do if one were injected into the window. */

import type { Event, Session, WebContents } from 'electron';
import { belongsToPage, isPage, type Page } from './page.ts';

export type ConfinedSession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
> & { webRequest: Pick<Session['webRequest'], 'onBeforeRequest' | 'onHeadersReceived'> };

/** No permission but one, no network except the page itself, and the page's policy on everything loaded. */
export function confineSession(session: ConfinedSession, page: Page): void {
  // Chromium asks both: first whether it is granted already, then, for a copy that a person has clicked, to grant it.
  session.setPermissionRequestHandler((_contents, permission, decide, details) =>
    decide(mayUse(page, permission, details)),
  );
  session.setPermissionCheckHandler((_contents, permission, _origin, details) => mayUse(page, permission, details));
  session.setDevicePermissionHandler(() => false);
  // Prevents an injected script from sending data out.
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

const OWN_SHEET = 'about:srcdoc';

/** The only external addresses that may be opened in the system's browser: compared as a whole. */
const externalLinks: readonly string[] = [];

/**
 * Keeps the window on its page: it may reload, but neither navigate nor open another window.
 * @param openExternal opens an address in the system's browser; gets only addresses of the list
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
  // A sheet that the page itself has written into a frame: under the policy of the page, without scripts.
  const stayInFrame = (details: Event<{ url: string }>) => {
    if (details.url !== OWN_SHEET) stay(details);
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', stayInFrame);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    // Without a browser nothing opens; the page cannot do anything about it.
    if (links.includes(url)) openExternal(url).catch(() => {});
    return { action: 'deny' };
  });
}

/**
 * Camera, location, notifications, reading the clipboard: the page needs none of them. Its copy buttons write plain text
 * to the clipboard, which Chromium calls a sanitized write.
 */
function mayUse(page: Page, permission: string, asking: { requestingUrl?: string; isMainFrame: boolean }): boolean {
  const { requestingUrl, isMainFrame } = asking;
  if (permission !== 'clipboard-sanitized-write' || requestingUrl === undefined) return false;
  return isMainFrame && isPage(page, requestingUrl);
}

/** The developer tools load their own files; they exist only outside an installed app. */
function mayLoad(page: Page, url: string): boolean {
  return belongsToPage(page, url) || url.startsWith('devtools:');
}

function withoutPolicy(headers: Record<string, string[]> = {}): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-security-policy'),
  );
}
