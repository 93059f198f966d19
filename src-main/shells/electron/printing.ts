/**
 * @file Makes a PDF of a page: in a hidden window with a session of its own, which has no script, no Node, no network, and
 * nothing to load but this page.
 */

import { randomUUID } from 'node:crypto';
import { BrowserWindow, type Session, session } from 'electron';
import { AppError } from '../../../src-shared/errors.ts';
import { PAGE_SCHEME } from './page.ts';
import { confined } from './window.ts';

/** Not kept on the disk: the name has no `persist:`. */
const PARTITION = 'printing';

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
};

export class Printer {
  /** The pages that are being printed, by their addresses. */
  readonly #pages = new Map<string, string>();
  #session: Session | undefined;

  /** The PDF of a page in HTML, on A4. @throws AppError audit.not-printed */
  async print(page: string): Promise<Uint8Array> {
    const address = `${PAGE_SCHEME}://printing/${randomUUID()}`;
    this.#pages.set(address, page);
    const window = new BrowserWindow(hiddenOptions(this.#confined()));
    try {
      await window.loadURL(address);
      // The page itself says its size, its margins and what stands at its foot.
      return await window.webContents.printToPDF({
        preferCSSPageSize: true,
        printBackground: true,
        generateTaggedPDF: true,
        generateDocumentOutline: true,
      });
    } catch (cause) {
      throw new AppError(
        'audit.not-printed',
        { reason: cause instanceof Error ? cause.message : String(cause) },
        { cause },
      );
    } finally {
      this.#pages.delete(address);
      if (!window.isDestroyed()) window.destroy();
    }
  }

  #confined(): Session {
    if (this.#session !== undefined) return this.#session;
    const own = session.fromPartition(PARTITION, { cache: false });
    own.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
    own.setPermissionCheckHandler(() => false);
    own.setDevicePermissionHandler(() => false);
    own.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !this.#pages.has(url) }));
    own.protocol.handle(PAGE_SCHEME, ({ url }) => {
      const page = this.#pages.get(url);
      return page === undefined ? new Response(null, { status: 404 }) : new Response(page, { headers });
    });
    this.#session = own;
    return own;
  }
}

function hiddenOptions(own: Session) {
  return {
    show: false,
    webPreferences: { ...confined, session: own, javascript: false, images: false, webgl: false, devTools: false },
  };
}
