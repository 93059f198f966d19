/**
 * @file Files that the page saves: each is written to a folder of its own and fetched once by the browser, from an
 * unguessable address.
 */

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Saved } from '../../../src-shared/contract.ts';
import { toWriteError } from '../../files/file-errors.ts';
import { storableName } from '../file-name.ts';
import { refuse, safeHeaders } from './replies.ts';

/** How many saved files may wait to be fetched; the oldest is removed first. */
const MOST_WAITING = 20;

export class Downloads {
  readonly #folder: string;
  /** Names of the files that can be fetched, by the id in their address, oldest first. */
  readonly #waiting = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Has a file written, and returns the address from which the page fetches it.
   * @throws AppError disk.full, file.cannot-write, and what `write` throws
   */
  async save(suggestedName: string, write: (path: string) => Promise<unknown>): Promise<Saved> {
    const id = randomUUID();
    const name = storableName(suggestedName);
    const folder = join(this.#folder, id);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((thrown: unknown) => {
        throw toWriteError(thrown, folder);
      });
      await write(join(folder, name));
    } catch (thrown) {
      await this.#remove(id);
      throw thrown;
    }
    this.#waiting.set(id, name);
    const [oldest] = this.#waiting.keys();
    if (oldest !== undefined && this.#waiting.size > MOST_WAITING) await this.#remove(oldest);
    return { kind: 'download', address: `/download/${id}/${encodeURIComponent(name)}` };
  }

  /** Sends the file with this id, if it still exists; its address works only once. */
  async send(id: string, response: ServerResponse): Promise<void> {
    const name = this.#waiting.get(id);
    if (name === undefined) {
      refuse(response, 404, 'This file has been downloaded already. Save it again in Tranship.');
      return;
    }
    this.#waiting.delete(id);
    try {
      const path = join(this.#folder, id, name);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined) {
        refuse(response, 404, 'This file is no longer kept. Save it again in Tranship.');
        return;
      }
      response.writeHead(200, {
        ...safeHeaders(),
        'Content-Type': 'application/octet-stream',
        'Content-Length': found.size,
        'Content-Disposition': `attachment; filename*=UTF-8''${headerText(name)}`,
      });
      await pipeline(createReadStream(path), response);
    } finally {
      await this.#remove(id);
    }
  }

  /** Removes every file that was not fetched, including those of an earlier run. */
  async clear(): Promise<void> {
    this.#waiting.clear();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }

  async #remove(id: string): Promise<void> {
    this.#waiting.delete(id);
    await rm(join(this.#folder, id), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

/** The encoding of RFC 8187: encodeURIComponent leaves these few characters unescaped. */
function headerText(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
