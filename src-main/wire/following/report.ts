/** @file Downloads a report from its pre-signed address and keeps it in the data folder. */

import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { type Clock, SECOND } from '../../ground/clock.ts';
import { freeBytesIn } from '../../ground/files/disk-space.ts';
import { isFileSystemError, toWriteError } from '../../ground/files/file-errors.ts';
import { whileLocked } from '../../ground/files/file-locks.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../ground/files/own-folder.ts';
import { replaceFile } from '../../ground/files/replace-file.ts';
import type { LogRequest } from '../../ground/logs/request-log.ts';
import { dangerOf, type Reach } from '../service/named-address.ts';
import { toNetworkError } from '../service/network-errors.ts';
import { readRetryAfter } from '../service/retry-after.ts';
import { type BatchId, batchIdSchema } from '../service/wire.ts';
import { redirectionOf } from '../transfer/redirection.ts';
import { Watchdog } from '../transfer/watchdog.ts';

/**
 * The format of a report is not shown (§2.6): it is kept as it came, with an extension for the type that the storage
 * names.
 */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['application/json', 'json'],
  ['application/x-ndjson', 'jsonl'],
  ['application/jsonl', 'jsonl'],
  ['text/csv', 'csv'],
  ['text/plain', 'txt'],
]);

const MB = 1000 * 1000;
/**
 * No report is kept that has more bytes, unpacked: a batch has at most 2 GB (§2.1), and no person reads more about one. A
 * storage that never ends would fill the disk.
 */
export const LARGEST_REPORT = 256 * MB;
/** What must stay free on the disk: the queue and the other programs need it more than a report does. */
const LEFT_FREE = 500 * MB;
/** So often the free space is looked at again while a report comes. */
const LOOK_EVERY = 16 * MB;

/** Asks only hosts within the reach, whatever their names resolve to, and follows no redirect. */
export type ReportFetch = (address: string, init: RequestInit & { reach: Reach }) => Promise<Response>;

/** How to reach the storage, and where there is room. */
export interface ReportLine {
  fetch: ReportFetch;
  clock: Clock;
  log?: LogRequest;
  /** What may still be written to a folder, in bytes. */
  freeBytes?: (folder: string) => number;
}

export class Reports {
  readonly #folder: string;
  readonly #line: ReportLine;

  /** @param folder where reports are kept; created for the first one */
  constructor(folder: string, line: ReportLine) {
    this.#folder = folder;
    this.#line = line;
  }

  /**
   * Downloads the report and returns the path where it is kept. The file appears only when it is whole.
   * @param address pre-signed: it gets no Authorization header, and is not logged
   * @param line `stallMs`: a download in which nothing moves for so long is ended; `reach`: where the address, and one that
   * the storage redirects to, may lead
   * @throws AppError report.unsafe-address, upload.address-expired, service.unavailable, report.refused,
   * report.too-large, report.no-room, network.*, disk.full
   */
  async keep(batchId: BatchId, address: string, line: Download): Promise<string> {
    const danger = dangerOf(address, line.reach);
    const host = URL.parse(address)?.host ?? '';
    if (danger !== undefined) throw new AppError('report.unsafe-address', { host, danger });
    const begun = this.#line.clock.now();
    const correlationId = randomUUID();
    const received: Received = { bytes: 0 };
    let failure: unknown;
    const watchdog = new Watchdog();
    watchdog.restart(line.stallMs);
    const onBytes = (bytes: number) => {
      received.bytes += bytes;
      watchdog.restart(line.stallMs);
    };
    try {
      const signal = AbortSignal.any([line.signal, watchdog.signal]);
      return await this.#download(batchId, address, { signal, reach: line.reach, received, onBytes });
    } catch (thrown) {
      failure = thrown;
      line.signal.throwIfAborted();
      if (!watchdog.signal.aborted) throw thrown;
      const reason = fact('nothing moved for {seconds} s', { seconds: Math.round(line.stallMs / SECOND) });
      failure = new AppError('network.cut', { host, reason }, { cause: thrown });
      throw failure;
    } finally {
      watchdog.stop();
      this.#line.log?.({
        correlationId,
        purpose: 'report',
        method: 'GET',
        host,
        sentBytes: 0,
        ...(received.status !== undefined && { status: received.status }),
        ...(failure instanceof AppError && { error: failure.code }),
        milliseconds: Math.max(0, this.#line.clock.now() - begun),
        receivedBytes: received.bytes,
      });
    }
  }

  async #download(
    batchId: BatchId,
    address: string,
    {
      signal,
      reach,
      received,
      onBytes,
    }: { signal: AbortSignal; reach: Reach; received: Received; onBytes: (bytes: number) => void },
  ): Promise<string> {
    const { host } = new URL(address);
    const response = await this.#ask(address, { signal, reach }).catch((thrown: unknown) => {
      signal.throwIfAborted();
      throw toNetworkError(host, thrown);
    });
    received.status = response.status;
    // An unread body would keep the connection open, and with it the process.
    if (!response.ok) await response.body?.cancel();
    if (!response.ok || response.body === null) throw refusalOf(response, this.#line.clock.now());
    const path = join(this.#folder, `${batchId}.${extensionOf(response)}`);
    const partial = `${path}.partial`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
      this.#requireRoom(Number(response.headers.get('content-length')) || 0);
      // One that was broken off; a new file is no link to another one.
      await whileLocked(() => rm(partial, { force: true }), { signal });
      const file = await whileLocked(() => open(partial, 'wx', PRIVATE_FILE), { signal });
      const body = Readable.fromWeb(response.body);
      await pipeline(body, noting(onBytes), this.#bounded(), file.createWriteStream({ flush: true }), { signal });
      await replaceFile(partial, path, { signal });
    } catch (thrown) {
      // What was never read would keep the connection open.
      if (!response.bodyUsed) await response.body.cancel().catch(() => undefined);
      await rm(partial, { force: true });
      signal.throwIfAborted();
      throw isFileSystemError(thrown) ? toWriteError(thrown, path) : toNetworkError(host, thrown);
    }
    return path;
  }

  /** @throws AppError report.too-large, report.no-room where so many bytes more would leave too little room */
  #requireRoom(bytes: number): void {
    if (bytes > LARGEST_REPORT) throw new AppError('report.too-large', { limit: LARGEST_REPORT });
    const free = (this.#line.freeBytes ?? freeBytesIn)(this.#folder);
    if (free - bytes < LEFT_FREE) throw new AppError('report.no-room', { folder: this.#folder, bytes: LEFT_FREE });
  }

  /** Passes on what comes, unless it is too much: what a storage announces need not be what it sends. */
  #bounded() {
    const requireRoom = (bytes: number) => this.#requireRoom(bytes);
    return async function* (pieces: AsyncIterable<Uint8Array>) {
      let [bytes, looked] = [0, 0];
      for await (const piece of pieces) {
        bytes += piece.byteLength;
        if (bytes > LARGEST_REPORT) throw new AppError('report.too-large', { limit: LARGEST_REPORT });
        if (bytes - looked >= LOOK_EVERY) {
          requireRoom(0);
          looked = bytes;
        }
        yield piece;
      }
    };
  }

  /** Follows one redirect, where it may be trusted as with uploads (307). */
  async #ask(address: string, { signal, reach }: { signal: AbortSignal; reach: Reach }): Promise<Response> {
    const ask = (where: string) => this.#line.fetch(where, { signal, reach, redirect: 'manual' });
    const response = await ask(address);
    const redirection = redirectionOf(address, response.headers.get('location') ?? undefined);
    if (response.status !== 307 || redirection?.kind !== 'trusted') return response;
    if (dangerOf(redirection.address, reach) !== undefined) return response;
    await response.body?.cancel();
    return await ask(redirection.address);
  }

  /** The path of a report that has been kept; undefined when there is none. */
  async find(batchId: BatchId): Promise<string | undefined> {
    return await keptReport(this.#folder, batchId);
  }
}

/** The path of a report that has been kept in this folder; undefined when there is none. */
export async function keptReport(folder: string, batchId: BatchId): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  const name = names.find((candidate) => candidate.startsWith(`${batchId}.`) && !candidate.endsWith('.partial'));
  return name === undefined ? undefined : join(folder, name);
}

/** Whose report this file of the folder is, also one that was broken off; undefined where Tranship writes no such name. */
export function batchOfReport(name: string): BatchId | undefined {
  const [, id, extension] = /^([^.]+)\.([a-z]+)(?:\.partial)?$/.exec(name) ?? [];
  if (![...EXTENSIONS.values()].some((known) => known === extension)) return undefined;
  return batchIdSchema.safeParse(id).data;
}

interface Download {
  signal: AbortSignal;
  stallMs: number;
  reach: Reach;
}

/** How much of the download has come, also after a failure. */
interface Received {
  status?: number;
  bytes: number;
}

/** Passes everything on, and reports the size of each piece. */
function noting(onBytes: (bytes: number) => void) {
  return async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      onBytes(piece.byteLength);
      yield piece;
    }
  };
}

/** Errors that pass by themselves, as with uploads; any other reply may mean that the report is not there yet. */
function refusalOf({ status, headers }: Response, now: number): AppError {
  if (status === 403) return new AppError('upload.address-expired', {});
  const passes = [408, 409, 425, 429].includes(status) || (status >= 500 && status !== 501);
  if (!passes) return new AppError('report.refused', { status });
  const retryAfter = Math.ceil((readRetryAfter(headers, now) ?? 0) / SECOND);
  const reason = fact('no report came');
  return new AppError('service.unavailable', { endpoint: fact('The report storage'), status, reason, retryAfter });
}

function extensionOf(response: Response): string {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  return EXTENSIONS.get(type) ?? 'txt';
}
