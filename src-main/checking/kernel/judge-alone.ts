/** @file Stands in for the kernel where that cannot run: accepts no line, so that each is for the judge. */

import { Buffer } from 'node:buffer';
import type { CheckMemory, LineWalk, Stopped, WalkResults } from './line-walk.ts';

export class JudgeAlone implements LineWalk {
  readonly memory = new OwnMemory();
  readonly faults = undefined;
  line = 0;

  walk(start: number): Stopped {
    return { at: start, stop: 'judge' };
  }

  take(): WalkResults {
    return { accepted: 0, ids: new Uint32Array(0), totals: { sums: new Map(), days: [] } };
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
