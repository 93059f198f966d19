/**
 * @file One HTTP exchange: the request, and its reply read to the end within a time limit; failures become AppErrors.
 */

import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { type Clock, SECOND } from '../../ground/clock.ts';
import type { LogRequest } from '../../ground/logs/request-log.ts';
import { toNetworkError } from './network-errors.ts';

/** The global fetch or one like it: a shell may pass one that uses the proxy. */
export type Fetch = typeof globalThis.fetch;

/** What every request to the service needs. */
export interface Line {
  fetch: Fetch;
  clock: Clock;
  /** Milliseconds for one exchange. */
  timeout: number;
  /** Called once for each exchange, with or without success. */
  log?: LogRequest;
}

/** One request to one of the service's own hosts. */
export interface Outgoing {
  /** The endpoint's id, for the log. */
  purpose: string;
  /** A new one by default. */
  correlationId?: string;
  method?: string;
  headers?: Headers | Readonly<Record<string, string>>;
  body?: string | Uint8Array | URLSearchParams | undefined;
  /** How many characters of a success are read; `SHORT_REPLY` by default, which is read of every other reply. */
  longestReply?: number | undefined;
}

export interface Reply {
  status: number;
  headers: Headers;
  /** The body, at most `longestReply` characters of it. */
  text: string;
  correlationId: string;
  /** From the request to the end of the reply. */
  milliseconds: number;
}

/** Enough for a reply of a few fields, and for the words of a refusal: all of it is read between two events. */
export const SHORT_REPLY = 64 * 1024;
/** For replies that are shown whole. */
export const LONGEST_REPLY = 1024 * 1024;

/**
 * Sends one request and reads its whole reply, with any status. Does not follow redirects: a proxy must not send a
 * token elsewhere. Throws network.*, of which only network.unreachable means that nothing has left; rejects with the
 * signal's reason when it aborts.
 */
export async function exchange(line: Line, address: string, outgoing: Outgoing, signal: AbortSignal): Promise<Reply> {
  const { purpose, correlationId = randomUUID(), method = 'GET', headers, body, longestReply = SHORT_REPLY } = outgoing;
  const { host } = new URL(address);
  const begun = line.clock.now();
  // Never negative, although the clock may be set back in the meantime.
  const elapsed = () => Math.max(0, line.clock.now() - begun);
  const received: Received = { bytes: 0, longestReply };
  let failure: unknown;
  try {
    const sent = new Headers(headers);
    sent.set('x-request-id', correlationId);
    const request: RequestInit = { method, headers: sent };
    if (body !== undefined) request.body = body;
    const { status, headers: heads, text } = await withinTime(line, address, request, received, signal);
    return { status, headers: heads, text, correlationId, milliseconds: elapsed() };
  } catch (thrown) {
    failure = thrown;
    throw thrown;
  } finally {
    line.log?.({
      correlationId,
      purpose,
      method,
      host,
      ...(received.status !== undefined && { status: received.status }),
      ...(failure instanceof AppError && { error: failure.code }),
      milliseconds: elapsed(),
      sentBytes: bytesOf(body),
      receivedBytes: received.bytes,
    });
  }
}

/** How much of the reply has come, also after a failure. */
interface Received {
  status?: number;
  bytes: number;
  longestReply: number;
}

async function withinTime(
  { fetch, clock, timeout }: Line,
  address: string,
  request: RequestInit,
  received: Received,
  signal: AbortSignal,
): Promise<{ status: number; headers: Headers; text: string }> {
  const { host } = new URL(address);
  const attempt = new AbortController();
  const end = new AbortController();
  const seconds = Math.round(timeout / SECOND);
  // fetch does not say how much of the request has left, so it may have left.
  const late = () =>
    received.status === undefined
      ? new AppError('network.no-answer', { host, seconds })
      : new AppError('network.cut', { host, reason: fact('no answer within {seconds} s', { seconds }) });
  clock.sleep(timeout, AbortSignal.any([signal, end.signal])).then(
    () => attempt.abort(late()),
    () => undefined,
  );
  try {
    const both = AbortSignal.any([signal, attempt.signal]);
    const response = await fetch(address, { ...request, redirect: 'manual', signal: both });
    received.status = response.status;
    return { status: response.status, headers: response.headers, text: await readText(response, received) };
  } catch (thrown) {
    signal.throwIfAborted();
    throw toNetworkError(host, attempt.signal.aborted ? attempt.signal.reason : thrown);
  } finally {
    end.abort();
  }
}

async function readText(response: Response, received: Received): Promise<string> {
  const longest = response.ok ? received.longestReply : SHORT_REPLY;
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    received.bytes += bytes.byteLength;
    text += decoder.decode(bytes, { stream: true });
    if (text.length >= longest) break;
  }
  return text.slice(0, longest);
}

function bytesOf(body: Outgoing['body']): number {
  return body instanceof Uint8Array ? body.byteLength : Buffer.byteLength(String(body ?? ''));
}
