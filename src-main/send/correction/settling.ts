/**
 * @file Links a correction to the submission that it corrects. The corrected one is settled by that: nothing of it can be sent a second
 * time. If a person cancels or removes the correction before any of it was sent, the link is taken back.
 */

import { isDeepStrictEqual } from 'node:util';
import { AppError, assertNever } from '../../../src-shared/errors.ts';
import type { Clock } from '../../ground/clock.ts';
import type { SubmissionId } from '../batch.ts';
import { isGivenUp } from '../lines-in-the-end.ts';
import type { QueueStore } from '../storage/store.ts';
import { correctionsOf, type Submission, wasSent } from '../submission.ts';
import { type SubmissionView, viewOf } from '../submission-view.ts';
import { correctionObstacle, whatIsMissing } from './missing.ts';

/** What a new submission has of another one. */
export interface Correction {
  of: SubmissionId;
  /** The starts of the batches that it stands for, as they were when its file was made. */
  starts: readonly number[];
  /** Which line each of its lines was: LineMap, as text. */
  lineMap: string;
  /** How many lines of it are not sent again, since they went before with another submission. */
  linesBefore?: number;
  /** The lines that stay to be corrected, as a file of their own. */
  rest?: { path: string; name: string; lineMap: string };
}

export interface SettlingPorts {
  store: QueueStore;
  clock: Clock;
}

/** The corrected submission as it has just been stored, and why. */
export interface Settled {
  submission: Submission;
  cause: 'corrected' | 'correction-undone';
}

export class Settling {
  readonly #ports: SettlingPorts;

  constructor(ports: SettlingPorts) {
    this.#ports = ports;
  }

  /**
   * Makes sure that what is missing is still what the correction stands for.
   * @throws AppError submission.corrected, submission.not-correctable, submission.nothing-missing, submission.changed-meanwhile
   */
  requireFitting({ of, starts }: Pick<Correction, 'of' | 'starts'>): void {
    const view = this.#view(of);
    requireCorrectable(view);
    if (!isDeepStrictEqual(startsOf(view), [...starts])) throw new AppError('submission.changed-meanwhile', { id: of });
  }

  /** Settles the submission that a new one corrects. */
  settle(
    correction: Submission,
    { starts, rest }: { starts: readonly number[]; rest?: SubmissionId | undefined },
  ): Settled | undefined {
    if (correction.corrects === undefined) return undefined;
    const before = this.#view(correction.corrects).submission;
    const by = { by: correction.id, ...(rest !== undefined && { rest }) };
    const settled = { ...before, corrected: { ...by, starts: [...starts] } };
    return this.#save(settled, 'corrected', { ...by, batches: starts.length });
  }

  /**
   * What a new preparation stands for in the place of a submission: all that came of the same preparation, as it was corrected
   * since. None of it may have been sent.
   * @throws AppError queue.unknown-id, submission.not-prepared, submission.partly-sent, submission.not-correctable
   */
  replacedBy(id: SubmissionId): SubmissionView[] {
    const members = this.#membersOf(this.#view(id).submission);
    const sent = members.find(({ submission }) => wasSent(this.#ports.store.batches(submission.id)));
    if (sent !== undefined)
      throw new AppError('submission.partly-sent', { id, sent: sent.submission.id, path: sent.submission.name });
    const last = members.filter(({ submission }) => submission.corrected === undefined);
    for (const view of last) requireCorrectable(view);
    return last;
  }

  /** Settles what a new preparation stands for. @param by the first of its files */
  replace(replaced: readonly SubmissionView[], by: Submission): Settled[] {
    return replaced.map((view) => {
      const [starts, { submission }] = [startsOf(view), view];
      const detail = { by: by.id, batches: starts.length, preparedAgain: true };
      return this.#save({ ...submission, corrected: { by: by.id, starts } }, 'corrected', detail);
    });
  }

  /** All files of its preparation, and what has corrected or replaced them. @throws AppError submission.not-prepared */
  #membersOf(submission: Submission): SubmissionView[] {
    const first = this.#preparedBehind(submission);
    if (first === undefined) throw new AppError('submission.not-prepared', { id: submission.id });
    const all = this.#ports.store.prepared();
    const found = new Map<SubmissionId, SubmissionView>();
    for (const due = [first]; ; ) {
      const next = due.pop();
      if (next === undefined) return [...found.values()];
      if (found.has(next.id)) continue;
      found.set(next.id, this.#view(next.id));
      due.push(...all.filter((other) => isOfSamePreparation(other, next)));
      due.push(...correctionsOf(next).map((id) => this.#view(id).submission));
    }
  }

  /** Itself, or the file that it corrects. */
  #preparedBehind(submission: Submission): Submission | undefined {
    if (submission.prepared !== undefined) return submission;
    const before = this.#corrected(submission);
    return before !== undefined && correctionsOf(before).includes(submission.id)
      ? this.#preparedBehind(before)
      : undefined;
  }

  /** What was cancelled or removed is in no other submission any more, unless some of it was sent. */
  undo(removed: Submission): Settled | undefined {
    const before = this.#corrected(removed);
    if (before?.corrected === undefined || !correctionsOf(before).includes(removed.id)) return undefined;
    // Other files of the same preparation may go: what all of them replace would be sent a second time.
    if (removed.prepared !== undefined) return undefined;
    const { store } = this.#ports;
    if (wasSent(store.batches(removed.id))) return undefined;
    // Of two that have its lines, the other one may go as well.
    for (const id of correctionsOf(before)) {
      const other = id === removed.id ? undefined : store.submission(id);
      if (other !== undefined && !isGivenUp(other, store.batches(id))) return undefined;
    }
    const { corrected: _, ...open } = before;
    return this.#save(open, 'correction-undone', { by: removed.id });
  }

  /** A correction comes back, or is tried again. @throws as `requireFitting`, where what it corrects was settled in another way meanwhile */
  redo(restored: Submission): Settled | undefined {
    const before = this.#corrected(restored);
    if (before === undefined || correctionsOf(before).includes(restored.id)) return undefined;
    const view = this.#view(before.id);
    requireCorrectable(view);
    if (!this.#isAsLeft(before.id, restored.id)) throw new AppError('submission.changed-meanwhile', { id: before.id });
    return this.settle(restored, { starts: startsOf(view) });
  }

  /** What was sent of it since the correction was undone would be sent a second time. */
  #isAsLeft(corrected: SubmissionId, by: SubmissionId): boolean {
    const events = this.#ports.store.history(corrected);
    const undone = events.findLastIndex(({ kind, detail }) => kind === 'correction-undone' && detail['by'] === by);
    return events.slice(undone + 1).every(({ kind }) => kind === 'corrected' || kind === 'correction-undone');
  }

  #corrected({ corrects }: Submission): Submission | undefined {
    return corrects === undefined ? undefined : this.#ports.store.submission(corrects);
  }

  #view(id: SubmissionId): SubmissionView {
    const { store } = this.#ports;
    const submission = store.submission(id);
    if (submission === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
    return viewOf(submission, store.batches(id));
  }

  #save(submission: Submission, cause: Settled['cause'], detail: Record<string, unknown>): Settled {
    const { store, clock } = this.#ports;
    store.saveSubmission(submission, { at: clock.now(), kind: cause, detail });
    return { submission, cause };
  }
}

function isOfSamePreparation(one: Submission, { prepared, destination }: Submission): boolean {
  return (
    prepared !== undefined &&
    one.prepared?.manifestSha256 === prepared.manifestSha256 &&
    one.destination === destination
  );
}

/** The starts of the batches that are missing, and of those of which the service has rejected lines. */
export function startsOf(view: SubmissionView): number[] {
  const { missing, accepted } = whatIsMissing(view);
  const inPart = accepted.filter(({ named = 0 }) => named > 0);
  return [...missing, ...inPart].map(({ start }) => start);
}

/** @throws AppError submission.corrected, submission.not-correctable, submission.nothing-missing */
export function requireCorrectable(view: SubmissionView): void {
  const { id, corrected } = view.submission;
  const obstacle = correctionObstacle(view);
  switch (obstacle) {
    case undefined:
      return;
    case 'corrected':
      throw new AppError('submission.corrected', { id, by: corrected?.by ?? 0 });
    case 'under-way':
      throw new AppError('submission.not-correctable', { id });
    case 'nothing-missing':
      throw new AppError('submission.nothing-missing', { id });
    default:
      assertNever(obstacle);
  }
}
