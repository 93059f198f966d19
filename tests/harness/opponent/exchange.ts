/**
 * @file One request to the opponent and its answer, whatever carries them: a socket, or a call in the same process. Pure.
 */

import { createHash } from 'node:crypto';
import type { Endpoint, SeenRequest } from './journal.ts';

/** A request whose head has arrived. */
export interface Arrival {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** With names in small letters. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Who is asked for it lets the other side send it. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Aborts when the other side is gone. */
  readonly left: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `hang-up`: the connection breaks without an answer; `silence`: none comes. */
export type Outcome = Answer | 'hang-up' | 'silence';

/** Time, as the opponent knows it. */
export interface OpponentClock {
  /** Milliseconds. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

const NOTHING = createHash('sha256').digest('hex');

/** A request that is being answered, and what the journal says of it. */
export class Exchange {
  readonly arrival: Arrival;
  readonly seen: { -readonly [Key in keyof SeenRequest]: SeenRequest[Key] };

  constructor(arrival: Arrival, endpoint: Endpoint, at: number) {
    const { method, target, headers } = arrival;
    const unseen = { bytes: 0, sha256: NOTHING, stored: false, body: '' };
    this.arrival = arrival;
    this.seen = { at, until: at, endpoint, method, target, headers, ...unseen };
  }

  get path(): string {
    return this.arrival.target.split('?')[0] ?? '';
  }

  /** Counts and hashes the body as it comes: the journal says what arrived, also where the sender broke off. */
  async receive(pass: (bytes: number) => Promise<void> = () => Promise.resolve()): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    const hash = createHash('sha256');
    try {
      for await (const chunk of this.arrival.body) {
        hash.update(chunk);
        chunks.push(chunk);
        this.seen.bytes += chunk.length;
        await pass(chunk.length);
      }
    } catch {
      // The sender is gone; the number of bytes tells.
    }
    this.seen.sha256 = hash.digest('hex');
    return Buffer.concat(chunks);
  }

  /** Answers what no client may ever ask; the journal keeps what was wrong with it. */
  complain(about: string, answer: Answer): Answer {
    this.seen.complaint = about;
    return answer;
  }
}

/** The service's way of answering. */
export function json(status: number, body: unknown, headers: Answer['headers'] = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

/** The storage's way of refusing: without having read the body, so that the connection cannot be used any more. */
export function xml(status: number, code: string, message: string, headers: Answer['headers'] = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/xml', connection: 'close', ...headers },
    body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  };
}
