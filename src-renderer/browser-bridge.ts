/** @file The contract for a page in a browser, which has no preload: over the address that served the page. */

import { type BrowserBridge, bridgeOver } from './browser-connection.ts';
import { uploadByRequest } from './browser-upload.ts';

/** As the browser shell serves it. */
const SOCKET_PATH = '/contract';

/** Connects to the app that served this page. */
export function createBrowserBridge(): BrowserBridge {
  return bridgeOver({ connect: () => new WebSocket(`ws://${location.host}${SOCKET_PATH}`), upload: uploadByRequest });
}
