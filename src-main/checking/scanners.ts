/** @file The pool of scanners: hands out chunks and restores file order in the results. */

import { type AppError, assertNever } from '../../src-shared/errors.ts';
import type { Chunk } from './batch-cutter.ts';
import {
  type Counter,
  countUp,
  newCounter,
  type ScannedPart,
  type ScannerAssignment,
  type ScannerMessage,
} from './check-messages.ts';
import { fromRecord, Thread } from './thread.ts';

/** Chunks assigned to a scanner: the next one is ready while it checks one. */
const CHUNKS_GIVEN = 2;
/** How many chunks each scanner may be ahead of the first unfinished one: their results are kept in memory. */
const CHUNKS_AHEAD = 4;

/** A chunk on its way through the pool. */
interface Job {
  chunk: Chunk;
  scanner: Scanner;
  /** Results that were not consumed yet. */
  parts: ScannedPart[];
  isDone: boolean;
}

interface Scanner {
  thread: Thread<ScannerMessage>;
  dealtWith: Counter;
  /** The chunks assigned to it, the current one first. */
  jobs: Job[];
}

export class Scanners {
  readonly #scanners: Scanner[];
  /** All chunks in the pool, in file order. */
  readonly #jobs: Job[] = [];
  #failure: AppError | undefined;
  #news = Promise.withResolvers<void>();

  /** Starts `count` threads. Only tests pass an `entry` other than scan-worker. */
  constructor(count: number, assignment: Omit<ScannerAssignment, 'dealtWith'>, entry: string | URL = 'scan-worker') {
    this.#scanners = Array.from({ length: count }, () => this.#start(assignment, entry));
  }

  /**
   * Checks chunks and yields the results in file order. Scanners wait for a slow consumer. Throws the AppError of a
   * scanner that fails.
   */
  async *scan(chunks: Iterator<Chunk>): AsyncGenerator<{ chunk: Chunk; part: ScannedPart }> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      this.#handOut(chunks);
      const job = this.#jobs[0];
      if (job === undefined) return;
      const part = job.parts.shift();
      if (part !== undefined) {
        yield { chunk: job.chunk, part };
        countUp(job.scanner.dealtWith);
      } else if (job.isDone) {
        this.#jobs.shift();
      } else {
        await this.#news.promise;
      }
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#scanners.map(({ thread }) => thread.stop()));
  }

  #start(assignment: Omit<ScannerAssignment, 'dealtWith'>, entry: string | URL): Scanner {
    const dealtWith = newCounter();
    const data: ScannerAssignment = { ...assignment, dealtWith };
    const thread = new Thread<ScannerMessage>({
      entry,
      path: assignment.path,
      data,
      onMessage: (message) => this.#receive(scanner, message),
      onFailure: (error) => this.#fail(error),
    });
    const scanner: Scanner = { thread, dealtWith, jobs: [] };
    return scanner;
  }

  #receive(scanner: Scanner, message: ScannerMessage): void {
    switch (message.kind) {
      case 'part':
        scanner.jobs[0]?.parts.push(message.part);
        break;
      case 'done': {
        const job = scanner.jobs.shift();
        if (job !== undefined) job.isDone = true;
        break;
      }
      case 'failed':
        this.#fail(fromRecord(message.error));
        return;
      default:
        assertNever(message);
    }
    this.#tell();
  }

  #fail(error: AppError): void {
    this.#failure ??= error;
    this.#tell();
  }

  /** Wakes `scan` up. */
  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  /** Assigns chunks to the least busy scanners, unless they are too far ahead. */
  #handOut(chunks: Iterator<Chunk>): void {
    while (this.#jobs.length < this.#scanners.length * CHUNKS_AHEAD) {
      const [first, ...others] = this.#scanners;
      if (first === undefined) return;
      const scanner = others.reduce(
        (idlest, other) => (other.jobs.length < idlest.jobs.length ? other : idlest),
        first,
      );
      if (scanner.jobs.length >= CHUNKS_GIVEN) return;
      const { value: chunk, done } = chunks.next();
      if (done === true) return;
      const job: Job = { chunk, scanner, parts: [], isDone: false };
      this.#jobs.push(job);
      scanner.jobs.push(job);
      scanner.thread.post(chunk);
    }
  }
}
