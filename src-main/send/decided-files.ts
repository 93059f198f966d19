/** @file What was decided of a file is stored, with the entry of the history that says why. */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import type { Clock } from '../ground/clock.ts';
import type { Batch } from './batch.ts';
import type { Found, KnownBefore } from './compared.ts';
import type { Decision, TeamWord } from './decision.ts';
import { recordOfCheck, recordOfOptions, recordOfWord } from './sealed/fields.ts';
import type { QueueStore } from './storage/store.ts';
import type {
  ApprovedSubmission,
  ByteRange,
  CheckedSubmission,
  CheckResult,
  HeldSubmission,
  Submission,
} from './submission.ts';
import type { TeamGate } from './team-gate.ts';

export interface DecidedFilesPorts {
  store: Pick<QueueStore, 'approve' | 'saveSubmission'>;
  clock: Clock;
  team?: Pick<TeamGate, 'ledgerOf'> | undefined;
}

/** As it is stored; with its batches once it is approved. */
export type Stored = [submission: Submission, batches: readonly Batch[], cause: 'held' | 'checked' | 'approved'];

/** `same`: the submission that the same content went with. */
export type Concluded = Decision & { same: ApprovedSubmission | undefined };

export class DecidedFiles {
  readonly #ports: DecidedFilesPorts;

  constructor(ports: DecidedFilesPorts) {
    this.#ports = ports;
  }

  /** What follows by itself from the check, from what was sent before and from the word of the team. */
  concluded(submission: Submission, found: Found, known: KnownBefore, decision: Concluded): Stored {
    const { check, ranges } = found;
    const { stage, error, warning = found.warning, same } = decision;
    const { sendAgain } = submission.options;
    const next = { ...submission, check, ...(warning !== undefined && { warning }) };
    if (stage === 'held')
      return this.waiting({ ...next, stage, ranges: [...ranges], ...(error !== undefined && { error }) });
    const again = same ?? known.sentIds?.files[0]?.submission;
    const byOthers = elsewhere(known.word);
    return this.#approved({ ...next, stage }, ranges, {
      ...((again !== undefined || byOthers.sentByTeam !== undefined) && { reason: sendAgain }),
      ...(again !== undefined && {
        sentBefore: again.id,
        linesBefore: same === undefined ? known.sentIds?.lines : check.transactions,
      }),
      ...byOthers,
      ...(warning?.code === 'submission.resembles' && { resembles: warning.params.id }),
      ...(submission.options.awaitRelease !== undefined && {
        watchedFolder: submission.options.awaitRelease.folder,
        releasedItself: true,
      }),
    });
  }

  /** By a person, who knows what is in the way, and may have given a reason. */
  approvedByPerson(
    submission: ApprovedSubmission,
    ranges: readonly ByteRange[],
    { reason, known, word }: { reason: string | undefined; known: ErrorRecord | undefined; word: TeamWord | undefined },
  ): Stored {
    const { awaitRelease } = submission.options;
    return this.#approved(submission, ranges, {
      decidedByPerson: true,
      ...(reason && { reason }),
      ...(known !== undefined && repeatOf(known, submission.check)),
      ...elsewhere(word),
      ...(awaitRelease !== undefined && { watchedFolder: awaitRelease.folder }),
    });
  }

  #approved(
    submission: ApprovedSubmission,
    ranges: readonly ByteRange[],
    circumstances: Record<string, unknown>,
  ): Stored {
    const { store, clock } = this.#ports;
    const approved = underLedger(submission, this.#ports.team);
    const { check, options } = approved;
    const detail = {
      ...recordOfCheck(check, ranges),
      ...recordOfWord(approved),
      options: recordOfOptions(options),
      ...circumstances,
    };
    return [approved, store.approve(approved, ranges, { at: clock.now(), kind: 'approved', detail }), 'approved'];
  }

  /** It is bound for nowhere yet. */
  checked(submission: Submission, { check, ranges, warning }: Found): Stored {
    const checked = { ...submission, check, ranges: [...ranges], ...(warning !== undefined && { warning }) };
    return this.waiting({ ...checked, stage: 'checked' });
  }

  /** For a person, or for where it goes. */
  waiting(decided: HeldSubmission | CheckedSubmission): Stored {
    const submission = decided.stage === 'held' ? underLedger(decided, this.#ports.team) : decided;
    this.#ports.store.saveSubmission(submission, {
      at: this.#ports.clock.now(),
      kind: submission.stage,
      detail: {
        ...recordOfCheck(submission.check, submission.ranges),
        ...recordOfWord(submission),
        ...(submission.error !== undefined && { error: submission.error.code }),
      },
    });
    return [submission, [], submission.stage];
  }
}

/** As it is stored: once a ledger has a say in it, none of its ways leads past that. */
export function underLedger<Bound extends Pick<Submission, 'connection' | 'ledger'>>(
  submission: Bound,
  team: Pick<TeamGate, 'ledgerOf'> | undefined,
): Bound {
  const ledger = team?.ledgerOf(submission);
  return ledger === submission.ledger ? submission : { ...submission, ledger };
}

/** What the history keeps of what this desk sent before, when a person knows it and has it sent. */
function repeatOf({ code, params }: ErrorRecord, { transactions }: CheckResult): Record<string, unknown> {
  return { sentBefore: params.id, linesBefore: code === 'submission.sent-before' ? transactions : params.lines };
}

/** What the history keeps of what another desk sent before. */
function elsewhere(word: TeamWord | undefined): { sentByTeam?: number } {
  if (word?.kind !== 'announced') return {};
  const earlier = word.same ?? word.ids?.most;
  return earlier === undefined ? {} : { sentByTeam: earlier.sending };
}
