/** @file What a person does to submissions: each is stored with its reason, and what works on them hears of it. */

import type { CheckAgain, QueueAction } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { WrittenKind } from '../../src-shared/history.ts';
import { isEndState } from '../../src-shared/states.ts';
import type { Clock } from '../ground/clock.ts';
import type { AbandonedWatch } from './abandoned-watch.ts';
import { type ActionResult, isCorrected, mayBeRetried, resultOf, resultOfRemove, resultOfSendNow } from './actions.ts';
import { type Allowances, requireAllowed } from './allowances.ts';
import type { Approvals } from './approvals.ts';
import type { Batch, SubmissionId } from './batch.ts';
import type { Binding } from './binding.ts';
import type { Contents } from './contents.ts';
import type { Settled, Settling } from './correction/settling.ts';
import { atNewPlace, readFound } from './found-file.ts';
import type { Intake } from './intake.ts';
import { inheritanceOf } from './machine/inheritance.ts';
import type { Accept, BatchCause, PersonAction, SubmissionCause } from './queue-change.ts';
import type { Runner } from './runner.ts';
import { sentSince } from './sent-before/same-content.ts';
import type { QueueStore } from './storage/store.ts';
import { recheck, type Submission } from './submission.ts';
import type { SubmissionView } from './submission-view.ts';
import type { TeamGate } from './team-gate.ts';
import { decideAgain, lacksWord } from './withdrawn-approval.ts';

export interface ActionPorts extends Allowances {
  store: QueueStore;
  clock: Clock;
  contents: Contents;
  settling: Settling;
  intake: Pick<Intake, 'abort'>;
  approvals: Pick<Approvals, 'approve' | 'bind'>;
  runner: Pick<Runner, 'cancel' | 'giveUp' | 'hurry' | 'letFinish' | 'sendAgain' | 'askForReport'>;
  watch: Pick<AbandonedWatch, 'note'>;
  team?: Pick<TeamGate, 'ledgerOf'> | undefined;
  /** Has the file checked, if the queue runs. */
  check: (submission: Submission) => void;
  accept: Accept;
  noteBatch: (batch: Batch, cause: BatchCause) => void;
  /** A person has done this; `batches`: how many it was about. */
  onAction: (action: PersonAction, submission: SubmissionId, batches: number) => void;
  onRemoved: (submission: Submission) => void;
  /** Tries connections again that were put on hold. */
  releaseHolds: () => void;
}

export class PersonActions {
  readonly #ports: ActionPorts;

  constructor(ports: ActionPorts) {
    this.#ports = ports;
  }

  /**
   * Nothing more of it is sent until it is resumed; a batch in flight starts again then.
   * @param letsFinish that is sent to its end first
   * @throws AppError queue.unknown-id
   */
  pause(id: SubmissionId, letsFinish = false): ActionResult {
    return this.#act('pause', this.#ports.contents.view(id), () => {
      if (letsFinish) this.#ports.runner.letFinish(id);
      this.#setPaused(id, true);
    });
  }

  /** @throws AppError queue.unknown-id */
  resume(id: SubmissionId): ActionResult {
    const result = this.#act('resume', this.#ports.contents.view(id), () => this.#setPaused(id, false));
    this.#ports.releaseHolds();
    return result;
  }

  /** Its uploads do not wait for the sending hours of their connection, this once. @throws AppError queue.unknown-id */
  sendNow(id: SubmissionId): ActionResult {
    const result = resultOfSendNow(this.#ports.contents.view(id));
    if (!result.done) return result;
    this.#change(id, 'sent-now', (submission) => ({ ...submission, sendsNow: true as const }));
    this.#ports.onAction('send-now', id, result.batches);
    return result;
  }

  /**
   * Approves a held submission. A file that was sent before, or ids of it, needs a reason, which the history keeps.
   * @throws AppError queue.not-held, queue.nothing-to-send, submission.no-reason
   */
  async approve(id: SubmissionId, reason?: string, ingestValid?: boolean): Promise<void> {
    const { approvals, contents } = this.#ports;
    const batches = await approvals.approve(contents.submissionInQueue(id).id, reason, ingestValid);
    this.#ports.onAction('approve', id, batches);
  }

  /**
   * Sends a file that was only checked, over the connection that a person chooses. It continues with the check that was done;
   * returns why the file has to be checked again first, if so.
   * @throws AppError queue.unknown-id, queue.not-checked, submission.corrected, policy.managed, file.*
   */
  async send(id: SubmissionId, binding: Binding): Promise<CheckAgain | undefined> {
    requireAllowed(this.#ports, binding.options);
    const again = await this.#ports.approvals.bind(this.#ports.contents.submissionInQueue(id).id, binding);
    this.#ports.onAction('send', id, 0);
    if (again !== undefined) this.#ports.check(this.#ports.contents.submission(id));
    return again;
  }

  /**
   * Its file was moved or renamed, and is found again; what failed without it is tried again.
   * @throws AppError queue.unknown-id, file.*, and as `retry`
   */
  async findFile(id: SubmissionId, path: string, signal: AbortSignal): Promise<void> {
    const { contents, store, clock, accept, onAction } = this.#ports;
    const found = await readFound(path, signal);
    const { submission, batches } = contents.view(id);
    const moved = atNewPlace(submission, found);
    const { content, name, check } = moved;
    const index = store.lines.index(id);
    const detail = { path: content, name, ...(check !== undefined && { modifiedAt: check.modifiedAt }) };
    store.together(() => {
      store.saveSubmission(moved, { at: clock.now(), kind: 'file-found', detail });
      if (index !== undefined && check !== undefined)
        store.lines.saveIndex(id, { ...index, modifiedAt: check.modifiedAt });
    });
    accept(moved, [], 'file-found');
    onAction('findFile', id, 0);
    if (moved.stage === 'checking') this.#ports.check(moved);
    else if (batches.some(isStopped) && !batches.some(({ state }) => state === 'cancelled')) this.retry(id);
  }

  /**
   * Begins again what ended without success: a failed check, or batches that failed or were cancelled.
   * What only waits for its next try does not wait any longer, nor does what waits for the same connection.
   * @throws AppError queue.unknown-id, submission.sent-since, and as Settling.redo
   */
  retry(id: SubmissionId): ActionResult {
    const view = this.#ports.contents.view(id);
    const result = this.#act('retry', view, () => {
      this.#requireNotSentSince(view);
      this.#acceptSettled(this.#ports.settling.redo(view.submission));
      const { submission } = view;
      if (lacksWord(submission, this.#ports.store, this.#ports.team))
        this.#ports.check(decideAgain({ ...submission, paused: false }, 'retried', this.#ports));
      else if (view.submission.stage === 'approved') this.#retryBatches(view);
      else this.#ports.check(this.#change(id, 'retried', recheck));
    });
    this.#ports.releaseHolds();
    if (view.submission.stage !== 'approved' || view.submission.paused) return result;
    const due = this.#ports.runner.hurry(view.submission);
    return !result.done && result.reason === 'under-way' ? { ...result, due } : result;
  }

  /**
   * Gives up what has not ended yet. What the service has already got, it may still process.
   * @param reason why its lines are given up
   * @throws AppError queue.unknown-id
   */
  cancel(id: SubmissionId, reason?: string): ActionResult {
    const view = this.#ports.contents.view(id);
    return this.#act('cancel', view, () => {
      if (view.submission.stage === 'approved') {
        for (const batch of view.batches) {
          this.#ports.runner.cancel(batch.number);
          if (view.submission.team !== undefined) this.#ports.runner.giveUp(batch);
        }
      } else {
        this.#ports.intake.abort(id);
        const cancelled = (current: Submission): Submission => ({ ...current, stage: 'cancelled' });
        this.#change(id, 'cancelled', cancelled, reason === undefined ? undefined : { reason });
      }
      this.#acceptSettled(this.#ports.settling.undo(view.submission));
    });
  }

  /**
   * Takes a submission in which nothing moves any more out of the queue. Its history stays, and so does what is known of
   * its content: the same file counts as sent before. For ten minutes `restore` brings it back.
   * @param removedAt the same for all that are removed together, which tells what comes back together
   * @throws AppError queue.unknown-id
   */
  remove(id: SubmissionId, removedAt = this.#ports.clock.now()): ActionResult {
    const { contents, store, settling, onRemoved } = this.#ports;
    return this.#carryOut('remove', id, resultOfRemove(contents.standing(id)), () => {
      const removed = { ...contents.submission(id), removedAt };
      const settled = store.together(() => {
        store.saveSubmission(removed, { at: removedAt, kind: 'removed' });
        return settling.undo(removed);
      });
      onRemoved(removed);
      this.#acceptSettled(settled);
    });
  }

  /** Brings back, with all that was known of it, what was taken out of the queue. @throws AppError queue.unknown-id, and as Settling.redo */
  restore(id: SubmissionId): ActionResult {
    const { contents, store, clock, settling, accept, noteBatch } = this.#ports;
    const view = contents.findRemoved(String(id));
    return this.#act('restore', view, () => {
      const { removedAt: _, ...submission } = view.submission;
      const settled = store.together(() => {
        store.saveSubmission(submission, { at: clock.now(), kind: 'restored' });
        return settling.redo(submission);
      });
      accept(submission, [], 'restored');
      // Nothing in them is open, so the runner need not know them.
      for (const batch of view.batches) noteBatch(batch, { cause: 'restored' });
      this.#acceptSettled(settled);
    });
  }

  /** The rows that the preparation of these had refused are dealt with elsewhere, as a person says. @throws AppError queue.unknown-id */
  settleRefused(ids: readonly SubmissionId[], reason: string): void {
    const { contents, store, clock, accept } = this.#ports;
    const settled = ids.map((id) => contents.submissionInQueue(id));
    store.together(() => {
      for (const submission of settled)
        store.saveSubmission(submission, { at: clock.now(), kind: 'refused-settled', detail: { reason } });
    });
    for (const submission of settled) accept(submission, [], 'refused-settled');
  }

  /** It is known now from where that service counts the lines of its reports. Returns how many that left lines open are asked for again. */
  readAgain(destination: string): number {
    const { contents, runner, accept } = this.#ports;
    const meant = contents.standings().filter(({ submission }) => submission.destination === destination);
    return meant.reduce((asked, { submission: { id } }) => {
      const { submission, batches } = contents.view(id);
      const unproven = batches.filter(leavesLinesOpen);
      for (const batch of unproven) runner.askForReport(batch);
      if (unproven.length > 0) accept(submission, [], 'retried');
      return asked + unproven.length;
    }, 0);
  }

  #act(action: QueueAction, view: SubmissionView, work: () => void): ActionResult {
    return this.#carryOut(action, view.submission.id, resultOf(action, view, this.#ports.clock.now()), work);
  }

  #carryOut(action: QueueAction, id: SubmissionId, result: ActionResult, work: () => void): ActionResult {
    if (!result.done) return result;
    work();
    this.#ports.onAction(action, id, result.batches);
    return result;
  }

  /** What a correction has settled, or has opened again. */
  #acceptSettled(settled: Settled | undefined): void {
    if (settled !== undefined) this.#ports.accept(settled.submission, [], settled.cause);
  }

  #setPaused(id: SubmissionId, paused: boolean): void {
    this.#change(id, paused ? 'paused' : 'resumed', (submission) => ({ ...submission, paused }));
  }

  /** What never went from here may have gone with a file of the same content. @throws AppError submission.sent-since */
  #requireNotSentSince({ submission, batches }: SubmissionView): void {
    if (submission.stage !== 'approved') return;
    const isUnsent = batches.some((batch) => isTriedAnew(submission, batch) && batch.delivery?.mayHaveArrived !== true);
    const since = isUnsent ? sentSince(this.#ports.store, submission) : undefined;
    if (since !== undefined) throw new AppError('submission.sent-since', { id: submission.id, by: since.id });
  }

  #retryBatches({ submission, batches }: SubmissionView): void {
    const { store, clock, runner, watch, accept } = this.#ports;
    const at = clock.now();
    const fresh = batches
      .filter((batch) => isTriedAnew(submission, batch))
      .map((batch) => {
        watch.note({ ...batch, watched: [] });
        return store.replaceBatch(batch, inheritanceOf(batch, at), { at, kind: 'retried' });
      });
    for (const batch of batches) if (batch.state === 'unknown') runner.sendAgain(batch);
    // It has arrived: only its report is asked for again.
    for (const batch of batches) if (batch.state === 'unreported') runner.askForReport(batch);
    const resumed = this.#change(submission.id, 'resumed', (current) => ({ ...current, paused: false }));
    accept(resumed, fresh, 'retried');
  }

  #change(
    id: SubmissionId,
    kind: SubmissionCause & WrittenKind,
    change: (submission: Submission) => Submission,
    detail?: { reason: string },
  ): Submission {
    const { contents, store, clock, accept } = this.#ports;
    const changed = change(contents.submissionInQueue(id));
    store.saveSubmission(changed, { at: clock.now(), kind, ...(detail && { detail }) });
    accept(changed, [], kind);
    return changed;
  }
}

/** Whether a retry replaces the batch. */
function isTriedAnew(submission: Submission, batch: Batch): boolean {
  if (batch.state === 'unreported' || isCorrected(submission, batch)) return false;
  return isEndState(batch.state) && mayBeRetried(batch);
}

/** Whether its file kept it from being sent. */
function isStopped({ error }: Batch): boolean {
  return error?.code.startsWith('file.') === true;
}

function leavesLinesOpen({ state, reportError }: Batch): boolean {
  return state === 'unreported' && reportError?.code === 'report.unclear' && reportError.params['why'] === 'unproven';
}
