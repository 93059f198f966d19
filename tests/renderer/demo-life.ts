/** @file The changes of a sample queue: uploads that move ten times a second, and the effect of commands on a row. */

import type { QueueState, SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';

const GAP = 100;

export interface DemoLifeOptions {
  rows: readonly SubmissionRow[];
  tell: (change: QueueState) => void;
  /** Why the whole queue has stopped. */
  stopped?: ErrorRecord;
}

/** Holds the rows of the sample queue, changes them, and sends numbered changes. */
export class DemoLife {
  readonly #rows: Map<number, SubmissionRow>;
  readonly #tell: (change: QueueState) => void;
  readonly #stopped: Pick<QueueState, 'stopped'>;
  #sequence = 1;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor({ rows, tell, stopped }: DemoLifeOptions) {
    this.#stopped = stopped === undefined ? {} : { stopped };
    this.#rows = new Map<number, SubmissionRow>(rows.map((row) => [row.id, row]));
    this.#tell = tell;
  }

  /** All current rows. */
  snapshot(): QueueState {
    return { sequence: this.#sequence, submissions: [...this.#rows.values()], removed: [], ...this.#stopped };
  }

  row(id: number): SubmissionRow | undefined {
    return this.#rows.get(id);
  }

  /** Starts the movement of uploads and checks. */
  start(): void {
    this.#timer ??= setInterval(() => this.beat(), GAP);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** One tenth of a second of movement. */
  beat(): void {
    const moving = [...this.#rows.values()].filter(({ state }) => state === 'uploading' || state === 'checking');
    if (moving.length > 0) this.put(moving.map(advanced));
  }

  /** Replaces or adds rows, and sends the change. */
  put(rows: readonly SubmissionRow[]): void {
    for (const row of rows) this.#rows.set(row.id, row);
    this.#sequence += 1;
    this.#tell({ sequence: this.#sequence, submissions: [...rows], removed: [], ...this.#stopped });
  }

  /** Changes the given rows. */
  change(ids: readonly number[], change: (row: SubmissionRow) => SubmissionRow): void {
    this.put(ids.flatMap((id) => this.#rows.get(id) ?? []).map(change));
  }

  remove(ids: readonly number[]): void {
    const removed = ids.flatMap((id) => this.#rows.get(id)?.id ?? []);
    for (const id of removed) this.#rows.delete(id);
    this.#sequence += 1;
    this.#tell({ sequence: this.#sequence, submissions: [], removed });
  }
}

function advanced(row: SubmissionRow): SubmissionRow {
  const bytes = row.bytes ?? 0;
  if (row.state === 'checking') return { ...row, checkedBytes: ((row.checkedBytes + bytes / 200) % bytes) | 0 };
  const sent = Math.min(row.whole.bytes, row.sent.bytes + 1_140_000);
  if (sent === row.whole.bytes) {
    const { speed: _, ...resting } = row;
    return { ...resting, state: 'processing', sent: row.whole, accepted: row.whole };
  }
  const batches = Math.floor((sent / row.whole.bytes) * row.whole.batches);
  const accepted = { bytes: Math.floor((row.whole.bytes / row.whole.batches) * batches), batches };
  const bytesPerSecond = 11_000_000 + Math.round(Math.random() * 900_000);
  return {
    ...row,
    sent: { bytes: sent, batches },
    accepted,
    speed: { bytesPerSecond, remainingMs: Math.round(((row.whole.bytes - sent) / bytesPerSecond) * 1000) },
  };
}
