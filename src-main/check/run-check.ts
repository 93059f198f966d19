/**
 * @file Checks a file from its first byte to its last. A small one is checked by this thread alone, because starting others
 * would take longer. A larger one is read and gathered here, hashed in a thread of its own, and checked by scanners.
 */

import { setImmediate } from 'node:timers/promises';
import { Blocks } from './blocks.ts';
import { type ScannedPart, type ScannerAssignment, sealedPart } from './check-messages.ts';
import { type Chunk, ChunkReader } from './chunk-reader.ts';
import { DigestHere, DigestThread, type Hashing } from './digest-thread.ts';
import { type CheckProgress, type CheckRequest, FileCheck, type FinishedCheck, type OnIds } from './file-check.ts';
import { type SealedFindings, seal } from './findings/packed-findings.ts';
import { JudgesOfThread } from './judges.ts';
import { JudgeAlone } from './kernel/judge-alone.ts';
import { keepKernel, takeKernel } from './kernel/kept-kernel.ts';
import { Kernel } from './kernel/kernel.ts';
import { LinesOfChunk } from './lines-of-chunk.ts';
import type { PossibleRepeats } from './possible-repeats.ts';
import { ReadAhead } from './read-ahead.ts';
import { type Chunks, Scanners } from './scanners.ts';
import type { SourceFile } from './source-file.ts';

/** Where a check reports to while it runs. Each may throw, which ends the check. */
export interface CheckOutlet {
  /** May block, which lets a slow receiver slow the check down. */
  findings(sealed: SealedFindings, linesBefore: number): void;
  progress(progress: CheckProgress): void;
  ids?: OnIds | undefined;
  /** The kernel cannot run here, for this reason; so the judge alone decides. */
  judgeAlone(reason: string): void;
}

export interface RunOptions {
  /** The most scanners. */
  workers: number;
  /** Of what is read and handed out at a time. */
  chunkBytes?: number | undefined;
  /** A file up to this size is checked by this thread alone. */
  smallBytes?: number | undefined;
  signal?: AbortSignal | undefined;
  /** All modification ids that come more than once, where that is known beforehand; saves the memory of all others. */
  repeats?: PossibleRepeats | undefined;
  /** Compiles the kernel. Throws where that cannot be. */
  compile?: (() => WebAssembly.Module) | undefined;
  /** Replaces the entries of the threads, to test their failures. */
  entries?: { scanner?: URL; digest?: URL; line?: URL } | undefined;
}

/** Small enough to stay in the processor's cache, large enough that the cost of handing it out does not matter. */
export const CHUNK_BYTES = 2 * 1024 * 1024;
/** Starting two threads takes about as long as checking this much. */
export const SMALL_BYTES = 32 * 1024 * 1024;
/** Blocks for each scanner, and for the digests, which may be behind. */
const BLOCKS_PER_THREAD = 2;

/**
 * Checks a file. `now` is in milliseconds since the epoch. Rejects with AppError `file.*`, such as `file.changed` when the file
 * was changed in the meantime; with `check.failed` when one of the threads breaks down; with the signal's reason; and with
 * what the outlet throws.
 */
export async function runCheck(
  source: SourceFile,
  request: CheckRequest,
  now: number,
  outlet: CheckOutlet,
  options: RunOptions,
): Promise<FinishedCheck> {
  const { path, ruleSet, maxBatchBytes } = request;
  const { chunkBytes = CHUNK_BYTES, smallBytes = SMALL_BYTES, signal, repeats, entries } = options;
  const check = new FileCheck(source, ruleSet, maxBatchBytes, repeats);
  for (const findings of check.judgeStart()) outlet.findings(seal(findings), 0);
  if (!check.isJsonLines) return check.finishUnread();

  // A large file needs memory that was never written to, for its scanners.
  const isTiny = source.bytes <= chunkBytes && source.bytes <= smallBytes;
  const walk = openKernel(request, now, outlet, { ...options, isTiny });
  const isAlone = walk instanceof JudgeAlone || source.bytes <= smallBytes;
  // All memory is laid out before another thread sees it.
  const assignments = isAlone ? [] : assignmentsOf(walk, request, now, options);
  const count = isAlone ? 1 : (assignments.length + 1) * BLOCKS_PER_THREAD;
  const blocks = new Blocks(walk.memory, count, chunkBytes, source.bytes);
  const judges = new JudgesOfThread({ path, ruleSet, now, entry: entries?.line });
  const lines = new LinesOfChunk(walk, ruleSet, now, judges);
  const reader = new ChunkReader(new ReadAhead(source, check.head), check, chunkBytes, walk.memory, blocks);
  const scanners = new Scanners(assignments, path, entries?.scanner);
  const digest = isAlone ? new DigestHere(walk.memory) : new DigestThread(walk.memory, path, scanners, entries?.digest);
  const chunks = new ChunksInUse({ reader, blocks, digest, lines });
  const abort = (): void => {
    scanners.fail(signal?.reason);
    judges.fail(signal?.reason);
  };
  signal?.addEventListener('abort', abort, { once: true });

  const gather = (chunk: Chunk, part: ScannedPart): void => {
    const linesBefore = check.add(chunk, part);
    if (part.sealed !== undefined) outlet.findings(part.sealed, linesBefore);
    outlet.progress(check.progress());
  };
  try {
    // This thread checks the first chunk of a large file while a scanner starts, so that the first findings appear quickly.
    do {
      const chunk = chunks.nextHere();
      if (chunk === undefined) break;
      for await (const part of lines.check(chunk)) {
        gather(chunk, sealedPart(part));
        // What has happened in the meantime, such as an interrupt, arrives in a later turn.
        if (isAlone && signal !== undefined) await setImmediate();
        signal?.throwIfAborted();
      }
      chunks.checked(chunk);
    } while (isAlone);
    for await (const { chunk, part } of scanners.scan(chunks)) gather(chunk, part);
    for (const findings of check.judgeWhole(outlet.ids)) outlet.findings(seal(findings), 0);
    outlet.progress(check.progress());
    const finished = check.finish(await digest.finish(check.ranges.length));
    if (walk instanceof Kernel && isTiny) keepKernel(walk, ruleSet);
    return finished;
  } finally {
    signal?.removeEventListener('abort', abort);
    await Promise.all([scanners.stop(), digest.stop(), judges.stop()]);
  }
}

/** The kernel; or what replaces it, where there are no vectors or no memory that threads share. */
function openKernel(
  { ruleSet }: CheckRequest,
  now: number,
  outlet: CheckOutlet,
  { compile, isTiny }: Pick<RunOptions, 'compile'> & { isTiny: boolean },
): Kernel | JudgeAlone {
  try {
    return isTiny && compile === undefined
      ? takeKernel(ruleSet, now)
      : new Kernel(ruleSet, now, compile && { module: compile() });
  } catch (thrown) {
    outlet.judgeAlone(thrown instanceof Error ? thrown.message : String(thrown));
    return new JudgeAlone();
  }
}

/** For as many scanners as may be needed, each with memory of its own. */
function assignmentsOf(
  { memory, module }: Kernel,
  { path, ruleSet }: CheckRequest,
  now: number,
  { workers }: RunOptions,
): Omit<ScannerAssignment, 'dealtWith'>[] {
  const ownBytes = memory.end;
  const regions = Array.from({ length: workers }, () => memory.reserve(ownBytes));
  return regions.map((region) => ({ memory: memory.shared, module, region, path, ruleSet, now }));
}

/** Reads chunks, has them hashed, and gives their blocks back once they have been checked and hashed. */
class ChunksInUse implements Chunks {
  readonly #reader: ChunkReader;
  readonly #blocks: Blocks;
  readonly #digest: Hashing;
  readonly #lines: LinesOfChunk;
  readonly #checked = new Set<Chunk>();
  readonly #hashed = new Set<Chunk>();

  constructor(ports: { reader: ChunkReader; blocks: Blocks; digest: Hashing; lines: LinesOfChunk }) {
    this.#reader = ports.reader;
    this.#blocks = ports.blocks;
    this.#digest = ports.digest;
    this.#lines = ports.lines;
  }

  get isAtEnd(): boolean {
    return this.#reader.isAtEnd;
  }

  get areHashed(): boolean {
    return this.#digest.isIdle;
  }

  /** The next chunk, for this thread. */
  nextHere(): Chunk | undefined {
    const chunk = this.#reader.next();
    if (chunk !== undefined) this.#digest.add(chunk, () => this.#mark(this.#hashed, this.#checked, chunk));
    return chunk;
  }

  next() {
    const chunk = this.nextHere();
    if (chunk === undefined) return undefined;
    const order = chunk.piece === undefined ? this.#lines.addresses(chunk) : this.#lines.piece(chunk).map(sealedPart);
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
