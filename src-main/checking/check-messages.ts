/** @file The messages between the threads of a check. */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import type { ByteRange, Chunk } from './batch-cutter.ts';
import type { CheckedPart, PartOfChunk } from './chunk-check.ts';
import type { Digests } from './digests.ts';
import type { CheckProgress, CheckRequest, FinishedCheck } from './file-check.ts';
import { type SealedFindings, seal } from './findings/sealed-findings.ts';
import type { RuleSet } from './rules/rule-set.ts';
import type { FileState } from './source-file.ts';

/** A counter in memory that two threads share; one of them may wait on it. */
export type Counter = Int32Array<SharedArrayBuffer>;

export function newCounter(): Counter {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

export function countUp(counter: Counter): void {
  Atomics.add(counter, 0, 1);
  Atomics.notify(counter, 0);
}

/** Blocks until fewer than `most` of the `sent` messages are unprocessed. */
export function awaitRoom(dealtWith: Counter, sent: number, most: number): void {
  for (;;) {
    const count = Atomics.load(dealtWith, 0);
    if (sent - count < most) return;
    Atomics.wait(dealtWith, 0, count);
  }
}

/** The start data of the check's own thread. */
export interface CheckAssignment {
  request: CheckRequest;
  /** Milliseconds since the epoch, to recognise dates in the future. */
  now: number;
  workers: number;
  chunkBytes: number;
  /** How many batches of findings have been processed. */
  dealtWith: Counter;
}

/** How many batches of findings may be unprocessed at once. */
export const BATCHES_ON_THE_WAY = 2;

export type CheckMessage =
  | { kind: 'findings'; sealed: SealedFindings; linesBefore: number }
  | { kind: 'progress'; progress: CheckProgress }
  | { kind: 'done'; result: FinishedCheck }
  | { kind: 'failed'; error: ErrorRecord };

/** The start data of a scanner. It receives chunks and answers each with its parts. */
export interface ScannerAssignment {
  path: string;
  state: FileState;
  ruleSet: RuleSet;
  now: number;
  /** How many of its parts have been processed. */
  dealtWith: Counter;
}

/**
 * How many parts a scanner may be ahead: about ten thousand findings and a few megabytes. A chunk in which every line
 * is wrong yields that many findings, so scanners still work in parallel on such a file.
 */
export const PARTS_AHEAD = 24;

export interface ScannedPart extends PartOfChunk {
  sealed: SealedFindings | undefined;
}

export function sealedPart({ findings, ...part }: CheckedPart): ScannedPart {
  return { ...part, sealed: findings.length > 0 ? seal(findings) : undefined };
}

export type ScannerMessage =
  | { kind: 'part'; part: ScannedPart }
  /** All parts of the chunk have been sent. */
  | { kind: 'done' }
  | { kind: 'failed'; error: ErrorRecord };

/** The message that a scanner receives. */
export type ScannerOrder = Chunk;

/** The start data of the digest thread; it sends one message. */
export interface DigestAssignment {
  path: string;
  state: FileState;
  ranges: readonly ByteRange[];
}

export type DigestMessage = { kind: 'digests'; digests: Digests } | { kind: 'failed'; error: ErrorRecord };
