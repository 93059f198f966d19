/** @file What the check of a chunk asks of the walk: the kernel, or what stands in for it. */

import type { Buffer } from 'node:buffer';
import type { PartTotals } from '../totals/totals.ts';
import type { FaultyLines } from './faulty-lines.ts';
import type { Stop } from './layout.ts';

/** Bytes by their addresses. */
export interface CheckMemory {
  /** Sets bytes aside, zeroed; returns their address. */
  reserve(bytes: number): number;
  /** A view of the bytes from one address up to another. */
  bytes(from: number, to: number): Buffer;
}

/** Accepts lines about which the judge has no complaint. */
export interface LineWalk {
  readonly memory: CheckMemory;
  /** What it knows of lines with faults; undefined where those are for the judge. */
  readonly faults: FaultyLines | undefined;
  /** The number of the last line that was walked or judged. */
  line: number;
  /** Walks through the lines from one address up to another, where a line feed must be. */
  walk(start: number, limit: number, isUtf8: boolean): Stopped;
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
  /** As a ModificationIdList. */
  ids: Uint32Array<ArrayBuffer>;
  totals: PartTotals;
}
