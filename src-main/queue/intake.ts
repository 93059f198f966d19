/**
 * @file From an added file to its batches: each file is checked when its turn comes, and what the check finds decides whether
 * a submission is approved or held.
 */

import { AppError, describeError, type ErrorRecord, toAppError } from '../../src-shared/errors.ts';
import { needsReason } from '../../src-shared/sent-before.ts';
import { type CheckProgress, type CheckSummary, checkFile } from '../checking/check.ts';
import type { IdIndexOrder } from '../checking/id-index/order.ts';
import { loosenedBy } from '../checking/rules/rule-set.ts';
import type { Clock } from '../clock.ts';
import type { Batch, SubmissionId } from './batch.ts';
import { Checks } from './checks.ts';
import { decide, type SentIds } from './decision.ts';
import { ruleSetDigest } from './receipts/source-facts.ts';
import { rangesDigest } from './recorded-facts.ts';
import { digestOfTotals } from './reduction.ts';
import type { QueueStore } from './storage/store.ts';
import {
  type ApprovedSubmission,
  type ByteRange,
  type CheckFailedSubmission,
  type CheckResult,
  type HeldSubmission,
  type Submission,
  wasSent,
} from './submission.ts';

/** What the end of a check, or a person, has made of a submission; `check-over`: the check has let go of it. */
type Outcome = 'held' | 'check-failed' | 'approved' | 'check-over';

export interface IntakePorts {
  store: QueueStore;
  clock: Clock;
  /** The submission as it stands now: a person may have paused it while it was checked. */
  current: (id: SubmissionId) => Submission;
  onProgress: (id: SubmissionId, progress: CheckProgress) => void;
  /** The check of a submission is slow on this computer. */
  onJudgeAlone: (id: SubmissionId, error: AppError) => void;
  /** The submission has changed and is stored; with its batches once it is approved. */
  onChange: (submission: Submission, batches: readonly Batch[], cause: Outcome) => void;
  /** The store failed (a full disk): the check has to start again. */
  onFailure: (error: AppError) => void;
  /** Whether files with errors may be sent without a person; true by default. */
  serviceMayDecide?: boolean | undefined;
  /** Whether files of watched folders may be sent without a person; false by default. */
  mayReleaseItself?: boolean | undefined;
  /** Keeps the modification ids of checked files; without it they are not kept. */
  ids?: IdKeeper | undefined;
}

/** What the intake needs of the index of modification ids. */
export interface IdKeeper {
  /** What a check is asked for; undefined where the ids are not to be kept. Does not throw. */
  order: (id: SubmissionId) => Promise<IdIndexOrder | undefined>;
  /** The ids of this submission could not be kept. */
  onFailure: (id: SubmissionId, error: ErrorRecord) => void;
  /**
   * What of a checked file went to the same destination before; undefined where that cannot be said.
   * @throws AppError queue.damaged, disk.full, and the signal's reason
   */
  compare: (submission: Submission, sha256: string, signal: AbortSignal) => Promise<SentIds | undefined>;
}

export class Intake {
  readonly #ports: IntakePorts;
  readonly #checks: Checks;
  /** Aborts what was begun for a person. */
  #stopping = new AbortController();
  /** Submissions approved in this run: what was compared before the last one may miss it. */
  #approvals = 0;

  constructor(ports: IntakePorts) {
    this.#ports = ports;
    this.#checks = new Checks({
      clock: ports.clock,
      run: (id, bytes, signal) => this.#run(id, bytes, signal),
      onOver: (id) => ports.onChange(ports.current(id), [], 'check-over'),
    });
  }

  /** Checks that are due or under way. */
  get checking(): number {
    return this.#checks.count;
  }

  /** Checks the file when its turn comes. */
  enqueue(submission: Submission): void {
    this.#checks.enqueue(submission);
  }

  /** Ends the check of a submission, due or under way. */
  abort(id: SubmissionId): void {
    this.#checks.abort(id);
  }

  /** Ends all checks. The submissions stay as they are stored; the next start enqueues them again. */
  async stop(): Promise<void> {
    this.#stopping.abort(new AppError('upload.interrupted', {}));
    this.#stopping = new AbortController();
    await this.#checks.stop();
  }

  async #run(id: SubmissionId, bytes: number, signal: AbortSignal): Promise<void> {
    try {
      // So that it no longer looks as if it waited for its turn.
      this.#ports.onProgress(id, { bytes: 0, totalBytes: bytes, lines: 0, errors: 0, warnings: 0 });
      await this.#check(this.#ports.current(id), signal);
      await this.#ports.store.sweepFindings(signal);
    } catch (thrown) {
      this.#ports.onFailure(toAppError(thrown));
    }
  }

  /**
   * A person decides that a held submission is sent. What was sent since its check counts as well: it may have been held for
   * something else. Returns how many batches it makes.
   * @throws AppError queue.not-held, queue.nothing-to-send, submission.no-reason, submission.corrected
   */
  async approve(id: SubmissionId, reason: string | undefined): Promise<number> {
    const { check } = this.#sendable(id);
    const sentIds = await this.#sentIds(id, check.sha256, this.#stopping.signal);
    const submission = this.#sendable(id);
    const { ranges, error, ...rest } = submission;
    const given = reason?.trim() || rest.options.sendAgain;
    const options = { ...rest.options, sendAgain: undefined, awaitRelease: undefined };
    const found = decide({ options }, check, true, sentBefore(this.#ports.store, rest, check), sentIds).error;
    const known = needsReason(error) ? error : found;
    if (known !== undefined && !given) {
      // So that the person sees what the reason is for.
      if (known !== error) this.#save({ ...submission, error: known });
      throw new AppError('submission.no-reason', {});
    }
    this.#approve({ ...rest, stage: 'approved' }, ranges, {
      decidedByPerson: true,
      ...(given && { reason: given }),
      ...(known !== undefined && { sentBefore: known.params.id }),
      ...(rest.options.awaitRelease !== undefined && { watchedFolder: rest.options.awaitRelease.folder }),
    });
    return ranges.length;
  }

  /** @throws AppError queue.not-held, queue.nothing-to-send, submission.corrected */
  #sendable(id: SubmissionId): HeldSubmission {
    const submission = this.#ports.current(id);
    if (submission.stage !== 'held') throw new AppError('queue.not-held', { id });
    const { corrected } = submission;
    if (corrected !== undefined) throw new AppError('submission.corrected', { id, by: corrected.by });
    if (submission.ranges.length === 0) throw new AppError('queue.nothing-to-send', { path: submission.name });
    return submission;
  }

  /** As IdKeeper.compare, and with everything that was approved until this returns. */
  async #sentIds(id: SubmissionId, sha256: string, signal: AbortSignal): Promise<SentIds | undefined> {
    for (;;) {
      const approvals = this.#approvals;
      const sentIds = await this.#ports.ids?.compare(this.#ports.current(id), sha256, signal);
      if (approvals === this.#approvals) return sentIds;
    }
  }

  async #check({ id, content, options }: Submission, signal: AbortSignal): Promise<void> {
    const { store, ids } = this.#ports;
    try {
      store.clearFindings(id);
      const idIndex = await ids?.order(id);
      let notKept: ErrorRecord | undefined;
      const summary = await checkFile(
        { path: content, ruleSet: options.ruleSet, maxBatchBytes: options.maxBatchBytes, ...(idIndex && { idIndex }) },
        {
          signal,
          onFindings: (findings) => store.addFindings(id, findings),
          onProgress: (progress) => this.#ports.onProgress(id, progress),
          onJudgeAlone: (error) => this.#ports.onJudgeAlone(id, error),
          onLineIndex: (index) => store.saveLineIndex(id, index),
          onIdIndex: (outcome) => {
            if (outcome.kind === 'failed') notKept = outcome.error;
          },
        },
      );
      assertAsPrepared(this.#ports.current(id), summary);
      if (notKept !== undefined) ids?.onFailure(id, notKept);
      const sentIds = await this.#sentIds(id, summary.sha256, signal);
      signal.throwIfAborted();
      this.#conclude(this.#ports.current(id), summary, sentIds, notKept);
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toAppError(thrown);
      if (error.code === 'disk.full' || error.code === 'queue.damaged') throw error;
      this.#save({ ...this.#ports.current(id), stage: 'check-failed', check: undefined, error: error.toRecord() });
    }
  }

  #conclude(
    submission: Submission,
    { ranges, ...check }: CheckSummary,
    sentIds: SentIds | undefined,
    notKept: ErrorRecord | undefined,
  ): void {
    const before = sentBefore(this.#ports.store, submission, check);
    const { stage, error, warning } = decide(
      this.#asAllowed(submission),
      check,
      this.#maySend(submission, ranges),
      before,
      sentIds,
    );
    const { sendAgain } = submission.options;
    const told = warning ?? (notKept && withoutIds(notKept));
    const next = { ...submission, check, ...(told !== undefined && { warning: told }) };
    if (stage === 'held') this.#save({ ...next, stage, ranges, ...(error !== undefined && { error }) });
    else {
      const again = before.find((earlier) => earlier.check.sha256 === check.sha256) ?? sentIds?.files[0]?.submission;
      this.#approve({ ...next, stage }, ranges, {
        ...(again !== undefined && { reason: sendAgain, sentBefore: again.id }),
        ...(warning?.code === 'submission.resembles' && { resembles: warning.params.id }),
        ...(submission.options.awaitRelease !== undefined && {
          watchedFolder: submission.options.awaitRelease.folder,
          releasedItself: true,
        }),
      });
    }
  }

  /** What was chosen when the file was added may have been forbidden since. */
  #asAllowed(submission: Submission): Pick<Submission, 'options'> {
    const { serviceMayDecide, mayReleaseItself } = this.#ports;
    const { onInvalid, awaitRelease, ...others } = submission.options;
    return {
      options: {
        ...others,
        onInvalid: serviceMayDecide === false ? 'stop' : onInvalid,
        ...(awaitRelease !== undefined && {
          awaitRelease: mayReleaseItself === true ? awaitRelease : { ...awaitRelease, when: 'always' },
        }),
      },
    };
  }

  /** The rule set of a file that was added earlier may be one that is refused now. */
  #maySend({ options }: Submission, ranges: readonly ByteRange[]): boolean {
    const isStrict = this.#ports.serviceMayDecide !== false || loosenedBy(options.ruleSet).length === 0;
    return ranges.length > 0 && isStrict;
  }

  #approve(submission: ApprovedSubmission, ranges: readonly ByteRange[], circumstances: Record<string, unknown>): void {
    const { store, clock, onChange } = this.#ports;
    const { sha256, bytes, lines, errors, totals } = submission.check;
    const detail = {
      ...{ sha256, bytes, lines, errors, ranges: rangesDigest(ranges) },
      ruleSet: ruleSetDigest(submission.options.ruleSet),
      ...(totals !== undefined && { totals: digestOfTotals(totals) }),
      ...circumstances,
    };
    this.#approvals++;
    onChange(submission, store.approve(submission, ranges, { at: clock.now(), kind: 'approved', detail }), 'approved');
  }

  #save(submission: HeldSubmission | CheckFailedSubmission): void {
    this.#ports.store.saveSubmission(submission, {
      at: this.#ports.clock.now(),
      kind: submission.stage,
      ...(submission.error !== undefined && { detail: { error: submission.error.code } }),
    });
    this.#ports.onChange(submission, [], submission.stage);
  }
}

/** What was verified when the file was added may have been replaced until it was checked. @throws AppError manifest.not-as-prepared */
function assertAsPrepared({ name, prepared }: Submission, { sha256 }: CheckSummary): void {
  if (prepared === undefined || prepared.sha256 === sha256) return;
  throw new AppError('manifest.not-as-prepared', {
    path: name,
    problems: 'the file has other bytes than were prepared.',
  });
}

function withoutIds({ code, params }: ErrorRecord): ErrorRecord {
  const { detail } = describeError({ code, params }, 'window');
  return new AppError('submission.ids-not-kept', { reason: detail }).toRecord();
}

/**
 * Other submissions to the same destination with the same content or totals, of which bytes have gone out. Not the one that
 * it corrects: of that, it has only what the service has not taken.
 */
export function sentBefore(
  store: Pick<QueueStore, 'submissionsAlike' | 'batches'>,
  { id, destination, corrects }: Pick<Submission, 'id' | 'destination' | 'corrects'>,
  check: CheckResult,
): ApprovedSubmission[] {
  return store
    .submissionsAlike(check)
    .filter((other) => other.stage === 'approved')
    .filter((other) => other.id !== id && other.id !== corrects && other.destination === destination)
    .filter((other) => wasSent(store.batches(other.id)));
}
