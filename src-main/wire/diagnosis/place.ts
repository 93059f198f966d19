/** @file A host to examine, and how long to wait for it. */

import { isIP } from 'node:net';
import type { Clock } from '../../ground/clock.ts';
import { withoutBrackets } from '../network/proxy.ts';

/** The host that an address leads to. */
export interface Place {
  /** https://host:port */
  origin: string;
  /** For people, with its port unless that is the default. */
  name: string;
  /** In the form that sockets expect: an IPv6 address without brackets. */
  host: string;
  port: number;
  isEncrypted: boolean;
  /** Whether the host is an IP address, not a name. */
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

/** The clock, the time for a single reply (ms), and the signal that ends the whole diagnosis. */
export interface Patience {
  clock: Clock;
  milliseconds: number;
  signal: AbortSignal;
}

/** No reply came in time. */
export class NoAnswer extends Error {}

/** Does the work with a signal that aborts when time is up; then rejects with NoAnswer. */
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
