/** @file The check of added files: each is checked when its turn comes, and what the check finds is decided upon. */

import { availableParallelism } from 'node:os';
import { AppError, describeError, type ErrorRecord, toAppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { type CheckProgress, type CheckSummary, checkFile } from '../check/check.ts';
import type { IdIndexOrder } from '../check/id-index/order.ts';
import type { LineIndex } from '../check/line-index.ts';
import type { Clock } from '../ground/clock.ts';
import { abortable } from '../wire/service/abortable.ts';
import type { Approvals } from './approvals.ts';
import type { SubmissionId } from './batch.ts';
import { type CheckResult, Checks, type CheckTurn } from './checks.ts';
import { underOwnName } from './own-name.ts';
import type { QueueStore } from './storage/store.ts';
import { type CheckFailedSubmission, isBound, type Submission } from './submission.ts';
import type { TeamGate } from './team-gate.ts';

export interface IntakePorts {
  store: QueueStore;
  clock: Clock;
  /** The submission as it stands now: a person may have paused it while it was checked. */
  current: (id: SubmissionId) => Submission;
  /** Decides on what a check has found. */
  approvals: Pick<Approvals, 'decide'>;
  onProgress: (id: SubmissionId, progress: CheckProgress) => void;
  /** The check of a submission takes longer, for this reason. */
  onSlow: (id: SubmissionId, error: AppError) => void;
  /** Its check has failed, which is stored. */
  onFailed: (submission: CheckFailedSubmission) => void;
  /** The check has let go of it. */
  onOver: (submission: Submission) => void;
  /** The store failed (a full disk): the check has to start again. */
  onFailure: (error: AppError) => void;
  /** Keeps the modification ids of checked files; without it they are not kept. */
  ids?: IdKeeper | undefined;
  /** The ledgers that are shared with other desks; without it there are none. */
  team?: Pick<TeamGate, 'order'> | undefined;
}

/** What a check needs of the index of modification ids. */
export interface IdKeeper {
  /** What a check is asked for; undefined where the ids are not to be kept. Does not throw. */
  order: (id: SubmissionId) => Promise<IdIndexOrder | undefined>;
  /** The ids of this submission could not be kept. */
  onFailure: (id: SubmissionId, error: ErrorRecord) => void;
}

export class Intake {
  readonly #ports: IntakePorts;
  readonly #checks: Checks;
  /** Whose file another program had open when it was to be read. */
  readonly #inUse = new Set<SubmissionId>();

  constructor(ports: IntakePorts) {
    this.#ports = ports;
    this.#checks = new Checks({
      clock: ports.clock,
      cores: availableParallelism(),
      run: (id, turn, signal) => this.#run(id, turn, signal),
      onOver: (id) => ports.onOver(ports.current(id)),
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
    await this.#checks.stop();
  }

  async #run(id: SubmissionId, turn: CheckTurn, signal: AbortSignal): Promise<CheckResult> {
    try {
      // So that it no longer looks as if it waited for its turn.
      this.#ports.onProgress(id, { bytes: 0, totalBytes: turn.bytes, lines: 0, errors: 0, warnings: 0 });
      const result = await this.#check(this.#ports.current(id), turn, signal);
      if (result === 'over') this.#inUse.delete(id);
      await this.#ports.store.findings.sweep(signal);
      return result;
    } catch (thrown) {
      this.#ports.onFailure(toAppError(thrown));
      return 'over';
    }
  }

  async #check(file: Submission, turn: CheckTurn, signal: AbortSignal): Promise<CheckResult> {
    const { id, content, options } = file;
    const { store, ids, team } = this.#ports;
    try {
      store.findings.clear(id);
      const idIndex = await ids?.order(id);
      const teamIndex = isBound(file) ? await team?.order(file) : undefined;
      let notKept: ErrorRecord | undefined;
      let lineIndex: LineIndex | undefined;
      const summary = await checkFile(
        {
          path: content,
          ruleSet: options.ruleSet,
          maxBatchBytes: options.maxBatchBytes,
          ...(idIndex && { idIndex }),
          ...(teamIndex && { teamIndex }),
        },
        {
          signal,
          onFindings: (findings) => store.findings.add(id, findings),
          onProgress: (progress) => this.#ports.onProgress(id, progress),
          onJudgeAlone: (error) => this.#ports.onSlow(id, error),
          onLineIndex: (index) => {
            lineIndex = index;
          },
          onIdIndex: (outcome) => {
            if (outcome.kind === 'failed') notKept = outcome.error;
          },
        },
      );
      assertAsPrepared(file, summary);
      if (notKept !== undefined) ids?.onFailure(id, notKept);
      const { ranges, ...check } = summary;
      const warning = notKept && withoutIds(notKept);
      await abortable(turn.before(), signal);
      await this.#ports.approvals.decide(id, { check, ranges, warning, lineIndex }, signal, turn.letNext);
      return 'over';
    } catch (thrown) {
      if (signal.aborted) return 'over';
      const error = toAppError(thrown);
      if (error.code === 'disk.full' || error.code === 'queue.damaged') throw error;
      if (error.code === 'file.locked') {
        if (!this.#inUse.has(id)) this.#ports.onSlow(id, error);
        this.#inUse.add(id);
        return 'in-use';
      }
      this.#fail(id, underOwnName(error.toRecord(), file));
      return 'over';
    }
  }

  #fail(id: SubmissionId, error: ErrorRecord): void {
    const { store, clock, current, onFailed } = this.#ports;
    const failed: CheckFailedSubmission = { ...current(id), stage: 'check-failed', check: undefined, error };
    store.saveSubmission(failed, { at: clock.now(), kind: failed.stage, detail: { error: error.code } });
    onFailed(failed);
  }
}

/** What was verified when the file was added may have been replaced until it was checked. @throws AppError manifest.not-as-prepared */
function assertAsPrepared({ name, prepared }: Submission, { sha256 }: CheckSummary): void {
  if (prepared === undefined || prepared.sha256 === sha256) return;
  throw new AppError('manifest.not-as-prepared', {
    path: name,
    problems: fact('the file has other bytes than were prepared.'),
  });
}

function withoutIds({ code, params }: ErrorRecord): ErrorRecord {
  const { detail } = describeError({ code, params }, 'window');
  return new AppError('submission.ids-not-kept', { reason: detail }).toRecord();
}
