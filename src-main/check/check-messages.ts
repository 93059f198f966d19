/** @file The messages between the threads of a check. */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import type { CheckedPart, PartOfChunk } from './chunk-check.ts';
import type { Digests } from './digests.ts';
import type { CheckProgress, CheckRequest, FinishedCheck } from './file-check.ts';
import { type SealedFindings, seal } from './findings/packed-findings.ts';
import type { LineAssignment } from './judges.ts';

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

/** What the check's own thread is to do. It takes one after the other. */
export interface CheckAssignment {
  request: CheckRequest;
  /** Milliseconds since the epoch, to recognise dates in the future. */
  now: number;
  workers: number;
  chunkBytes: number | undefined;
  smallBytes: number | undefined;
  /** How many batches of findings have been processed. */
  dealtWith: Counter;
}

/** How many batches of findings may be unprocessed at once. */
export const BATCHES_ON_THE_WAY = 2;

export type CheckMessage =
  | { kind: 'findings'; sealed: SealedFindings; linesBefore: number }
  | { kind: 'progress'; progress: CheckProgress }
  | { kind: 'judge-alone'; reason: string }
  | { kind: 'done'; result: FinishedCheck }
  | { kind: 'failed'; error: ErrorRecord };

/** Where a thread finds the bytes that the check's own thread has read. */
interface SharedMemory {
  memory: WebAssembly.Memory;
}

/** The start data of a scanner. It receives lines and answers each time with their parts. */
export interface ScannerAssignment extends SharedMemory, LineAssignment {
  module: WebAssembly.Module;
  /** The address from which on the memory is the scanner's own. */
  region: number;
  /** Of the source file. */
  path: string;
  /** How many of its parts have been processed. */
  dealtWith: Counter;
}

/**
 * How many parts a scanner may be ahead: a few megabytes. A chunk in which every line is wrong in another way yields about
 * so many, so scanners still work in parallel on such a file.
 */
export const PARTS_AHEAD = 16;

export interface ScannedPart extends PartOfChunk {
  sealed: SealedFindings | undefined;
}

export function sealedPart({ findings, ...part }: CheckedPart): ScannedPart {
  return { ...part, sealed: findings.rows.count > 0 ? seal(findings) : undefined };
}

export type ScannerMessage =
  | { kind: 'part'; part: ScannedPart }
  /** All parts of the lines have been sent. */
  | { kind: 'done' };

/** The addresses of the lines that a scanner is to check. */
export interface ScannerOrder {
  start: number;
  limit: number;
}

/** The start data of the digest thread. */
export type DigestAssignment = SharedMemory;

/** The addresses of bytes, in file order, with the index of their batch; then the end, with the number of batches. */
export type DigestOrder = { start: number; limit: number; batch: number } | { batches: number };

/** Some bytes have been hashed and may be overwritten; the last message has the digests. */
export type DigestMessage = { kind: 'hashed' } | { kind: 'digests'; digests: Digests };
