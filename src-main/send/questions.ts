/**
 * @file Asks the services about every batch whose id this data folder knows and whose end it does not: the folder may be a copy, and
 * another one may have gone on with it. Nothing is sent, and what no service can be asked about is kept back.
 */

import { AppError, assertNever, fromRecord } from '../../src-shared/errors.ts';
import { isEndState } from '../../src-shared/states.ts';
import type { Clock } from '../ground/clock.ts';
import { provesArrival } from '../wire/service/remote-state.ts';
import type { BatchId } from '../wire/service/wire.ts';
import type { Batch } from './batch.ts';
import type { Contents } from './contents.ts';
import { mayHaveGone } from './decision.ts';
import { askStatus, type EffectPerformer } from './effects.ts';
import { abandonedStatus } from './machine/abandoned.ts';
import type { BatchEvent } from './machine/machine.ts';
import type { Accept } from './queue-change.ts';
import { fileNameOf } from './receipts/source-facts.ts';
import type { Runner } from './runner.ts';
import type { QueueStore } from './storage/store.ts';
import { type ApprovedSubmission, currentBatches, hasBegun } from './submission.ts';
import { toBeDecided } from './withdrawn-approval.ts';

/** After so many failures in a row, a service is not asked about the others. */
const MOST_FAILURES = 3;

export interface QuestionsPorts {
  store: Pick<QueueStore, 'batch' | 'batches' | 'saveSubmission' | 'withdrawApproval'>;
  clock: Clock;
  contents: Pick<Contents, 'standings' | 'submission'>;
  runner: Pick<Runner, 'note'>;
  performer: Pick<EffectPerformer, 'perform'>;
  accept: Accept;
}

/** What a service said of a batch. */
export interface AskedBatch {
  submission: ApprovedSubmission;
  batch: Batch;
  batchId: BatchId;
  /** What it says of the batch; null where it does not know it. Or why it did not answer. */
  said: string | null | AppError;
  /** Whether only now it is known that the file is there. */
  isNews: boolean;
}

/** What another copy of this data folder has told that it sent. */
export interface SentElsewhere {
  batchId: BatchId;
  destination: string;
  /** There: its number, and the name of its file. */
  submission: number;
  file: string;
  /** Which bytes of the file; undefined where it is not told. */
  sha256?: string | undefined;
  start?: number | undefined;
}

/** What can still be sent and has no id: no service can be asked about it. */
export interface WithoutId {
  submission: ApprovedSubmission;
  batches: readonly Batch[];
}

interface Own {
  submission: ApprovedSubmission;
  batch: Batch;
}

export class Questions {
  readonly #ports: QuestionsPorts;

  constructor(ports: QuestionsPorts) {
    this.#ports = ports;
  }

  /** What was issued for batches that could still be sent may have been used by another copy: they do not go before they were asked about. */
  #noteMayHaveLeft(): void {
    for (const { batch } of this.#batches()) this.#ports.runner.note(batch, { kind: 'may-have-left' });
  }

  /**
   * What may have gone from another copy of the data folder does not go by itself any more: the service is asked about what has an id,
   * and a person about each file with what has none.
   * @returns how many files wait for a person now
   */
  keepBackUnknown(): number {
    this.#noteMayHaveLeft();
    const unknown = this.withoutId();
    for (const { submission } of unknown) this.#keepBack(submission);
    return unknown.length;
  }

  /** One question after the other, since a service takes two a second. @throws the signal's reason */
  async ask(signal: AbortSignal): Promise<AskedBatch[]> {
    this.#noteMayHaveLeft();
    const failures = new Map<string, { times: number; error: AppError }>();
    const asked: AskedBatch[] = [];
    for (const { submission, batch } of this.#batches()) {
      for (const batchId of openIds(batch)) {
        const { destination } = submission;
        const failed = failures.get(destination);
        const isGivenUp = failed !== undefined && failed.times >= MOST_FAILURES;
        const said = isGivenUp ? failed.error : await this.#ask(submission, batch, batchId, signal);
        if (said instanceof AppError) failures.set(destination, { times: (failed?.times ?? 0) + 1, error: said });
        else failures.delete(destination);
        const isNews = typeof said === 'string' && provesArrival(said) && !isKnownToBeThere(batch, batchId);
        asked.push({ submission, batch: this.#ports.store.batch(batch.number) ?? batch, batchId, said, isNews });
      }
    }
    return asked;
  }

  /** These bytes are not sent to that place again before the service was asked about the id that the copy used. */
  noteTold<Told extends SentElsewhere>(told: readonly Told[]): (Told & { isHere: boolean })[] {
    if (told.length === 0) return [];
    const own = [...this.#batches()];
    const byBytes = Map.groupBy(own, ({ submission: { destination }, batch: { sha256, start } }) =>
      [destination, sha256, start].join(' '),
    );
    const bySubmission = Map.groupBy(own, ({ submission: { id, destination } }) => [destination, id].join(' '));
    return told.map((one) => {
      const { destination, sha256, start, submission: number, file, batchId } = one;
      const isSame = ({ submission: { id, name } }: Own) => id === number && fileNameOf(name) === file;
      const there = bySubmission.get([destination, number].join(' ')) ?? [];
      const alike =
        sha256 === undefined
          ? there.filter((own) => there.length === 1 && isSame(own))
          : (byBytes.get([destination, sha256, start].join(' ')) ?? []);
      // The same bytes may be here twice, as a person wanted it.
      const found = alike.find(isSame) ?? alike.find(({ batch }) => !isEndState(batch.state)) ?? alike[0];
      if (found === undefined) return { ...one, isHere: false };
      // Several ids may be told of one batch.
      const current = this.#ports.store.batch(found.batch.number) ?? found.batch;
      this.#ports.runner.note(current, { kind: 'sent-elsewhere', batchId });
      return { ...one, isHere: true };
    });
  }

  /** What can still be sent, and no service can be asked about. */
  withoutId(): WithoutId[] {
    const without = Map.groupBy(
      this.#batches().filter(({ batch: { state, delivery } }) => !isEndState(state) && delivery === undefined),
      ({ submission }) => submission,
    );
    return [...without].map(([submission, found]) => ({ submission, batches: found.map(({ batch }) => batch) }));
  }

  #keepBack(submission: ApprovedSubmission): void {
    const { store, clock, accept } = this.#ports;
    const { id, paused, check } = submission;
    const at = clock.now();
    const batches = store.batches(id);
    if (hasBegun(batches)) {
      if (paused) return;
      store.saveSubmission({ ...submission, paused: true }, { at, kind: 'paused' });
      accept({ ...submission, paused: true }, [], 'paused');
      return;
    }
    // What a person has said before the folder was put back says nothing about what went since.
    const { sendAgain: _, ...options } = submission.options;
    const error = mayHaveGone({ changedAt: check.modifiedAt, confirmedAt: at });
    const ranges = batches.map(({ start, end, lines, sha256 }) => ({ start, end, lines, sha256 }));
    const held = { ...toBeDecided(submission), options, stage: 'held' as const, check, ranges, error };
    store.withdrawApproval(held, { at, kind: 'held' });
    accept(held, [], 'retried');
  }

  async #ask(
    submission: ApprovedSubmission,
    batch: Batch,
    batchId: BatchId,
    signal: AbortSignal,
  ): Promise<AskedBatch['said']> {
    const { performer, runner } = this.#ports;
    const event = await askStatus(performer, { submission, batch, batchId }, signal);
    signal.throwIfAborted();
    const answer = answerIn(event);
    if (batchId === batch.delivery?.batchId) runner.note(batch, answer);
    else runner.note(batch, abandonedStatus(batchId, answer));
    return saidIn(answer);
  }

  /** What other desks of a team may carry, their ledger knows. */
  *#batches(): Generator<Own> {
    const { contents, store } = this.#ports;
    for (const { submission: summary } of contents.standings()) {
      if (summary.stage !== 'approved') continue;
      const submission = contents.submission(summary.id);
      if (submission.stage !== 'approved' || submission.team !== undefined) continue;
      for (const batch of currentBatches(store.batches(submission.id))) yield { submission, batch };
    }
  }
}

/** The ids of which the service has not said its last word, as far as is known here. */
function openIds({ state, delivery, report, watched }: Batch): BatchId[] {
  const isOpen = state === 'verifying' || state === 'unknown' || (state === 'processing' && report !== 'wanted');
  return [
    ...(isOpen && delivery !== undefined ? [delivery.batchId] : []),
    ...watched.filter(({ isOver }) => !isOver).map(({ batchId }) => batchId),
  ];
}

function isKnownToBeThere({ delivery, acceptedAt, watched }: Batch, batchId: BatchId): boolean {
  if (batchId === delivery?.batchId) return acceptedAt !== undefined;
  return watched.some((one) => one.batchId === batchId && one.movedAt !== undefined);
}

type Answer = Extract<BatchEvent, { kind: 'status' | 'status-missing' | 'status-failed' }>;

function answerIn(event: BatchEvent | undefined): Answer {
  if (event?.kind === 'status' || event?.kind === 'status-missing' || event?.kind === 'status-failed') return event;
  throw new Error(`A question is answered by ${event?.kind}.`);
}

function saidIn(answer: Answer): AskedBatch['said'] {
  switch (answer.kind) {
    case 'status':
      return answer.remoteState;
    case 'status-missing':
      return null;
    case 'status-failed':
      return fromRecord(answer.error);
    default:
      return assertNever(answer);
  }
}
