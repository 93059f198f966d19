/** @file The bridge of a page in a browser, which has no preload: it uses the address that served the page. */

import { type BrowserBridge, bridgeOver } from './browser-connection.ts';
import { BrowserSession } from './browser-session.ts';
import { uploadByRequest } from './browser-upload.ts';

/** As in the browser shell. */
const SOCKET_PATH = '/contract';
const SOCKET_PROTOCOL = 'tranship';

/** The session of this browser with the app that served this page. */
export function createBrowserSession(): BrowserSession {
  return new BrowserSession({
    storage: localStorage,
    request: (path, options) => fetch(path, options),
    origin: location.origin,
  });
}

/** Connects to the app that served this page. A page can give a WebSocket its secret only as a protocol. */
export function createBrowserBridge(session: BrowserSession): BrowserBridge {
  const protocols = () => [SOCKET_PROTOCOL, ...(session.secret === undefined ? [] : [session.secret])];
  return bridgeOver({
    connect: () => new WebSocket(`ws://${location.host}${SOCKET_PATH}`, protocols()),
    hasEnded: () => session.hasEnded(),
    upload: uploadByRequest(session),
  });
}
