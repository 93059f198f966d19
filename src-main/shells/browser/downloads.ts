/**
 * @file Files that the page saves: each is written to a folder of its own and fetched once by the browser. A browser
 * sends no secret of ours with a download, so its address carries a ticket: valid once, for a short time, and not
 * beyond the session that asked for it.
 */

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Saved } from '../../../src-shared/contract.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { storableName } from '../../actions/file-name.ts';
import { type Clock, MINUTE } from '../../ground/clock.ts';
import { toWriteError } from '../../ground/files/file-errors.ts';
import { RefusalError, safeHeaders } from './replies.ts';
import { createSecret } from './secrets.ts';
import type { Session } from './sessions.ts';

/** How many saved files may wait to be fetched; the oldest is removed first. */
const MOST_WAITING = 20;

/** A page fetches its file at once. */
export const TICKET_LIFETIME_MS = MINUTE;

interface Waiting {
  /** The name of the folder that contains nothing but the file. */
  id: string;
  name: string;
  endsAt: number;
  /** The session no longer needs to tell when it ends. */
  release: () => void;
}

export class Downloads {
  readonly #folder: string;
  readonly #clock: Clock;
  /** Files that can be fetched, by ticket, oldest first. */
  readonly #waiting = new Map<string, Waiting>();

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /**
   * Has a file written, and returns the address from which the page fetches it.
   * @param session that asks for it
   * @throws AppError disk.full, file.cannot-write, and what `write` throws
   */
  async save(suggestedName: string, write: (path: string) => Promise<unknown>, session: Session): Promise<Saved> {
    const id = randomUUID();
    const name = storableName(suggestedName);
    const folder = join(this.#folder, id);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((thrown: unknown) => {
        throw toWriteError(thrown, folder);
      });
      await write(join(folder, name));
    } catch (thrown) {
      await this.#removeFile(id);
      throw thrown;
    }
    const ticket = createSecret();
    const endsAt = this.#clock.now() + TICKET_LIFETIME_MS;
    const release = session.onEnd(() => void this.#forget(ticket));
    this.#waiting.set(ticket, { id, name, endsAt, release });
    if (session.isOver) await this.#forget(ticket);
    await this.#forgetOld();
    return { kind: 'download', address: `/download/${ticket}/${encodeURIComponent(name)}` };
  }

  /** Whether a file waits for this ticket. */
  has(ticket: string): boolean {
    const waiting = this.#waiting.get(ticket);
    return waiting !== undefined && this.#clock.now() < waiting.endsAt;
  }

  /** Sends the file with this ticket, if it still waits; the ticket is used up. Rejects with RefusalError. */
  async send(ticket: string, response: ServerResponse): Promise<void> {
    const waiting = this.#waiting.get(ticket);
    if (waiting === undefined || !this.has(ticket))
      throw new RefusalError(
        404,
        fact('This file has been downloaded already, or waited too long. Save it again in Tranship.'),
      );
    this.#take(ticket);
    const { id, name } = waiting;
    try {
      const path = join(this.#folder, id, name);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined)
        throw new RefusalError(404, fact('This file is no longer kept. Save it again in Tranship.'));
      response.writeHead(200, {
        ...safeHeaders(),
        'Content-Type': 'application/octet-stream',
        'Content-Length': found.size,
        'Content-Disposition': `attachment; filename*=UTF-8''${headerText(name)}`,
      });
      await pipeline(createReadStream(path), response);
    } finally {
      await this.#removeFile(id);
    }
  }

  /** Removes every file that was not fetched, including those of an earlier run. */
  async clear(): Promise<void> {
    for (const ticket of [...this.#waiting.keys()]) this.#take(ticket);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }

  async #forgetOld(): Promise<void> {
    const tickets = [...this.#waiting.keys()];
    const surplus = tickets.slice(0, Math.max(0, tickets.length - MOST_WAITING));
    const old = tickets.filter((ticket) => surplus.includes(ticket) || !this.has(ticket));
    for (const ticket of old) await this.#forget(ticket);
  }

  async #forget(ticket: string): Promise<void> {
    const waiting = this.#take(ticket);
    if (waiting !== undefined) await this.#removeFile(waiting.id);
  }

  #take(ticket: string): Waiting | undefined {
    const waiting = this.#waiting.get(ticket);
    waiting?.release();
    this.#waiting.delete(ticket);
    return waiting;
  }

  async #removeFile(id: string): Promise<void> {
    await rm(join(this.#folder, id), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

/** The encoding of RFC 8187: encodeURIComponent leaves these few characters unescaped. */
function headerText(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
