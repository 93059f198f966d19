/** @file What the threads of a check say to each other. */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import type { ByteRange, Chunk } from './batch-cutter.ts';
import type { CheckedPart, PartOfChunk } from './chunk-check.ts';
import type { Digests } from './digests.ts';
import type { CheckProgress, CheckRequest, FinishedCheck } from './file-check.ts';
import { type SealedFindings, seal } from './findings/sealed-findings.ts';
import type { RuleSet } from './rules/rule-set.ts';
import type { FileState } from './source-file.ts';

/** Counts up in memory that two threads share; one of them may wait on it. */
export type Counter = Int32Array<SharedArrayBuffer>;

export function newCounter(): Counter {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

export function countUp(counter: Counter): void {
  Atomics.add(counter, 0, 1);
  Atomics.notify(counter, 0);
}

/** Blocks until fewer than `most` of the `sent` messages are yet to be dealt with. */
export function awaitRoom(dealtWith: Counter, sent: number, most: number): void {
  for (;;) {
    const count = Atomics.load(dealtWith, 0);
    if (sent - count < most) return;
    Atomics.wait(dealtWith, 0, count);
  }
}

/** What the check's own thread is started with. */
export interface CheckAssignment {
  request: CheckRequest;
  /** Milliseconds since the epoch, for dates in the future. */
  now: number;
  workers: number;
  chunkBytes: number;
  /** How many batches of findings have been dealt with. */
  dealtWith: Counter;
}

/** Batches of findings that may be on their way at once. */
export const BATCHES_ON_THE_WAY = 2;

export type CheckMessage =
  | { kind: 'findings'; sealed: SealedFindings; linesBefore: number }
  | { kind: 'progress'; progress: CheckProgress }
  | { kind: 'done'; result: FinishedCheck }
  | { kind: 'failed'; error: ErrorRecord };

/** What a scanner is started with. It is sent chunks, and answers each with its parts. */
export interface ScannerAssignment {
  path: string;
  state: FileState;
  ruleSet: RuleSet;
  now: number;
  /** How many of its parts have been dealt with. */
  dealtWith: Counter;
}

/**
 * Parts that a scanner may be ahead: some ten thousand findings, as many as a chunk has in which every line is wrong, so
 * that scanners still work side by side on such a file; and a few megabytes.
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
  /** The chunk has been sent in full. */
  | { kind: 'done' }
  | { kind: 'failed'; error: ErrorRecord };

/** What a scanner is sent. */
export type ScannerOrder = Chunk;

/** What the thread for the digests is started with; it sends one message. */
export interface DigestAssignment {
  path: string;
  state: FileState;
  ranges: readonly ByteRange[];
}

export type DigestMessage = { kind: 'digests'; digests: Digests } | { kind: 'failed'; error: ErrorRecord };
