/** @file A host to examine, and how long one is waited for. */

import { isIP } from 'node:net';
import type { Clock } from '../clock.ts';
import { withoutBrackets } from '../network/proxy.ts';

/** Where an address leads to. */
export interface Place {
  /** https://host:port */
  origin: string;
  /** As people read it, with its port where it is not the usual one. */
  name: string;
  /** As sockets want it: an IPv6 address without brackets. */
  host: string;
  port: number;
  isEncrypted: boolean;
  /** An address already, not a name. */
  isAddress: boolean;
}

export function placeAt(address: string): Place {
  const url = new URL(address);
  const isEncrypted = url.protocol === 'https:';
  const host = withoutBrackets(url.hostname);
  return {
    origin: url.origin,
    name: url.host,
    host,
    port: Number(url.port) || (isEncrypted ? 443 : 80),
    isEncrypted,
    isAddress: isIP(host) !== 0,
  };
}

/** How it is found out: on which clock, how long a single answer is waited for (ms), and until when at all. */
export interface Patience {
  clock: Clock;
  milliseconds: number;
  signal: AbortSignal;
}

/** There was no answer in time. */
export class NoAnswer extends Error {}

/** Does the work, whose signal aborts when time is up; rejects with NoAnswer then. */
export async function within<Result>(
  { clock, milliseconds, signal }: Patience,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const done = new AbortController();
  clock.sleep(milliseconds, AbortSignal.any([signal, done.signal])).then(
    () => late.abort(new NoAnswer()),
    () => undefined,
  );
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } catch (thrown) {
    signal.throwIfAborted();
    throw late.signal.aborted ? late.signal.reason : thrown;
  } finally {
    done.abort();
  }
}
