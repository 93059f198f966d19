/** @file Submissions and batches as the queue returns them, for tests of the shells. */

import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import type { Clock } from '../../src-main/ground/clock.ts';
import { type Batch, batchSchema, newBatch } from '../../src-main/send/batch.ts';
import type { QueueChange } from '../../src-main/send/queue.ts';
import { type Submission, submissionSchema } from '../../src-main/send/submission.ts';
import type { QueueViewPorts } from '../../src-main/send/view/queue-view.ts';
import { type Standing, standingOf, summaryOf } from '../../src-main/send/view/standing.ts';
import { batchIdSchema } from '../../src-main/wire/service/wire.ts';
import { AppError, type ErrorRecord } from '../../src-shared/errors.ts';

export const batchId = batchIdSchema.parse('3f2b8c1e-5a49-4d0f-9b77-2c6d1e8f4a10');

export const checked = {
  bytes: 300,
  modifiedAt: 0,
  sha256: 'ab',
  lines: 30,
  transactions: 30,
  valid: 28,
  errors: 2,
  warnings: 1,
  byRule: {},
  durationMs: 5,
};

export function submission(id: number, change: object = {}): Submission {
  return submissionSchema.parse({
    id,
    name: `/exports/file-${id}.jsonl`,
    content: `/exports/file-${id}.jsonl`,
    addedAt: 0,
    connection: 'Bank',
    destination: 'https://bank.example',
    options: { onInvalid: 'stop', ingestValid: false, maxBatchBytes: 1000, ruleSet: defaultRuleSet },
    stage: 'approved',
    paused: false,
    check: checked,
    ...change,
  });
}

/** A batch of 100 bytes: the first starts at 0, the second at 100, and so on. */
export function batch(number: number, of: number, change: Partial<Batch> = {}): Batch {
  const { number: batchNumber, submission: owner } = batchSchema
    .pick({ number: true, submission: true })
    .parse({ number, submission: of });
  const range = { start: (number - 1) * 100, end: number * 100, lines: 10, sha256: 'cd', ingestValid: false };
  return { ...newBatch(batchNumber, owner, range), ...change };
}

/** The standing of a submission with these batches. */
export function standing(of: Submission, batches: Batch[] = []): Standing {
  return standingOf(summaryOf(of), batches);
}

type ViewedQueue = QueueViewPorts['queue'];

/** A queue that holds what a test puts into it and says what a test says. */
export class QueueDouble implements ViewedQueue {
  /** By what was told last. */
  stopped: AppError | undefined;
  readonly kept = new Map<number, Standing>();
  /** By destination, as the silences. */
  readonly holds = new Map<string, ErrorRecord>();
  readonly silences = new Map<string, ErrorRecord>();
  readonly listeners = new Set<(change: QueueChange) => void>();
  readonly waits: ViewedQueue['waits'];

  constructor(clock: Pick<Clock, 'now'>) {
    this.waits = {
      ofConnections: () => [],
      presentOf: ({ destination }) => ({
        now: clock.now(),
        hold: this.holds.get(destination),
        silence: this.silences.get(destination),
      }),
    };
  }

  put(...standings: Standing[]): void {
    for (const each of standings) this.kept.set(each.submission.id, each);
  }

  tell(change: QueueChange): void {
    if (change.kind === 'stopped') this.stopped = change.error;
    if (change.kind === 'going-on') this.stopped = undefined;
    for (const listener of this.listeners) listener(change);
  }

  standings(): Standing[] {
    return [...this.kept.values()];
  }

  standing(id: number): Standing {
    const found = this.kept.get(id);
    if (found === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
    return found;
  }

  has(id: number): boolean {
    return this.kept.has(id);
  }

  subscribe(listener: (change: QueueChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
