/**
 * @file Streams the body of a PUT into a file and hashes it. It is never held in memory, and stored in full or not at
 * all.
 */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { type Clock, SECOND } from '../ground/clock.ts';
import { PRIVATE_FILE } from '../ground/files/own-folder.ts';
import { replaceFile } from '../ground/files/replace-file.ts';
import { type Exchange, hangUp } from './exchange.ts';
import type { Misfortune } from './misfortune.ts';

export interface IncomingFile {
  exchange: Exchange;
  /** Written here first… */
  temporaryPath: string;
  /** …and moved here when complete. */
  path: string;
  bandwidths: readonly Bandwidth[];
  misfortune: Extract<Misfortune, { name: 'drop-put-after' | 'stall-put-after' }> | undefined;
  /** Called when nothing more will be read although the connection stays open. */
  onStall: () => void;
}

/** Returns the SHA-256 in hex; undefined when the body did not arrive in full: then nothing is stored. */
export async function receiveFile(incoming: IncomingFile): Promise<string | undefined> {
  const { temporaryPath, path } = incoming;
  try {
    const sha256 = await writeBody(incoming);
    if (sha256 !== undefined) await replaceFile(temporaryPath, path);
    return sha256;
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

async function writeBody(incoming: IncomingFile): Promise<string | undefined> {
  const { exchange, misfortune, bandwidths } = incoming;
  const { request, entry } = exchange;
  const hash = createHash('sha256');
  const gone = new AbortController();
  const leave = () => gone.abort();
  request.socket.once('close', leave);
  const file = await open(incoming.temporaryPath, 'wx', PRIVATE_FILE);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = chunk;
      entry.bytes += bytes.length;
      if (misfortune !== undefined && entry.bytes >= misfortune.bytes) {
        await strike(incoming, misfortune.name);
        return undefined;
      }
      hash.update(bytes);
      await file.writeFile(bytes);
      for (const bandwidth of bandwidths) await bandwidth.pass(bytes.length, gone.signal);
    }
  } catch (thrown) {
    // Fewer bytes than Content-Length end the iteration with an error. A sender that hangs up in the middle is normal;
    // a full disk is not.
    if (!request.destroyed) throw thrown;
    return undefined;
  } finally {
    request.socket.off('close', leave);
    await file.close();
  }
  return hash.digest('hex');
}

async function strike({ exchange, onStall }: IncomingFile, name: 'drop-put-after' | 'stall-put-after'): Promise<void> {
  if (name === 'drop-put-after') return hangUp(exchange);
  onStall();
  const { socket } = exchange.request;
  if (!socket.destroyed) await once(socket, 'close');
}

/** A limit in bytes a second that all uploads share. */
export class Bandwidth {
  readonly #clock: Clock;
  readonly #bytesPerSecond: number;
  readonly #signal: AbortSignal;
  #freeAt = 0;

  constructor(clock: Clock, bytesPerSecond: number, signal: AbortSignal) {
    this.#clock = clock;
    this.#bytesPerSecond = bytesPerSecond;
    this.#signal = signal;
  }

  /** Resolves once the limit has let these bytes pass; rejects when the sender has gone. */
  async pass(bytes: number, gone: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    this.#freeAt = Math.max(now, this.#freeAt) + (bytes / this.#bytesPerSecond) * SECOND;
    await this.#clock.sleep(this.#freeAt - now, AbortSignal.any([this.#signal, gone]));
  }
}
