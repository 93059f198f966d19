/** @file The check of chunks in the thread that reads them. */

import { type CheckedPart, ChunkCheck, type NEEDS_JUDGE } from './chunk-check.ts';
import type { Chunk } from './chunk-reader.ts';
import type { Kernel } from './kernel/kernel.ts';
import { LINE_END_BYTES } from './line-limit.ts';
import type { RuleSet } from './rules/rule-set.ts';
import type { LineJudge } from './rules/verdict.ts';

export class LinesOfChunk {
  readonly #kernel: Kernel;
  readonly #check: ChunkCheck;

  constructor(kernel: Kernel, ruleSet: RuleSet, now: number, judge: () => LineJudge | undefined) {
    this.#kernel = kernel;
    this.#check = new ChunkCheck(kernel, ruleSet, now, judge);
  }

  /** The addresses of a chunk's lines. */
  addresses({ block, start, end, linesFrom }: Chunk): { start: number; limit: number } {
    return { start: block.at + linesFrom - start, limit: block.at + end - start };
  }

  /** Checks a chunk in this thread; asks for the judge if a line needs it and there is none yet. */
  *check(chunk: Chunk): Generator<CheckedPart | typeof NEEDS_JUDGE> {
    if (chunk.piece !== undefined) return yield* this.piece(chunk);
    const { start, limit } = this.addresses(chunk);
    yield* this.#check.check(start, limit);
  }

  /** The part for a line that is too long, when its last piece was read. */
  piece({ piece, block, start, end, linesFrom }: Chunk): CheckedPart[] {
    if (piece?.isLast !== true) return [];
    const ending = this.#kernel.memory.bytes(
      block.at + Math.max(linesFrom, end - LINE_END_BYTES) - start,
      block.at + end - start,
    );
    return [this.#check.tooLong(end - piece.lineStart, ending)];
  }
}
