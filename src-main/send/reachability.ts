/** @file Whether any host answers, and what is wrong with each connection now, by what the steps of the batches came to. */

import { assertNever, type ErrorRecord } from '../../src-shared/errors.ts';
import type { Clock } from '../ground/clock.ts';
import { type Bound, keyOf } from '../wire/credentials/connection.ts';
import type { BatchEvent } from './machine/machine.ts';

/** Answers of the service, the storage or what stands before them; an upload of ours that we broke off says nothing. */
const ANSWERS = /^(service|auth|upload|report)\./;

/** More than a socket keeps that leads nowhere. */
const TAKEN = 1024 * 1024;

/** Who is spoken with over a connection. */
const parties = ['service', 'storage', 'reports'] as const;
type Party = (typeof parties)[number];

/** Whether so many bytes show that the other side takes them. */
export function isTaken(sentBytes: number): boolean {
  return sentBytes >= TAKEN;
}

/** Whether a host was not reached: that concerns all that goes there, until it answers. */
export function isSilence({ code, retryable }: Pick<ErrorRecord, 'code' | 'retryable'>): boolean {
  return retryable && code.startsWith('network.');
}

export class Reachability {
  readonly #clock: Clock;
  /** By `keyOf`: how the last contact with each failed; nothing of those that answer, or that nothing is known of since the start. */
  readonly #silences = new Map<string, { bound: Bound; of: Map<Party, ErrorRecord> }>();
  #silentSince: number | undefined;
  #everReached = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Since when nothing but network failures came back (ms since the epoch). */
  get silentSince(): number | undefined {
    return this.#silentSince;
  }

  /** Whether any host has answered since the start. */
  get everReached(): boolean {
    return this.#everReached;
  }

  /** Why a host of this connection is not reached; undefined where all answered that were asked last. */
  silenceOf(bound: Bound): ErrorRecord | undefined {
    const silences = this.#silences.get(keyOf(bound))?.of;
    return parties.map((party) => silences?.get(party)).find((silence) => silence !== undefined);
  }

  /** The connections of which a host is not reached. */
  get silent(): Bound[] {
    return [...this.#silences.values()].filter(({ of }) => of.size > 0).map(({ bound }) => bound);
  }

  /** The storage takes the bytes of an upload. @returns whether what is wrong with the connection has changed */
  noteSent(bound: Bound, sentBytes: number): boolean {
    if (!isTaken(sentBytes)) return false;
    return this.#change(bound, 'storage', undefined);
  }

  /** @returns whether what is wrong with the connection has changed */
  note(bound: Bound, event: BatchEvent): boolean {
    const party = partyOf(event);
    return party !== undefined && this.#noteOf(bound, party, 'error' in event ? event.error : undefined);
  }

  /** What any request to the service came to. @returns whether what is wrong with the connection has changed */
  noteService(bound: Bound, failure: ErrorRecord | undefined): boolean {
    return this.#noteOf(bound, 'service', failure);
  }

  #noteOf(bound: Bound, party: Party, error: ErrorRecord | undefined): boolean {
    if (error?.code.startsWith('network.') === true) this.#silentSince ??= this.#clock.now();
    else if (error === undefined || (ANSWERS.test(error.code) && error.code !== 'upload.interrupted')) {
      this.#silentSince = undefined;
      this.#everReached = true;
    } else return false;
    return this.#change(bound, party, error !== undefined && isSilence(error) ? error : undefined);
  }

  #change({ connection, destination }: Bound, party: Party, silence: ErrorRecord | undefined): boolean {
    const bound = { connection, destination };
    const before = this.silenceOf(bound)?.code;
    const { of } = this.#silences.get(keyOf(bound)) ?? { of: new Map<Party, ErrorRecord>() };
    this.#silences.set(keyOf(bound), { bound, of });
    if (silence === undefined) of.delete(party);
    else of.set(party, silence);
    return this.silenceOf(bound)?.code !== before;
  }
}

/** Whom an event tells of. */
function partyOf(event: BatchEvent): Party | undefined {
  switch (event.kind) {
    case 'reserved':
    case 'reserve-failed':
    case 'status':
    case 'status-missing':
    case 'status-failed':
      return 'service';
    case 'abandoned-status':
      return event.isUnanswered === true ? undefined : 'service';
    case 'accepted':
    case 'exists':
    case 'refused':
    case 'upload-failed':
      return 'storage';
    case 'report-kept':
    case 'report-absent':
    case 'report-failed':
      return 'reports';
    case 'begin':
    case 'last-block':
    case 'upload-held':
    case 'cancel':
    case 'send-again':
    case 'report-again':
    case 'restarted':
    case 'altered':
    case 'may-have-left':
    case 'sent-elsewhere':
      return undefined;
    default:
      return assertNever(event);
  }
}
