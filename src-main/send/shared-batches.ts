/**
 * @file The batches of files that are shared with a team, for what works with the team ledger: this desk's own, and what other
 * desks say of theirs.
 */

import { randomUUID } from 'node:crypto';
import { isEndState } from '../../src-shared/states.ts';
import type { Clock } from '../ground/clock.ts';
import type { Batch, BatchNumber, SubmissionId } from './batch.ts';
import { historyDetail } from './batch-history.ts';
import type { Accept, BatchCause } from './queue-change.ts';
import type { Runner } from './runner.ts';
import { recordOfFileCheck, recordOfOptions, recordOfWay } from './sealed/fields.ts';
import type { QueueStore } from './storage/store.ts';
import { type ApprovedSubmission, type ByteRange, currentBatches, type Submission } from './submission.ts';

export interface SharedBatchesPorts {
  store: QueueStore;
  clock: Clock;
  runner: Pick<Runner, 'adopt' | 'drop' | 'refresh'>;
  current: (id: SubmissionId) => Submission;
  /** Those in the queue whose files are shared with a team. */
  shared: () => readonly Submission[];
  accept: Accept;
  noteBatch: (batch: Batch, cause: BatchCause) => void;
}

/** A file that another desk shares, and this one takes parts of. */
export type SharedFileHere = Pick<
  ApprovedSubmission,
  'name' | 'content' | 'connection' | 'destination' | 'options' | 'check'
> & { team: { file: string } };

/** What the ledger will know a file by that this desk gives to the team; nothing where this desk sends it itself. */
export function teamFileOf({ forTeam = false }: { forTeam?: boolean | undefined }): Pick<Submission, 'team'> {
  return forTeam ? { team: { file: randomUUID() } } : {};
}

export class SharedBatches {
  readonly #ports: SharedBatchesPorts;

  constructor(ports: SharedBatchesPorts) {
    this.#ports = ports;
  }

  /** The approved submissions whose files are shared with a team. */
  submissions(): ApprovedSubmission[] {
    return this.#ports.shared().filter((submission) => submission.stage === 'approved');
  }

  /** The batches that stand for it now. */
  batches(submission: SubmissionId): Batch[] {
    return currentBatches(this.#ports.store.batches(submission));
  }

  batch(number: BatchNumber): Batch | undefined {
    return this.#ports.store.batch(number);
  }

  /** Adds a file of the team of which this desk has taken a part; it was checked and approved where it was shared. */
  addFile(file: SharedFileHere): ApprovedSubmission {
    const { store, clock, accept } = this.#ports;
    const at = clock.now();
    const { team, check, options } = file;
    const submission = store.addSubmission(
      { ...file, stage: 'approved', addedAt: at, paused: false },
      {
        at,
        kind: 'added',
        detail: {
          path: file.content,
          name: file.name,
          team: team.file,
          ...recordOfWay(file),
          options: recordOfOptions(options),
          ...recordOfFileCheck(check),
        },
      },
    );
    if (submission.stage !== 'approved') throw new TypeError('What was added as approved is not.');
    accept(submission, [], 'added');
    return submission;
  }

  /** The bytes of a file were found at another place than before. */
  moveFile(submission: ApprovedSubmission, content: string): ApprovedSubmission {
    const { store, clock, accept, current } = this.#ports;
    const now = current(submission.id);
    if (now.stage !== 'approved' || now.content === content) return submission;
    const moved = { ...now, content };
    store.saveSubmission(moved, { at: clock.now(), kind: 'added', detail: { path: content } });
    accept(moved, [], 'added');
    return moved;
  }

  /** A part that this desk has taken, for which it has no batch yet. It is carried from now on. */
  addTaken(submission: ApprovedSubmission, range: ByteRange, more: Partial<Batch>): Batch {
    const { store, clock } = this.#ports;
    const detail = { token: more.team?.token };
    const { number: _, submission: __, ...rest } = more;
    const batch = store.addBatch(submission, range, rest, { at: clock.now(), kind: 'taken', detail });
    this.#ports.noteBatch(batch, { cause: 'made' });
    return batch;
  }

  /** How a batch stands that this desk has taken, or of which another desk has told. */
  save(batch: Batch, kind: 'taken' | 'told'): void {
    const { store, clock, noteBatch } = this.#ports;
    const before = store.batch(batch.number);
    const detail = { ...historyDetail(batch), token: batch.team?.token };
    store.saveBatch(batch, { at: clock.now(), kind, detail });
    noteBatch(batch, { cause: kind, before });
  }

  /** What is known of a part, which is no news of its batch. */
  noteRevision(batch: Batch): void {
    this.#ports.store.saveBatch(batch, undefined);
    this.#ports.noteBatch(batch, { cause: 'told', before: batch });
  }

  /** Carries a batch that this desk holds, or fetches the report of one that has ended. */
  carry(batch: Batch): void {
    const isOver = isEndState(batch.state) && batch.report !== 'wanted';
    if (!isOver) this.#ports.runner.adopt(this.#ports.current(batch.submission), [batch]);
  }

  /** Ends what is under way of a batch that another desk holds now: nothing of it is stored any more. */
  async drop(number: BatchNumber): Promise<void> {
    await this.#ports.runner.drop(number);
  }

  /** What may be begun has changed. */
  refresh(): void {
    this.#ports.runner.refresh();
  }
}
