/**
 * @file What stays of a submission that was taken out of the queue for good: the proof of what was sent, without anything of
 * its transactions. Pure.
 */

import { createHash } from 'node:crypto';
import { assertNever } from '../../src-shared/errors.ts';
import type { Totals } from '../check/totals/totals.ts';
import { totalsSchema } from '../check/totals/totals-schema.ts';
import type { Batch } from './batch.ts';
import type { CheckResult, Submission } from './submission.ts';

/** The submission without sums, words of the service, and what only a check or an upload needs. */
export function reducedSubmission(submission: Submission): Submission {
  const { warning: _, error, ...kept } = submission;
  const rest = withoutControl(kept);
  switch (rest.stage) {
    case 'checking':
      return rest;
    case 'check-failed':
      return error === undefined ? { ...rest, stage: 'checking' } : { ...rest, error };
    case 'held':
    case 'checked':
      return { ...rest, ranges: [], check: reducedCheck(rest.check) };
    case 'approved':
      return { ...rest, check: reducedCheck(rest.check) };
    case 'cancelled':
      return rest.check === undefined ? rest : { ...rest, check: reducedCheck(rest.check) };
    default:
      return assertNever(rest);
  }
}

/** The batch without words of the service, which may repeat a transaction, and without its address. */
export function reducedBatch({ error: _, reportError: __, delivery, ...batch }: Batch): Batch {
  const reduced = { ...batch, remoteMessage: '' };
  if (delivery === undefined) return reduced;
  const { address: ___, addressEndsAt: ____, addressLifetime: _____, lastRefusal: ______, ...proof } = delivery;
  return { ...reduced, delivery: proof };
}

/** By which a file with the same sums and days is still recognised, although neither can be read from it. */
export function digestOfTotals(totals: Totals): string {
  return createHash('sha256')
    .update(JSON.stringify(totalsSchema.parse(totals)))
    .digest('hex');
}

/** The figures of the source system are sums of transactions, too, and what came in of them. */
function withoutControl<Stage extends Pick<Submission, 'prepared'>>(submission: Stage): Stage {
  if (submission.prepared === undefined) return submission;
  const { control: _, flow: __, ...prepared } = submission.prepared;
  return { ...submission, prepared };
}

function reducedCheck({ totals, ...check }: CheckResult): CheckResult {
  // Without an amount and a date, totals resemble nothing.
  const tells = totals !== undefined && (totals.sums.length > 0 || totals.days > 0);
  return tells ? { ...check, totalsSha256: digestOfTotals(totals) } : check;
}
