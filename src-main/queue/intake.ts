/**
 * @file From an added file to its batches: each file is checked when its turn comes, and what the check finds decides whether
 * a submission is approved or held.
 */

import { stat } from 'node:fs/promises';
import type { CheckAgain } from '../../src-shared/contract.ts';
import { AppError, describeError, type ErrorRecord, toAppError } from '../../src-shared/errors.ts';
import { needsReason } from '../../src-shared/sent-before.ts';
import { type CheckProgress, type CheckSummary, checkFile } from '../checking/check.ts';
import type { IdIndexOrder } from '../checking/id-index/order.ts';
import type { RuleSet } from '../checking/rules/rule-set.ts';
import { fromRecord } from '../checking/thread.ts';
import type { Clock } from '../clock.ts';
import { toFileError } from '../files/file-errors.ts';
import type { Batch, SubmissionId } from './batch.ts';
import { type Binding, type FileOnDisk, reasonToCheckAgain } from './binding.ts';
import { Checks } from './checks.ts';
import { decide, type SentIds } from './decision.ts';
import { underOwnName } from './own-name.ts';
import { ruleSetDigest } from './receipts/source-facts.ts';
import { addressesOf, rangesDigest } from './recorded-facts.ts';
import { digestOfTotals } from './reduction.ts';
import { sentBefore } from './sent-before.ts';
import type { QueueStore } from './storage/store.ts';
import {
  type ApprovedSubmission,
  type ByteRange,
  type CheckedSubmission,
  type CheckFailedSubmission,
  type CheckResult,
  type HeldSubmission,
  isBound,
  recheck,
  type Submission,
} from './submission.ts';

/** What the end of a check, or a person, has made of a submission; `check-over`: the check has let go of it. */
type Outcome = 'held' | 'checked' | 'bound' | 'check-failed' | 'approved' | 'check-over';

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
  /** Throws AppError policy.managed for rules by which nothing may be judged here; any may by default. */
  requireRules?: ((ruleSet: RuleSet) => void) | undefined;
  /** Whether files of watched folders may be sent without a person; false by default. */
  mayReleaseItself?: boolean | undefined;
  /** Whether what goes there waits for a person in any case; false by default. */
  mustConfirm?: ((bound: Pick<Submission, 'connection' | 'destination'>) => boolean) | undefined;
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
      await this.#ports.store.findings.sweep(signal);
    } catch (thrown) {
      this.#ports.onFailure(toAppError(thrown));
    }
  }

  /**
   * A person decides that a held submission is sent. What was sent since its check counts as well: it may have been held for
   * something else, and then the person sees it first. Returns how many batches it makes.
   * @throws AppError queue.not-held, queue.nothing-to-send, submission.no-reason, submission.sent-before,
   *   submission.ids-sent-before, submission.corrected
   */
  async approve(id: SubmissionId, reason: string | undefined): Promise<number> {
    const { check } = this.#sendable(id);
    const sentIds = await this.#sentIdsOf(() => this.#ports.current(id), check.sha256, this.#stopping.signal);
    const submission = this.#sendable(id);
    const { ranges, error, ...rest } = submission;
    const given = reason?.trim() || rest.options.sendAgain;
    const options = { ...rest.options, sendAgain: undefined, awaitRelease: undefined, awaitConfirmation: undefined };
    const found = decide(
      { options, connection: rest.connection },
      check,
      true,
      sentBefore(this.#ports.store, rest, check),
      sentIds,
    ).error;
    const known = needsReason(error) ? error : found;
    // A reason that was given for the errors says nothing of transactions that went to the service meanwhile.
    const isNews = known !== undefined && known !== error;
    if (isNews && rest.options.sendAgain === undefined) {
      this.#save({ ...submission, error: known });
      throw given ? fromRecord(known) : new AppError('submission.no-reason', {});
    }
    if (known !== undefined && !given) throw new AppError('submission.no-reason', {});
    this.#approve({ ...rest, stage: 'approved' }, ranges, {
      decidedByPerson: true,
      ...(given && { reason: given }),
      ...(known !== undefined && { sentBefore: known.params.id }),
      ...(rest.options.awaitRelease !== undefined && { watchedFolder: rest.options.awaitRelease.folder }),
    });
    return ranges.length;
  }

  /**
   * A person chooses where a file goes that was only checked. It continues with the check that was done, as if it had been added
   * for this connection; returns why it has to be checked again, if so, which is then due.
   * @throws AppError queue.not-checked, submission.corrected, file.*
   */
  async bind(id: SubmissionId, binding: Binding): Promise<CheckAgain | undefined> {
    const { content, check } = this.#checkedOnly(id);
    const again = reasonToCheckAgain(this.#checkedOnly(id), binding.options, await fileOnDisk(content));
    const wanted = { ...this.#checkedOnly(id), ...binding };
    const sentIds =
      again === undefined ? await this.#sentIdsOf(() => wanted, check.sha256, this.#stopping.signal) : undefined;
    // It may have been removed, or bound by another window, meanwhile.
    const { ranges, warning } = this.#checkedOnly(id);
    // Stored as if it were due: after a crash between the two steps, it is checked again and continues.
    const bound = { ...recheck(wanted), ...(warning !== undefined && { warning }) };
    this.#ports.store.saveSubmission(bound, {
      at: this.#ports.clock.now(),
      kind: 'bound',
      detail: {
        ...{ connection: binding.connection, onInvalid: binding.options.onInvalid },
        ...addressesOf(binding.destination),
        ...(again !== undefined && { checkedAgain: again }),
      },
    });
    this.#ports.onChange(bound, [], 'bound');
    if (again === undefined) this.#conclude(bound, check, ranges, sentIds, undefined);
    return again;
  }

  /** @throws AppError queue.not-checked, submission.corrected */
  #checkedOnly(id: SubmissionId): CheckedSubmission {
    const submission = this.#ports.current(id);
    if (submission.stage !== 'checked' || submission.removedAt !== undefined)
      throw new AppError('queue.not-checked', { id });
    const { corrected } = submission;
    if (corrected !== undefined) throw new AppError('submission.corrected', { id, by: corrected.by });
    return submission;
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
  async #sentIdsOf(submission: () => Submission, sha256: string, signal: AbortSignal): Promise<SentIds | undefined> {
    for (;;) {
      const approvals = this.#approvals;
      const sentIds = await this.#ports.ids?.compare(submission(), sha256, signal);
      if (approvals === this.#approvals) return sentIds;
    }
  }

  async #check(file: Submission, signal: AbortSignal): Promise<void> {
    const { id, content, options } = file;
    const { store, ids } = this.#ports;
    try {
      store.findings.clear(id);
      const idIndex = await ids?.order(id);
      let notKept: ErrorRecord | undefined;
      const summary = await checkFile(
        { path: content, ruleSet: options.ruleSet, maxBatchBytes: options.maxBatchBytes, ...(idIndex && { idIndex }) },
        {
          signal,
          onFindings: (findings) => store.findings.add(id, findings),
          onProgress: (progress) => this.#ports.onProgress(id, progress),
          onJudgeAlone: (error) => this.#ports.onJudgeAlone(id, error),
          onLineIndex: (index) => store.lines.saveIndex(id, index),
          onIdIndex: (outcome) => {
            if (outcome.kind === 'failed') notKept = outcome.error;
          },
        },
      );
      assertAsPrepared(this.#ports.current(id), summary);
      if (notKept !== undefined) ids?.onFailure(id, notKept);
      const current = () => this.#ports.current(id);
      const sentIds = isBound(current()) ? await this.#sentIdsOf(current, summary.sha256, signal) : undefined;
      signal.throwIfAborted();
      const { ranges, ...check } = summary;
      this.#conclude(current(), check, ranges, sentIds, notKept);
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toAppError(thrown);
      if (error.code === 'disk.full' || error.code === 'queue.damaged') throw error;
      this.#save({
        ...this.#ports.current(id),
        stage: 'check-failed',
        check: undefined,
        error: underOwnName(error.toRecord(), file),
      });
    }
  }

  #conclude(
    submission: Submission,
    check: CheckResult,
    ranges: readonly ByteRange[],
    sentIds: SentIds | undefined,
    notKept: ErrorRecord | undefined,
  ): void {
    if (!isBound(submission)) {
      const warning = notKept && withoutIds(notKept);
      const found = { ...submission, check, ranges: [...ranges], ...(warning !== undefined && { warning }) };
      this.#save({ ...found, stage: 'checked' });
      return;
    }
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
    if (stage === 'held') this.#save({ ...next, stage, ranges: [...ranges], ...(error !== undefined && { error }) });
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
  #asAllowed(submission: Submission): Pick<Submission, 'options' | 'connection'> {
    const { serviceMayDecide, mayReleaseItself, mustConfirm } = this.#ports;
    const { onInvalid, awaitRelease, ...others } = submission.options;
    return {
      connection: submission.connection,
      options: {
        ...others,
        ...(mustConfirm?.(submission) === true && { awaitConfirmation: true }),
        onInvalid: serviceMayDecide === false ? 'stop' : onInvalid,
        ...(awaitRelease !== undefined && {
          awaitRelease: mayReleaseItself === true ? awaitRelease : { ...awaitRelease, when: 'always' },
        }),
      },
    };
  }

  /** The rule set of a file that was added earlier may be one that is refused now. */
  #maySend({ options }: Submission, ranges: readonly ByteRange[]): boolean {
    return ranges.length > 0 && this.#mayJudgeBy(options.ruleSet);
  }

  #mayJudgeBy(ruleSet: RuleSet): boolean {
    try {
      this.#ports.requireRules?.(ruleSet);
      return true;
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'policy.managed') return false;
      throw thrown;
    }
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

  #save(submission: HeldSubmission | CheckedSubmission | CheckFailedSubmission): void {
    this.#ports.store.saveSubmission(submission, {
      at: this.#ports.clock.now(),
      kind: submission.stage,
      ...(submission.error !== undefined && { detail: { error: submission.error.code } }),
    });
    this.#ports.onChange(submission, [], submission.stage);
  }
}

/** @throws AppError file.* */
async function fileOnDisk(path: string): Promise<FileOnDisk> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { bytes: size, modifiedAt: mtimeMs };
  } catch (thrown) {
    throw toFileError(thrown, path);
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
