/** @file What becomes of a checked file: it is sent, or held until a person decides. Pure. */

import { isDeepStrictEqual } from 'node:util';
import { AppError, type ErrorRecord } from '../../src-shared/errors.ts';
import { digestOfTotals } from './reduction.ts';
import type { ApprovedSubmission, CheckResult, Submission } from './submission.ts';

export interface Decision {
  stage: 'approved' | 'held';
  /** Why it is held although the check found no errors. */
  error?: ErrorRecord;
  warning?: ErrorRecord;
}

/**
 * Decides by what the check found, by what the person chose, and by what was sent before over the same connection: the
 * same content is held unless a reason was given beforehand; the same count, sums and days are worth a warning.
 * @param sendable whether there is anything that could be sent
 * @param sentBefore other submissions to the same destination of which bytes have gone out, or are about to
 */
export function decide(
  { options }: Pick<Submission, 'options'>,
  check: CheckResult,
  sendable: boolean,
  sentBefore: readonly ApprovedSubmission[],
): Decision {
  const same = sentBefore.find((earlier) => earlier.check.sha256 === check.sha256);
  const like = sentBefore.find((earlier) => resembles(earlier.check, check));
  const warning = same === undefined && like !== undefined ? { warning: mention('submission.resembles', like) } : {};
  if (same !== undefined && options.sendAgain === undefined) {
    return { stage: 'held', error: mention('submission.sent-before', same) };
  }
  const mayBeSent = check.errors === 0 || options.onInvalid === 'service-decides';
  return { stage: sendable && mayBeSent ? 'approved' : 'held', ...warning };
}

function resembles(one: CheckResult, other: CheckResult): boolean {
  if (one.transactions !== other.transactions || other.totals === undefined) return false;
  if (one.totals === undefined) return one.totalsSha256 === digestOfTotals(other.totals);
  // Without a single amount or date, the number of lines alone says nothing.
  if (one.totals.sums.length === 0 && one.totals.days === 0) return false;
  return isDeepStrictEqual(one.totals, other.totals);
}

function mention(
  code: 'submission.sent-before' | 'submission.resembles',
  { id, name, addedAt }: Submission,
): ErrorRecord {
  return new AppError(code, {
    id,
    path: name,
    at: new Date(addedAt).toISOString(),
  }).toRecord();
}
