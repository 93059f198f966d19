/**
 * @file What the batches that stand for a submission add up to. Each change of a batch costs the same, whether there are
 * five of them or five thousand. Pure.
 */

import { type Account, noLines } from '../../../src-shared/account.ts';
import type { ErrorRecord } from '../../../src-shared/errors.ts';
import { batchStateNames, factsOf, isProcessed } from '../../../src-shared/states.ts';
import { stopsConnection } from '../../../src-shared/stopped-connections.ts';
import { type Batch, type BatchNumber, type BatchState, isFinished } from '../batch.ts';
import { countBatch, doubledOf } from '../batch-outcome.ts';
import { isSilence } from '../reachability.ts';

/** A part of what there is to send. */
export interface Share {
  bytes: number;
  batches: number;
}

export interface Sums {
  whole: Share;
  /** Left this machine, as far as it is stored; how far an upload has come only its progress tells. */
  sent: Share;
  accepted: Share;
  seen: Share;
  processed: Share;
  /** What became of the lines of its batches. */
  account: Account;
  /** Of its batches those that the service has processed more than once, and how many lines that concerns. */
  doubled: { batches: number; lines: number };
  /** How many of its batches are in each state. */
  counts: Readonly<Record<BatchState, number>>;
  /** How many batches still have a next step. */
  open: number;
  /** In the order of their ranges. */
  uploading: readonly { number: BatchNumber; bytes: number }[];
  /** The most pressing error of its batches: what needs a person before what heals by itself. What is true of it now, `reason.ts` says. */
  error: ErrorRecord | undefined;
  /** Until when the batch with that error waits because of it, if it does (ms since the epoch). */
  waitsUntil?: number | undefined;
  /** When the batch with that error is tried again by itself (ms since the epoch). */
  nextTryAt?: number | undefined;
  /** Whether a batch is being tried again at this moment, after what heals by itself. */
  isTriedAgain?: true | undefined;
}

// Each name is a key of the record, and none is missing.
const zeros = Object.fromEntries(batchStateNames.map((state) => [state, 0])) as Record<BatchState, number>;

/** Of no batches at all. */
export function noCounts(): Record<BatchState, number> {
  return { ...zeros };
}

type Stage = 'whole' | 'sent' | 'accepted' | 'seen' | 'processed';

export class Tally {
  /** By the start of their range: of batches that carry the same range the latest, since a retry replaces a batch. */
  readonly #batches = new Map<number, Batch>();
  readonly #troubled = new Set<Batch>();
  readonly #uploading = new Set<Batch>();
  readonly #shares: Record<Stage, Share> = {
    whole: none(),
    sent: none(),
    accepted: none(),
    seen: none(),
    processed: none(),
  };
  readonly #counts = noCounts();
  readonly #account = noLines();
  readonly #doubled = { batches: 0, lines: 0 };
  #open = 0;
  /** How many batches are being tried again. */
  #again = 0;
  /** The batch with the most pressing error; undefined until somebody asks for it again. */
  #pressing: Batch | undefined;

  constructor(batches: Iterable<Batch> = []) {
    for (const batch of batches) this.put(batch);
  }

  /** Takes over a batch as it is now. One that a later one has replaced counts no more. */
  put(batch: Batch): void {
    const before = this.#batches.get(batch.start);
    if (before !== undefined && before.number > batch.number) return;
    if (before !== undefined) this.#leave(before);
    this.#batches.set(batch.start, batch);
    this.#join(batch);
  }

  /** Those that still have a next step. */
  *openBatches(): Iterable<Batch> {
    for (const batch of this.#batches.values()) if (isOpen(batch)) yield batch;
  }

  get sums(): Sums {
    const pressing = this.#mostPressing();
    const { whole, sent, accepted, seen, processed } = this.#shares;
    return {
      whole: { ...whole },
      sent: { ...sent },
      accepted: { ...accepted },
      seen: { ...seen },
      processed: { ...processed },
      counts: { ...this.#counts },
      account: { ...this.#account },
      doubled: { ...this.#doubled },
      open: this.#open,
      uploading: [...this.#uploading]
        .sort((one, other) => one.start - other.start)
        .map(({ number, start, end }) => ({ number, bytes: end - start })),
      error: pressing && troubleOf(pressing),
      ...(pressing !== undefined && { ...waitOf(pressing), ...nextTryOf(pressing) }),
      ...(this.#again > 0 && { isTriedAgain: true as const }),
    };
  }

  #join(batch: Batch): void {
    this.#count(batch, 1);
    if (batch.state === 'uploading') this.#uploading.add(batch);
    if (troubleOf(batch) === undefined) return;
    this.#troubled.add(batch);
    if (this.#pressing !== undefined && isMorePressing(batch, this.#pressing)) this.#pressing = batch;
  }

  #leave(batch: Batch): void {
    this.#count(batch, -1);
    this.#uploading.delete(batch);
    this.#troubled.delete(batch);
    if (this.#pressing === batch) this.#pressing = undefined;
  }

  #count(batch: Batch, sign: 1 | -1): void {
    this.#counts[batch.state] += sign;
    countBatch(this.#account, batch, sign);
    const doubled = doubledOf(batch);
    if (doubled !== undefined) {
      this.#doubled.batches += sign;
      this.#doubled.lines += sign * doubled.lines;
    }
    if (isOpen(batch)) this.#open += sign;
    if (factsOf(batch.state).isActive && batch.error?.retryable === true) this.#again += sign;
    for (const stage of stagesOf(batch)) {
      this.#shares[stage].bytes += sign * (batch.end - batch.start);
      this.#shares[stage].batches += sign;
    }
  }

  #mostPressing(): Batch | undefined {
    if (this.#pressing !== undefined) return this.#pressing;
    for (const batch of this.#troubled) {
      if (this.#pressing === undefined || isMorePressing(batch, this.#pressing)) this.#pressing = batch;
    }
    return this.#pressing;
  }
}

/**
 * What is wrong with a batch: while its report is wanted, or where it said nothing, what is wrong with that. A failed step is over
 * once the next one is under way, and of what stops a whole connection the connection is asked.
 */
export function troubleOf(batch: Batch): ErrorRecord | undefined {
  const error = batch.error ?? (isOpen(batch) || batch.state === 'unreported' ? batch.reportError : undefined);
  if (error === undefined || !isOpen(batch)) return error;
  return factsOf(batch.state).isActive || stopsConnection(error) ? undefined : error;
}

/** Until when an open batch waits because of what went wrong and heals by itself. */
export function waitOf(batch: Batch): { waitsUntil?: number } {
  return isOpen(batch) && troubleOf(batch)?.retryable === true ? { waitsUntil: batch.notBefore } : {};
}

/** Whether a batch still has a next step. */
export function isOpen(batch: Batch): boolean {
  return !isFinished(batch);
}

/** What may have left this machine whole counts as sent until the opposite is known. */
export function hasLeft(batch: Batch): boolean {
  return isAccepted(batch) || (factsOf(batch.state).isDoubtful && batch.delivery?.mayHaveArrived === true);
}

/** Only what is proven to have arrived. */
function isAccepted(batch: Batch): boolean {
  return batch.acceptedAt !== undefined;
}

function stagesOf(batch: Batch): Stage[] {
  return [
    'whole',
    ...(hasLeft(batch) ? (['sent'] as const) : []),
    ...(isAccepted(batch) ? (['accepted'] as const) : []),
    ...(batch.seenAt === undefined ? [] : (['seen'] as const)),
    ...(isProcessed(batch.state) ? (['processed'] as const) : []),
  ];
}

/** What needs a person first, then what is about the batch itself and not about a host, then what comes first in the file. */
function isMorePressing(one: Batch, other: Batch): boolean {
  const [rank, otherRank] = [rankOf(one), rankOf(other)];
  return rank === otherRank ? one.start < other.start : rank < otherRank;
}

function rankOf(batch: Batch): number {
  const trouble = troubleOf(batch);
  if (trouble?.retryable !== true) return 0;
  return isSilence(trouble) ? 2 : 1;
}

/** None for what is under way, has ended, or needs a person. */
function nextTryOf(batch: Batch): { nextTryAt?: number } {
  const { state, notBefore } = batch;
  const { phase, isActive } = factsOf(state);
  const waits = !isActive && (phase === 'sending' || phase === 'at-service') && troubleOf(batch)?.retryable === true;
  return waits && notBefore > 0 ? { nextTryAt: notBefore } : {};
}

function none(): Share {
  return { bytes: 0, batches: 0 };
}
