/** @file What one more upload may expect of the line to a destination, from what the uploads there got through lately. */

import { type Clock, MINUTE } from '../ground/clock.ts';
import { SpeedMeter } from '../wire/transfer/speed-meter.ts';
import type { BatchNumber } from './batch.ts';

/** After this time without an upload, the speed of the network is unknown again. */
const STALE_AFTER = 2 * MINUTE;
/** Less than this says more about the way to and fro than about the line. */
const TELLING_BYTES = 4_000_000;

interface Line {
  /** Of the uploads under way, since the first of them started: an idle network is not a slow one. */
  meter: SpeedMeter;
  /** All bytes since then, and how far each upload under way has come. */
  total: number;
  uploads: Map<BatchNumber, number>;
  /** What an upload got through when it was last known, and when that was. */
  share: number | undefined;
  at: number;
}

export class LineSpeeds {
  readonly #clock: Clock;
  readonly #lines = new Map<string, Line>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** An upload has come so far; fewer bytes than before are a new attempt. */
  note(destination: string, batch: BatchNumber, sentBytes: number): void {
    const line = this.#lines.get(destination) ?? newLine();
    this.#lines.set(destination, line);
    line.total += Math.max(0, sentBytes - (line.uploads.get(batch) ?? 0));
    line.uploads.set(batch, sentBytes);
    const now = this.#clock.now();
    line.meter.add(now, line.total);
    const speed = line.meter.bytesPerSecond;
    if (speed === undefined || line.total < TELLING_BYTES) return;
    line.share = speed / line.uploads.size;
    line.at = now;
  }

  /** The upload of this batch is over. */
  end(batch: BatchNumber): void {
    for (const line of this.#lines.values()) {
      if (!line.uploads.delete(batch) || line.uploads.size > 0) continue;
      line.meter = new SpeedMeter();
      line.total = 0;
    }
  }

  /** The share of one upload; undefined when it is not known. */
  bytesPerSecond(destination: string): number | undefined {
    const line = this.#lines.get(destination);
    return line === undefined || Math.abs(this.#clock.now() - line.at) > STALE_AFTER ? undefined : line.share;
  }
}

function newLine(): Line {
  return { meter: new SpeedMeter(), total: 0, uploads: new Map(), share: undefined, at: 0 };
}
