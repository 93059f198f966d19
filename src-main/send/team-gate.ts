/** @file What the queue needs of a team ledger: its word on each file, before the first byte of it leaves. */

import type { IdIndexOrder } from '../check/id-index/order.ts';
import type { SubmissionId } from './batch.ts';
import type { TeamWord } from './decision.ts';
import type { CheckedSubmission, HeldSubmission, Submission } from './submission.ts';

/** A submission of which the check has told what is in it. */
export type Sendable = Pick<
  Submission,
  'id' | 'name' | 'content' | 'addedAt' | 'connection' | 'destination' | 'prepared' | 'ledger'
> &
  Pick<HeldSubmission | CheckedSubmission, 'options' | 'check'>;

export interface TeamGate {
  /** Since when a ledger that is needed has not answered (ms since the epoch); undefined while all do. */
  readonly awaySince: number | undefined;
  /** Whether a ledger is being told what it lacks of this desk, so that others need not wait for it. */
  readonly isTelling: boolean;
  /** The ledger without whose word a submission does not go; undefined without one. Does not throw. */
  ledgerOf: (submission: Pick<Submission, 'connection' | 'ledger'>) => string | undefined;
  /** Whether it may need a ledger, so that `admit` has a word on it. Does not throw. */
  mayNeedWord: (submission: Pick<Submission, 'connection' | 'ledger'>) => boolean;
  /**
   * Where its check is to keep the modification ids for the ledger; undefined where there is none, or it does not answer now.
   * Does not throw.
   */
  order: (submission: Submission) => Promise<IdIndexOrder | undefined>;
  /**
   * Announces that the submission is sent, and asks what others announced; undefined where it needs no ledger.
   * Only within `exclusively`.
   * @param reason why it is sent, where a person said so
   * @throws AppError disk.full, and the signal's reason
   */
  admit: (submission: Sendable, reason: string | undefined, signal: AbortSignal) => Promise<TeamWord | undefined>;
  /** Works on a submission after all others that do so; afterwards, what was announced and not approved is withdrawn. */
  exclusively: <Result>(id: SubmissionId, work: () => Promise<Result>) => Promise<Result>;
  /** Hears when it is time to look again at what waits for a ledger. Must not throw. */
  subscribe: (listener: () => void) => () => void;
}
