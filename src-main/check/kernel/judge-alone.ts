/** @file Takes the place of the kernel where that cannot run: accepts no line, so that each is for the judge. */

import { Buffer } from 'node:buffer';
import { ROWS_AT_ONCE } from '../findings/finding-collector.ts';
import type { CheckMemory } from './check-memory.ts';
import { WORDS_PER_ROW } from './layout.ts';
import type { LineWalk, Stopped, WalkResults } from './line-walk.ts';

export class JudgeAlone implements LineWalk {
  readonly memory = new OwnMemory();
  readonly faults = undefined;
  line = 0;
  #rows: number[] = [];

  get rows(): Uint32Array {
    return Uint32Array.from(this.#rows);
  }

  get isFull(): boolean {
    return this.#rows.length === ROWS_AT_ONCE * WORDS_PER_ROW;
  }

  addRow(line: number, pattern: number): void {
    this.#rows.push(line, pattern);
  }

  learn(): void {}

  forget(): void {}

  walk(start: number): Stopped {
    return { at: start, stop: 'judge' };
  }

  take(): WalkResults {
    this.#rows = [];
    return {
      accepted: 0,
      known: 0,
      knownValid: 0,
      ids: new Uint32Array(0),
      totals: { sums: new Map(), summed: 0, days: [] },
    };
  }
}

/** Of one thread. All of it is set aside before any is used. */
class OwnMemory implements CheckMemory {
  #all = Buffer.alloc(0);

  reserve(bytes: number): number {
    const at = this.#all.length;
    this.#all = Buffer.concat([this.#all], at + bytes);
    return at;
  }

  bytes(from: number, to: number): Buffer {
    return this.#all.subarray(from, to);
  }
}
