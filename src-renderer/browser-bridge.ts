/** @file The bridge of a page in a browser, which has no preload: it uses the address that served the page. */

import { type BrowserBridge, bridgeOver } from './browser-connection.ts';
import { uploadByRequest } from './browser-upload.ts';

/** As in the browser shell. */
const SOCKET_PATH = '/contract';

/** Connects to the app that served this page. */
export function createBrowserBridge(): BrowserBridge {
  return bridgeOver({ connect: () => new WebSocket(`ws://${location.host}${SOCKET_PATH}`), upload: uploadByRequest });
}
