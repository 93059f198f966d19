/**
 * @file The upload of one batch: a single streaming PUT to a pre-signed address.
 *
 * node:http is used because it alone streams with a Content-Length, tells when the storage wants the body
 * (`Expect: 100-continue`), and shows what has been handed over; fetch hides all three.
 */

import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../src-preload/errors.ts';
import { SECOND } from '../clock.ts';
import { toNetworkError } from '../service/network-errors.ts';
import { type CheckedRange, readCheckedRange } from './source-range.ts';
import { judgeReply, type PutOutcome } from './storage-reply.ts';

export interface PutRequest {
  /** The pre-signed address; never logged. */
  address: string;
  range: CheckedRange;
  /** Ends the upload at once; the outcome is then `upload.interrupted`. */
  signal: AbortSignal;
  /** Bytes of the range handed to the network so far. */
  onProgress?: (sentBytes: number) => void;
  /** An upload in which no byte moves for so long is given up (ms). */
  stallMs?: number;
  /** How long the storage may think after the last byte (ms). */
  replyMs?: number;
  /** How long a storage that ignores `Expect` is given before it gets the body (ms); RFC 9110 §10.1.1. */
  continueMs?: number;
}

const DEFAULT_STALL_MS = 60 * SECOND;
const DEFAULT_REPLY_MS = 300 * SECOND;
const DEFAULT_CONTINUE_MS = 3 * SECOND;
const REPLY_EXCERPT_BYTES = 16 * 1024;

interface Sent {
  bytes: number;
  readonly all: number;
  /** Why the file could not be read on; it would otherwise look like a cut connection. */
  trouble: AppError | undefined;
}

/**
 * Sends the range and tells what is known of the outcome. Never throws for what networks, storages and files do.
 */
export async function putRange(put: PutRequest): Promise<PutOutcome> {
  const { range, signal } = put;
  const sent: Sent = { bytes: 0, all: range.end - range.start, trouble: undefined };
  const attempt = new AbortController();
  const stopped = AbortSignal.any([signal, attempt.signal]);
  const request = openRequest(put.address, sent.all, stopped);
  const watchdog = new Watchdog(() => attempt.abort());
  try {
    const reply = receiveReply(request);
    // Whoever is first decides: a refusal may come before the body is wanted, or in the middle of it.
    const wanted = await Promise.race([reply.then(() => false), bodyIsWanted(put, request, watchdog)]);
    if (wanted) await Promise.race([reply, sendBody(put, request, sent, watchdog, stopped)]);
    watchdog.restart(put.replyMs ?? DEFAULT_REPLY_MS);
    const { status, body } = await reply;
    return judgeReply(status, body, sent.bytes === sent.all);
  } catch (thrown) {
    const error = toUploadError(put, attempt.signal, sent.trouble ?? thrown);
    return { kind: 'failed', error, bodyComplete: sent.bytes === sent.all };
  } finally {
    watchdog.stop();
    request.destroy();
  }
}

function openRequest(address: string, length: number, signal: AbortSignal): http.ClientRequest {
  const url = new URL(address);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'PUT',
    signal,
    agent: false,
    headers: { 'Content-Length': length, 'If-None-Match': '*', Expect: '100-continue' },
  });
  // Errors reach us through the awaited reply; this keeps one that comes after it from ending the process.
  request.on('error', () => {});
  request.flushHeaders();
  return request;
}

async function bodyIsWanted(
  { stallMs = DEFAULT_STALL_MS, continueMs = DEFAULT_CONTINUE_MS }: PutRequest,
  request: http.ClientRequest,
  watchdog: Watchdog,
): Promise<true> {
  watchdog.restart(stallMs);
  const wanted = Promise.withResolvers<void>();
  request.once('continue', wanted.resolve);
  request.once('socket', (socket) => {
    const connected = request.protocol === 'https:' ? 'secureConnect' : 'connect';
    socket.once(connected, () => {
      const timer = setTimeout(wanted.resolve, continueMs);
      request.once('continue', () => clearTimeout(timer));
      request.once('close', () => clearTimeout(timer));
    });
  });
  await wanted.promise;
  return true;
}

async function sendBody(
  { range, onProgress, stallMs = DEFAULT_STALL_MS }: PutRequest,
  request: http.ClientRequest,
  sent: Sent,
  watchdog: Watchdog,
  signal: AbortSignal,
): Promise<void> {
  async function* blocks(): AsyncGenerator<Buffer> {
    try {
      for await (const block of readCheckedRange(range)) {
        watchdog.restart(stallMs);
        // Counted before it is given out: once the last block may have left, the outcome is no longer ours to know.
        sent.bytes += block.length;
        yield block;
        onProgress?.(sent.bytes - request.writableLength);
      }
    } catch (thrown) {
      if (thrown instanceof AppError) sent.trouble = thrown;
      throw thrown;
    }
  }
  await pipeline(Readable.from(blocks(), { objectMode: true, highWaterMark: 1 }), request, { signal });
  onProgress?.(sent.bytes);
}

function receiveReply(request: http.ClientRequest): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const hangUp = () => reject(new Error('socket hang up'));
  request.once('error', reject);
  request.once('close', hangUp);
  request.once('response', (response) => {
    // From here on the status is known, and a reply that is cut short still counts.
    request.off('error', reject).off('close', hangUp);
    let body = '';
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      if (body.length < REPLY_EXCERPT_BYTES) body += text;
    });
    response.on('error', () => {});
    response.once('close', () => resolve({ status: response.statusCode ?? 0, body }));
  });
  // A rejection may come while the body is still being read from the disk, before anybody awaits it.
  promise.catch(() => {});
  return promise;
}

function toUploadError(
  { address, signal, stallMs = DEFAULT_STALL_MS }: PutRequest,
  attempt: AbortSignal,
  thrown: unknown,
): AppError {
  if (signal.aborted) return new AppError('upload.interrupted', {});
  if (attempt.aborted) return new AppError('upload.stalled', { seconds: Math.round(stallMs / SECOND) });
  if (thrown instanceof AppError) return thrown;
  return toNetworkError(new URL(address).host, thrown);
}

/** Fires once when it is not restarted in time. */
class Watchdog {
  readonly #bark: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(bark: () => void) {
    this.#bark = bark;
  }

  restart(milliseconds: number): void {
    this.stop();
    this.#timer = setTimeout(this.#bark, milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
