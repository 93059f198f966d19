/** @file The check of a large file: read and gathered in this thread, checked by scanners, hashed in a thread of its own. */

import { assertNever } from '../../src-shared/errors.ts';
import { Blocks } from './blocks.ts';
import {
  type DigestMessage,
  type DigestOrder,
  type ScannedPart,
  type ScannerAssignment,
  sealedPart,
} from './check-messages.ts';
import { NEEDS_JUDGE } from './chunk-check.ts';
import { type Chunk, ChunkReader } from './chunk-reader.ts';
import type { Digests } from './digests.ts';
import {
  type CheckOutlet,
  type CheckProgress,
  type CheckRequest,
  FileCheck,
  type FinishedCheck,
} from './file-check.ts';
import { type SealedFindings, seal } from './findings/packed-findings.ts';
import { Kernel } from './kernel/kernel.ts';
import type { KernelMemory } from './kernel/kernel-memory.ts';
import { walkModule } from './kernel/walk-module.ts';
import { LinesOfChunk } from './lines-of-chunk.ts';
import { loadJudge } from './load-judge.ts';
import type { LineJudge } from './rules/verdict.ts';
import { type Chunks, Scanners } from './scanners.ts';
import type { SourceFile } from './source-file.ts';
import { Thread } from './thread.ts';

/** Where a pooled check reports to. */
export interface PooledOutlet extends Pick<CheckOutlet, 'ids'> {
  /** May block, which lets a slow receiver slow the check down. */
  findings(sealed: SealedFindings, linesBefore: number): void;
  progress(progress: CheckProgress): void;
}

export interface PoolOptions {
  workers: number;
  chunkBytes: number;
  /** Replaces the entries of the threads, to test their failures. */
  entries?: { scanner?: URL; digest?: URL };
}

/** Blocks for each scanner, and for the digests, which may be behind. */
const BLOCKS_PER_THREAD = 2;

/**
 * Checks a file as runFileCheck does, with the same result. Rejects with AppError `file.*`, and with `check.failed` when
 * one of the threads breaks down.
 */
export async function runPooledCheck(
  source: SourceFile,
  { path, ruleSet, maxBatchBytes }: CheckRequest,
  now: number,
  outlet: PooledOutlet,
  { workers, chunkBytes, entries }: PoolOptions,
): Promise<FinishedCheck> {
  const check = new FileCheck(source, ruleSet, maxBatchBytes);
  for (const findings of check.judgeStart()) outlet.findings(seal(findings), 0);
  if (!check.isJsonLines) return check.finishUnread();

  // All memory is laid out before another thread sees it.
  const kernel = new Kernel(ruleSet, now);
  const { memory } = kernel;
  const region = memory.end;
  const regions = Array.from({ length: workers }, () => memory.reserve(region));
  const blocks = new Blocks(memory, (workers + 1) * BLOCKS_PER_THREAD, chunkBytes);
  let judge: LineJudge | undefined;
  const own = new LinesOfChunk(kernel, ruleSet, now, () => judge);
  const reader = new ChunkReader(source, check, chunkBytes, memory, blocks);

  const shared = { memory: memory.shared, module: walkModule(), ruleSet, now };
  const assignments = regions.map((at): Omit<ScannerAssignment, 'dealtWith'> => ({ ...shared, region: at }));
  const scanners = new Scanners(assignments, path, entries?.scanner);
  const digest = new DigestThread(memory, path, scanners, entries?.digest);
  const chunks = new ChunksInUse({ reader, blocks, digest, own });
  try {
    const gather = (chunk: Chunk, part: ScannedPart): void => {
      const linesBefore = check.add(chunk, part);
      if (part.sealed !== undefined) outlet.findings(part.sealed, linesBefore);
      outlet.progress(check.progress());
    };
    // This thread checks the first chunk while the scanners start, so that the first findings appear quickly.
    const first = chunks.next();
    if (first !== undefined) {
      for (const part of own.check(first.chunk)) {
        if (part === NEEDS_JUDGE) judge = await loadJudge(ruleSet, now);
        else gather(first.chunk, sealedPart(part));
      }
      chunks.checked(first.chunk);
    }
    for await (const { chunk, part } of scanners.scan(chunks)) gather(chunk, part);
    for (const findings of check.judgeWhole(outlet.ids)) outlet.findings(seal(findings), 0);
    outlet.progress(check.progress());
    return check.finish(await digest.finish(check.ranges.length));
  } finally {
    await Promise.all([scanners.stop(), digest.stop()]);
  }
}

/** Reads chunks, has them hashed, and gives their blocks back once they have been checked and hashed. */
class ChunksInUse implements Chunks {
  readonly #reader: ChunkReader;
  readonly #blocks: Blocks;
  readonly #digest: DigestThread;
  readonly #own: LinesOfChunk;
  readonly #checked = new Set<Chunk>();
  readonly #hashed = new Set<Chunk>();

  constructor(ports: { reader: ChunkReader; blocks: Blocks; digest: DigestThread; own: LinesOfChunk }) {
    this.#reader = ports.reader;
    this.#blocks = ports.blocks;
    this.#digest = ports.digest;
    this.#own = ports.own;
  }

  get isAtEnd(): boolean {
    return this.#reader.isAtEnd;
  }

  next() {
    const chunk = this.#reader.next();
    if (chunk === undefined) return undefined;
    this.#digest.add(chunk, () => this.#mark(this.#hashed, this.#checked, chunk));
    const order = chunk.piece === undefined ? this.#own.addresses(chunk) : this.#own.piece(chunk).map(sealedPart);
    return { chunk, order };
  }

  checked(chunk: Chunk): void {
    this.#mark(this.#checked, this.#hashed, chunk);
  }

  #mark(own: Set<Chunk>, other: Set<Chunk>, chunk: Chunk): void {
    if (other.delete(chunk)) this.#blocks.giveBack(chunk.block, chunk.isLarge);
    else own.add(chunk);
  }
}

/** The thread that computes the digests of a file. */
class DigestThread {
  readonly #thread: Thread<DigestMessage>;
  readonly #result = Promise.withResolvers<Digests>();
  /** What to do when each of the chunks that are being hashed is, in file order. */
  readonly #whenHashed: (() => void)[] = [];

  /** @param waiting for blocks that are free once they have been hashed */
  constructor(
    memory: KernelMemory,
    path: string,
    waiting: Pick<Scanners, 'goOn' | 'fail'>,
    entry: string | URL = 'digest-worker',
  ) {
    const { promise, resolve, reject } = this.#result;
    // Handled here because it is awaited only after all lines have been checked.
    promise.catch(() => {});
    const receive = (message: DigestMessage): void => {
      switch (message.kind) {
        case 'hashed':
          this.#whenHashed.shift()?.();
          waiting.goOn();
          return;
        case 'digests':
          resolve(message.digests);
          return;
        default:
          assertNever(message);
      }
    };
    this.#thread = new Thread({
      entry,
      path,
      data: { memory: memory.shared },
      onMessage: receive,
      onFailure: (error) => {
        reject(error);
        waiting.fail(error);
      },
    });
  }

  add({ block, start, end, batch }: Chunk, whenHashed: () => void): void {
    this.#whenHashed.push(whenHashed);
    this.#post({ start: block.at, limit: block.at + end - start, batch });
  }

  /** The digests, once everything is hashed. Rejects with AppError `check.failed`. */
  async finish(batches: number): Promise<Digests> {
    this.#post({ batches });
    return await this.#result.promise;
  }

  async stop(): Promise<void> {
    await this.#thread.stop();
  }

  #post(order: DigestOrder): void {
    this.#thread.post(order);
  }
}
