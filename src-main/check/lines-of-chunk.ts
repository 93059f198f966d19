/** @file The check of chunks in the thread that reads them. */

import { type CheckedPart, ChunkCheck } from './chunk-check.ts';
import type { Chunk } from './chunk-reader.ts';
import type { Judges } from './judges.ts';
import type { LineWalk } from './kernel/line-walk.ts';
import { LINE_END_BYTES } from './line-limit.ts';
import type { RuleSet } from './rules/rule-set.ts';

export class LinesOfChunk {
  readonly #walk: LineWalk;
  readonly #check: ChunkCheck;

  constructor(walk: LineWalk, ruleSet: RuleSet, now: number, judges: Judges) {
    this.#walk = walk;
    this.#check = new ChunkCheck(walk, ruleSet, now, judges);
  }

  /** The addresses of a chunk's lines. */
  addresses({ block, start, end, linesFrom }: Chunk): { start: number; limit: number } {
    return { start: block.at + linesFrom - start, limit: block.at + end - start };
  }

  /** Checks a chunk in this thread. */
  async *check(chunk: Chunk): AsyncGenerator<CheckedPart> {
    if (chunk.piece !== undefined) return yield* this.piece(chunk);
    const { start, limit } = this.addresses(chunk);
    yield* this.#check.check(start, limit);
  }

  /** The part for a line that is too long, when its last piece was read. */
  piece({ piece, block, start, end, linesFrom }: Chunk): CheckedPart[] {
    if (piece?.isLast !== true) return [];
    const ending = this.#walk.memory.bytes(
      block.at + Math.max(linesFrom, end - LINE_END_BYTES) - start,
      block.at + end - start,
    );
    return [this.#check.tooLong(end - piece.lineStart, ending)];
  }
}
