/** @file Fetches a validation report from its pre-signed address and keeps it beside the queue. */

import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../src-preload/errors.ts';
import { SECOND } from '../clock.ts';
import { isFileSystemError, toWriteError } from '../file-errors.ts';
import { whileLocked } from '../file-locks.ts';
import { toNetworkError } from '../service/network-errors.ts';
import type { BatchId } from '../service/wire.ts';
import { Watchdog } from '../transfer/watchdog.ts';

/** The format of a report is not shown (§2.6): it is kept as it came, named by what the storage calls it. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['application/json', 'json'],
  ['application/x-ndjson', 'jsonl'],
  ['application/jsonl', 'jsonl'],
  ['text/csv', 'csv'],
  ['text/plain', 'txt'],
]);

export class Reports {
  readonly #folder: string;
  readonly #fetch: typeof fetch;

  /** @param folder where reports are kept; made when the first one comes */
  constructor(folder: string, fetchReport: typeof fetch) {
    this.#folder = folder;
    this.#fetch = fetchReport;
  }

  /**
   * Downloads the report and gives the path where it is kept. The file appears only when it is whole.
   * @param address pre-signed: it gets no Authorization header, and is not logged
   * @param line `stallMs`: a download in which nothing moves for so long is given up
   * @throws AppError upload.address-expired, service.unavailable, network.*, disk.full
   */
  async keep(batchId: BatchId, address: string, line: { signal: AbortSignal; stallMs: number }): Promise<string> {
    const watchdog = new Watchdog();
    watchdog.restart(line.stallMs);
    const onBytes = () => watchdog.restart(line.stallMs);
    try {
      return await this.#download(batchId, address, AbortSignal.any([line.signal, watchdog.signal]), onBytes);
    } catch (thrown) {
      line.signal.throwIfAborted();
      if (!watchdog.signal.aborted) throw thrown;
      const reason = `nothing moved for ${Math.round(line.stallMs / SECOND)} s`;
      throw new AppError('network.cut', { host: new URL(address).host, reason }, { cause: thrown });
    } finally {
      watchdog.stop();
    }
  }

  async #download(batchId: BatchId, address: string, signal: AbortSignal, onBytes: () => void): Promise<string> {
    const { host } = new URL(address);
    const response = await this.#fetch(address, { signal }).catch((thrown: unknown) => {
      signal.throwIfAborted();
      throw toNetworkError(host, thrown);
    });
    if (response.status === 403) throw new AppError('upload.address-expired', {});
    if (!response.ok || response.body === null) {
      const { status } = response;
      throw new AppError('service.unavailable', { endpoint: 'The report storage', status, reason: 'no report came' });
    }
    const path = join(this.#folder, `${batchId}.${extensionOf(response)}`);
    const partial = `${path}.partial`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const file = await whileLocked(() => open(partial, 'w', 0o600), { signal });
      const body = Readable.fromWeb(response.body);
      await pipeline(body, noting(onBytes), file.createWriteStream({ flush: true }), { signal });
      await whileLocked(() => rename(partial, path), { signal });
    } catch (thrown) {
      await rm(partial, { force: true });
      signal.throwIfAborted();
      throw isFileSystemError(thrown) ? toWriteError(thrown, path) : toNetworkError(host, thrown);
    }
    return path;
  }

  /** The path of a report that has been kept, or undefined. */
  async find(batchId: BatchId): Promise<string | undefined> {
    const names = await readdir(this.#folder).catch(() => []);
    const name = names.find((candidate) => candidate.startsWith(`${batchId}.`) && !candidate.endsWith('.partial'));
    return name === undefined ? undefined : join(this.#folder, name);
  }
}

/** Passes everything on, and tells of each piece. */
function noting(onBytes: () => void) {
  return async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      onBytes();
      yield piece;
    }
  };
}

function extensionOf(response: Response): string {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  return EXTENSIONS.get(type) ?? 'txt';
}
