/** @file What the check of a chunk asks of the walk: the kernel, or what replaces it. */

import type { PartTotals } from '../totals/totals.ts';
import type { CheckMemory } from './check-memory.ts';
import type { FaultyLines } from './faulty-lines.ts';
import type { Stop } from './layout.ts';

/** Accepts lines about which the judge has no complaint. */
export interface LineWalk {
  readonly memory: CheckMemory;
  /** What it knows of lines with faults; undefined where those are for the judge. */
  readonly faults: FaultyLines | undefined;
  /** The number of the last line that was walked or judged. */
  line: number;
  /** Walks through the lines from one address up to another, where a line feed must be. */
  walk(start: number, limit: number, isUtf8: boolean): Stopped;
  /**
   * Lets it count lines by itself that have the same faults as the one at which it stopped as faulty.
   * @param pattern of its findings; 0 for none
   */
  learn(pattern: number, hasError: boolean): void;
  /** Unlearns all faults. */
  forget(): void;
  /** The faulty lines since the last time that it was taken from, with the patterns of their findings. */
  readonly rows: Uint32Array;
  /** Whether there is no room for another row. */
  readonly isFull: boolean;
  /** Adds the pattern of findings in a line, for which there must be room. */
  addRow(line: number, pattern: number): void;
  /** Returns what was read since the last time, and forgets it. The bytes that were walked must still be there. */
  take(): WalkResults;
}

/** Where the walk stopped: at a line for the judge, or because it is done. */
export interface Stopped {
  at: number;
  stop: Stop;
}

/** What was read from accepted lines. */
export interface WalkResults {
  accepted: number;
  /** Lines with faults that it has learned, and those of them without an error. */
  known: number;
  knownValid: number;
  /** As a ModificationIdList. */
  ids: Uint32Array<ArrayBuffer>;
  totals: PartTotals;
}
