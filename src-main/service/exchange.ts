/** @file One exchange over HTTP: asked, answered and read to the end within a time limit, failures in our own words. */

import { AppError } from '../../src-preload/errors.ts';
import { type Clock, SECOND } from '../clock.ts';
import { toNetworkError } from './network-errors.ts';

/** The global fetch or one like it: a shell may give one that knows the proxy. */
export type Fetch = typeof globalThis.fetch;

/** What every conversation with the service needs. */
export interface Line {
  fetch: Fetch;
  clock: Clock;
  /** Milliseconds for one exchange. */
  timeout: number;
}

export interface Reply {
  status: number;
  headers: Headers;
  /** The body, at most 1 MiB of it. */
  text: string;
}

const LONGEST_REPLY = 1024 * 1024;

/**
 * Sends one request and reads its whole reply, whatever its status. Redirects are not followed: a token must not
 * travel to where a proxy points. Throws network.*; rejects with the signal's reason when it aborts.
 */
export async function exchange(line: Line, address: string, init: RequestInit, signal: AbortSignal): Promise<Reply> {
  const { host } = new URL(address);
  const attempt = new AbortController();
  const end = new AbortController();
  const reason = `no answer within ${Math.round(line.timeout / SECOND)} s`;
  let answered = false;
  line.clock.sleep(line.timeout, AbortSignal.any([signal, end.signal])).then(
    () => attempt.abort(new AppError(answered ? 'network.cut' : 'network.unreachable', { host, reason })),
    () => undefined,
  );
  try {
    const response = await line.fetch(address, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.any([signal, attempt.signal]),
    });
    answered = true;
    return { status: response.status, headers: response.headers, text: await readText(response) };
  } catch (thrown) {
    signal.throwIfAborted();
    throw toNetworkError(host, attempt.signal.aborted ? attempt.signal.reason : thrown);
  } finally {
    end.abort();
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length >= LONGEST_REPLY) break;
  }
  return text.slice(0, LONGEST_REPLY);
}
