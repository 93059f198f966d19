/**
 * @file The upload of one batch: a single streaming PUT to a pre-signed address.
 * Uses node:http because it alone streams with a Content-Length, reports when the storage wants the body (`Expect:
 * 100-continue`), and shows how much has been handed over; fetch hides all three.
 */

import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../../src-shared/errors.ts';
import { type Clock, SECOND, systemClock } from '../../ground/clock.ts';
import type { LogRequest } from '../../ground/logs/request-log.ts';
import { abortable } from '../service/abortable.ts';
import { dangerOf, guardedLookup, type Reach } from '../service/named-address.ts';
import { toNetworkError } from '../service/network-errors.ts';
import { readRetryAfter } from '../service/retry-after.ts';
import { hasEnded } from './address.ts';
import type { Line } from './bandwidth.ts';
import { sendBody } from './body.ts';
import { redirectionOf } from './redirection.ts';
import { type CheckedRange, SourceRange } from './source-range.ts';
import { judgeReply, type PutOutcome } from './storage-reply.ts';
import { Watchdog } from './watchdog.ts';

export interface PutRequest {
  /** The pre-signed address; never logged. */
  address: string;
  /** Where this address, and one that the storage redirects to, may lead. Bytes go nowhere else. */
  reach: Reach;
  range: CheckedRange;
  /** Ends the upload at once; the outcome is then `upload.interrupted`. */
  signal: AbortSignal;
  /** Makes the connection, through proxies if necessary. It must not reuse one. */
  agent?: http.Agent | undefined;
  /** The limit that all uploads share. Waiting for it does not count as a stall. */
  bandwidth?: Line | undefined;
  /** Called for each request, with or without success. */
  log?: LogRequest | undefined;
  /** For the waits on a locked file, and for the times in the log. */
  clock?: Clock | undefined;
  /** Bytes of the range handed to the network so far. */
  onProgress?: (sentBytes: number) => void;
  /** Called before the last block may leave, which waits for it. If it fails, the block stays here and the upload ends. */
  onLastBlock?: (() => void | Promise<void>) | undefined;
  /** The storage may have the file already: it is asked even if the file can no longer be read. */
  mayBeThere?: boolean | undefined;
  /** An upload in which no byte moves for so long is ended (ms). */
  stallMs?: number;
  /** How long the storage may take to reply after the last byte (ms). */
  replyMs?: number;
  /** How long to wait for a storage that ignores `Expect` before it gets the body (ms); RFC 9110 §10.1.1. */
  continueMs?: number;
}

const DEFAULT_STALL_MS = 60 * SECOND;
const DEFAULT_REPLY_MS = 300 * SECOND;
const DEFAULT_CONTINUE_MS = 3 * SECOND;
const REPLY_EXCERPT_BYTES = 16 * 1024;

/** How long the end of an upload waits for the file to close, so that a drive that does not respond blocks nothing. */
const CLOSING_MS = SECOND;

/**
 * Sends the range and reports what is known of the outcome. Does not throw for failures of networks, storages and
 * files. A storage may redirect the upload to another of its addresses (307), once.
 */
export async function putRange(put: PutRequest): Promise<PutOutcome> {
  const outcome = await putOnce(put, 'may-follow');
  if (outcome.kind !== 'redirected') return outcome;
  const { address, bodyComplete } = outcome;
  const second = await putOnce({ ...put, address }, 'may-not-follow');
  // What left for the first address may have been stored.
  return second.kind === 'accepted' ? second : { ...second, bodyComplete: bodyComplete || second.bodyComplete };
}

/** The storage redirects the upload to an address that may be trusted. */
interface Redirected {
  kind: 'redirected';
  address: string;
  bodyComplete: boolean;
}

function putOnce(put: PutRequest, following: 'may-follow'): Promise<PutOutcome | Redirected>;
function putOnce(put: PutRequest, following: 'may-not-follow'): Promise<PutOutcome>;
async function putOnce(put: PutRequest, following: 'may-follow' | 'may-not-follow'): Promise<PutOutcome | Redirected> {
  const { clock = systemClock, log, address } = put;
  const begun = clock.now();
  const attempt = new Attempt(put);
  try {
    const outcome = await attempt.run(following === 'may-follow');
    log?.({
      correlationId: randomUUID(),
      purpose: 'upload',
      method: 'PUT',
      host: hostIn(address),
      ...attempt.figures,
      ...('error' in outcome && { error: outcome.error.code }),
      milliseconds: Math.max(0, clock.now() - begun),
    });
    return outcome;
  } finally {
    await attempt.end();
  }
}

/** One upload from the opening of the file to the reply. */
class Attempt {
  readonly #put: PutRequest;
  readonly #bytes: number;
  readonly #ended = new AbortController();
  readonly #stopped: AbortSignal;
  readonly #watchdog = new Watchdog();
  #opening: Promise<SourceRange> | undefined;
  #request: http.ClientRequest | undefined;
  #isSending = false;
  /** Bytes that may have left, and bytes that the network has taken. */
  #given = 0;
  #taken = 0;
  #reply: StorageReply | undefined;

  constructor(put: PutRequest) {
    this.#put = put;
    this.#bytes = put.range.end - put.range.start;
    this.#stopped = AbortSignal.any([put.signal, this.#ended.signal, this.#watchdog.signal]);
  }

  /** @param mayFollow whether to return the address that the storage redirects to; otherwise a redirect is an error */
  async run(mayFollow: boolean): Promise<PutOutcome | Redirected> {
    try {
      const { range, clock, mayBeThere, stallMs = DEFAULT_STALL_MS, replyMs = DEFAULT_REPLY_MS } = this.#put;
      requireSafe(this.#put);
      this.#watchdog.restart(stallMs);
      this.#opening = SourceRange.open(range, { clock, signal: this.#stopped });
      const source = abortable(this.#opening, this.#stopped);
      if (mayBeThere) source.catch(() => {});
      else await source;
      this.#request = openRequest(this.#put, this.#bytes, this.#stopped);
      const reply = receiveReply(this.#request);
      // The first of the two decides: the storage may refuse before it asks for the body, or in the middle of it.
      const wanted = await Promise.race([reply.then(() => false), this.#isBodyWanted(this.#request)]);
      if (wanted) await Promise.race([reply, this.#send(this.#request, await source)]);
      this.#watchdog.restart(replyMs);
      this.#reply = await reply;
      return this.#judge(this.#reply, mayFollow);
    } catch (thrown) {
      return { kind: 'failed', error: this.#explain(thrown), bodyComplete: this.#isComplete };
    }
  }

  #judge({ status, body, isWhole, headers }: StorageReply, mayFollow: boolean): PutOutcome | Redirected {
    const { address, clock = systemClock } = this.#put;
    const redirection = redirectionOf(address, headers.get('location') ?? undefined);
    const bodyComplete = this.#isComplete;
    const isSafe = redirection?.kind === 'trusted' && dangerOf(redirection.address, this.#put.reach) === undefined;
    if (mayFollow && status === 307 && isSafe) {
      return { kind: 'redirected', address: redirection.address, bodyComplete };
    }
    return judgeReply(status, body, bodyComplete, {
      isWhole,
      namesObject: headers.has('etag'),
      addressHasEnded: hasEnded(address, headers.get('date') ?? undefined),
      retryAfter: Math.ceil((readRetryAfter(headers, clock.now()) ?? 0) / SECOND),
      redirectedTo: redirection?.host,
    });
  }

  /** The outcome in numbers, once the upload has run. */
  get figures() {
    const { status, body = '' } = this.#reply ?? {};
    const sizes = { sentBytes: this.#taken, receivedBytes: Buffer.byteLength(body) };
    return { ...sizes, ...(status !== undefined && { status }) };
  }

  async end(): Promise<void> {
    this.#watchdog.hold(true);
    this.#ended.abort();
    this.#request?.destroy();
    const closing = this.#opening?.then((source) => source.close()).catch(() => {});
    await Promise.race([closing, delay(CLOSING_MS, undefined, { ref: false })]);
  }

  /** Once the last block may have left, only the storage knows the outcome. */
  get #isComplete(): boolean {
    return this.#given === this.#bytes;
  }

  async #isBodyWanted(request: http.ClientRequest): Promise<true> {
    const { stallMs = DEFAULT_STALL_MS, continueMs = DEFAULT_CONTINUE_MS } = this.#put;
    this.#watchdog.restart(stallMs);
    const wanted = Promise.withResolvers<void>();
    request.once('continue', wanted.resolve);
    request.once('socket', (socket) => {
      const startTimer = () => {
        const timer = setTimeout(wanted.resolve, continueMs);
        request.once('continue', () => clearTimeout(timer));
        request.once('close', () => clearTimeout(timer));
      };
      // An agent that first had to open a tunnel passes a socket that is ready for use.
      if (socket.connecting) socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', startTimer);
      else startTimer();
    });
    await wanted.promise;
    return true;
  }

  async #send(request: http.ClientRequest, source: SourceRange): Promise<void> {
    const { bandwidth, onProgress, stallMs = DEFAULT_STALL_MS } = this.#put;
    this.#watchdog.restart(stallMs);
    this.#isSending = true;
    await sendBody(request, {
      blocks: source.blocks(),
      bandwidth,
      signal: this.#stopped,
      onGiven: (bytes) => {
        const ready = this.#given + bytes === this.#bytes ? this.#put.onLastBlock?.() : undefined;
        if (ready instanceof Promise) return this.#giveOnce(ready, bytes);
        this.#given += bytes;
        return undefined;
      },
      onTaken: (bytes) => {
        this.#taken += bytes;
        this.#watchdog.restart(stallMs);
        onProgress?.(this.#taken);
      },
      onWaiting: (isWaiting) => this.#watchdog.hold(isWaiting),
    });
  }

  /** Nothing but what it waits for may hold up the last block: that is no fault of the network. */
  async #giveOnce(ready: Promise<void>, bytes: number): Promise<void> {
    this.#watchdog.hold(true);
    await abortable(ready, this.#stopped);
    this.#watchdog.hold(false);
    this.#given += bytes;
  }

  #explain(thrown: unknown): AppError {
    const { signal, address, range } = this.#put;
    if (signal.aborted) return new AppError('upload.interrupted', {});
    const { stoodStillMs } = this.#watchdog;
    if (stoodStillMs !== undefined) {
      const isFileOwing = this.#isSending && this.#taken === this.#given && !this.#isComplete;
      if (this.#request === undefined || isFileOwing) return new AppError('file.unreachable', { path: range.path });
      return new AppError('upload.stalled', { seconds: Math.round(stoodStillMs / SECOND) });
    }
    if (thrown instanceof AppError) return thrown;
    return toNetworkError(new URL(address).host, thrown);
  }
}

/** @throws AppError upload.unsafe-address */
function requireSafe({ address, reach }: PutRequest): void {
  const danger = dangerOf(address, reach);
  if (danger !== undefined) throw new AppError('upload.unsafe-address', { host: hostIn(address), danger });
}

/** Empty for what is no address. */
function hostIn(address: string): string {
  return URL.parse(address)?.host ?? '';
}

function openRequest({ address, agent, reach }: PutRequest, length: number, signal: AbortSignal): http.ClientRequest {
  const url = new URL(address);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'PUT',
    signal,
    agent: agent ?? false,
    lookup: guardedLookup(reach),
    headers: { 'Content-Length': length, 'If-None-Match': '*', Expect: '100-continue' },
  });
  // The awaited reply reports errors. This handler keeps a later error from ending the process.
  request.on('error', () => {});
  request.flushHeaders();
  return request;
}

interface StorageReply {
  status: number;
  body: string;
  /** Whether it came to its end. */
  isWhole: boolean;
  headers: Headers;
}

function receiveReply(request: http.ClientRequest): Promise<StorageReply> {
  const { promise, resolve, reject } = Promise.withResolvers<StorageReply>();
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
    const { statusCode: status = 0, headersDistinct } = response;
    response.once('close', () => resolve({ status, body, isWhole: response.complete, headers: told(headersDistinct) }));
  });
  // A rejection may come before the promise is awaited, while the body is still being read from the disk.
  promise.catch(() => {});
  return promise;
}

/** The headers of a reply that are used. Of a repeated header the first counts. */
function told(headers: NodeJS.Dict<string[]>): Headers {
  const few = new Headers();
  for (const name of ['date', 'etag', 'location', 'retry-after']) {
    const [value] = headers[name] ?? [];
    if (value !== undefined) few.set(name, value);
  }
  return few;
}
