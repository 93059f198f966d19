/** @file What one more upload may expect of the line to a destination, from what the uploads there got through lately. */

import { type Clock, MINUTE } from '../clock.ts';
import { Pace } from '../transfer/pace.ts';
import type { BatchNumber } from './batch.ts';

/** After so long without an upload nobody knows any more what the line is like. */
const STALE_AFTER = 2 * MINUTE;

interface Line {
  pace: Pace;
  /** All bytes of all uploads, and how far each upload under way has come. */
  total: number;
  uploads: Map<BatchNumber, number>;
  lastNews: number;
}

export class LineSpeeds {
  readonly #clock: Clock;
  readonly #lines = new Map<string, Line>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** An upload has come so far; fewer bytes than before are a new attempt. */
  note(destination: string, batch: BatchNumber, sentBytes: number): void {
    const line = this.#lines.get(destination) ?? { pace: new Pace(), total: 0, uploads: new Map(), lastNews: 0 };
    this.#lines.set(destination, line);
    line.total += Math.max(0, sentBytes - (line.uploads.get(batch) ?? 0));
    line.uploads.set(batch, sentBytes);
    line.lastNews = this.#clock.now();
    line.pace.add(line.lastNews, line.total);
  }

  /** The upload of this batch is over. */
  end(batch: BatchNumber): void {
    for (const { uploads } of this.#lines.values()) uploads.delete(batch);
  }

  /** The share of one upload, as many as there are now; undefined when nobody knows. */
  bytesPerSecond(destination: string): number | undefined {
    const line = this.#lines.get(destination);
    if (line === undefined || Math.abs(this.#clock.now() - line.lastNews) > STALE_AFTER) return undefined;
    const speed = line.pace.bytesPerSecond;
    return speed === undefined ? undefined : speed / Math.max(1, line.uploads.size);
  }
}
