/** @file The pool of scanners: hands out chunks and restores file order in the results. */

import { assertNever } from '../../src-shared/errors.ts';
import type { ThreadName } from '../thread-rooms.ts';
import {
  type Counter,
  countUp,
  newCounter,
  type ScannedPart,
  type ScannerAssignment,
  type ScannerMessage,
  type ScannerOrder,
} from './check-messages.ts';
import type { Chunk } from './chunk-reader.ts';
import { Thread } from './thread.ts';

/** Chunks assigned to a scanner: the next one is ready while it checks one. */
const CHUNKS_GIVEN = 2;
/** How many chunks each scanner may be ahead of the first unfinished one: their results are kept in memory. */
const CHUNKS_AHEAD = 4;

/** What starting a scanner costs. */
const START_MS = 50;

/** Where the chunks come from. */
export interface Chunks {
  /** The next chunk with the addresses of its lines; undefined at the end, and while there is no room for one. */
  next(): { chunk: Chunk; order: ScannerOrder | ScannedPart[] } | undefined;
  /** The bytes of a chunk have been checked. */
  checked(chunk: Chunk): void;
  readonly isAtEnd: boolean;
  /** Whether all chunks so far have been hashed, so that none waits for that. */
  readonly areHashed: boolean;
}

/** A chunk on its way through the pool. */
interface Job {
  chunk: Chunk;
  /** Undefined for a chunk that comes with its parts. */
  scanner: Scanner | undefined;
  /** Results that were not consumed yet. */
  parts: ScannedPart[];
  isDone: boolean;
}

interface Scanner {
  thread: Thread<ScannerMessage>;
  dealtWith: Counter;
  /** The chunks assigned to it, the current one first. */
  jobs: Job[];
  /** Whether it has checked something: until then it starts. */
  hasBegun: boolean;
}

export class Scanners {
  readonly #scanners: Scanner[] = [];
  /** Of the scanners that have not been started. */
  readonly #assignments: Omit<ScannerAssignment, 'dealtWith'>[];
  readonly #path: string;
  readonly #entry: ThreadName | URL;
  /** All chunks in the pool, in file order. */
  readonly #jobs: Job[] = [];
  #chunks: Chunks | undefined;
  #failure: { reason: unknown } | undefined;
  #news = Promise.withResolvers<void>();
  /** How long chunks have waited for nothing but a scanner, and since when they do. */
  #heldMs = 0;
  #heldSince: number | undefined;

  /** Starts the first of the scanners, and the others once they are needed. Only tests pass an `entry` other than scan-worker. */
  constructor(
    assignments: readonly Omit<ScannerAssignment, 'dealtWith'>[],
    path: string,
    entry: ThreadName | URL = 'scan-worker',
  ) {
    this.#assignments = [...assignments];
    this.#path = path;
    this.#entry = entry;
    this.#startNext();
  }

  /**
   * Checks chunks and yields the results in file order. Scanners wait for a slow consumer. Throws the AppError of a
   * scanner that fails, or what `fail` was told.
   */
  async *scan(chunks: Chunks): AsyncGenerator<{ chunk: Chunk; part: ScannedPart }> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.reason;
      this.#handOut(chunks);
      const job = this.#jobs[0];
      if (job === undefined && chunks.isAtEnd) return;
      const part = job?.parts.shift();
      if (job !== undefined && part !== undefined) {
        yield { chunk: job.chunk, part };
        if (job.scanner !== undefined) countUp(job.scanner.dealtWith);
      } else if (job?.isDone === true) {
        this.#jobs.shift();
      } else {
        await this.#news.promise;
      }
    }
  }

  /** Tells that there may be room for a chunk again. */
  goOn(): void {
    this.#tell();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#scanners.map(({ thread }) => thread.stop()));
  }

  #startNext(): Scanner | undefined {
    const assignment = this.#assignments.shift();
    if (assignment === undefined) return undefined;
    const dealtWith = newCounter();
    const data: ScannerAssignment = { ...assignment, dealtWith };
    const thread = new Thread<ScannerMessage>({
      entry: this.#entry,
      path: this.#path,
      data,
      onMessage: (message) => this.#receive(scanner, message),
      onFailure: (error) => this.fail(error),
    });
    const scanner: Scanner = { thread, dealtWith, jobs: [], hasBegun: false };
    this.#scanners.push(scanner);
    return scanner;
  }

  #receive(scanner: Scanner, message: ScannerMessage): void {
    const job = scanner.jobs[0];
    scanner.hasBegun = true;
    switch (message.kind) {
      case 'part':
        job?.parts.push(message.part);
        break;
      case 'done':
        if (job === undefined) break;
        scanner.jobs.shift();
        job.isDone = true;
        this.#chunks?.checked(job.chunk);
        break;
      default:
        assertNever(message);
    }
    this.#tell();
  }

  /** Makes `scan` throw. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#tell();
  }

  /** Wakes `scan` up. */
  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  /** Assigns chunks to the least busy scanners, unless they are too far ahead. */
  #handOut(chunks: Chunks): void {
    this.#chunks = chunks;
    while (this.#jobs.length < this.#scanners.length * CHUNKS_AHEAD) {
      const scanner = this.#withRoom(chunks);
      if (scanner === undefined) return;
      const next = chunks.next();
      if (next === undefined) return;
      const { chunk, order } = next;
      if (Array.isArray(order)) {
        this.#jobs.push({ chunk, scanner: undefined, parts: order, isDone: true });
        chunks.checked(chunk);
        continue;
      }
      const job: Job = { chunk, scanner, parts: [], isDone: false };
      this.#jobs.push(job);
      scanner.jobs.push(job);
      scanner.thread.post(order);
    }
  }
  /** The idlest scanner, if it has room. Another is started once scanners have held everything up for as long as that takes. */
  #withRoom({ areHashed }: Chunks): Scanner | undefined {
    const [idlest] = this.#scanners.toSorted((one, other) => one.jobs.length - other.jobs.length);
    const hasRoom = idlest !== undefined && idlest.jobs.length < CHUNKS_GIVEN;
    const now = performance.now();
    if (this.#heldSince !== undefined) this.#heldMs += now - this.#heldSince;
    const isHeld = !hasRoom && areHashed && this.#scanners.every(({ hasBegun }) => hasBegun);
    this.#heldSince = isHeld ? now : undefined;
    if (this.#heldMs < START_MS) return hasRoom ? idlest : undefined;
    this.#heldMs = 0;
    return this.#startNext() ?? (hasRoom ? idlest : undefined);
  }
}
