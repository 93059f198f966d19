/** @file Where a submission stands that has come to its end, as a document of the table `standings`. */

import { z } from 'zod';
import { accountSchema } from '../../../src-shared/account.ts';
import { errorRecordSchema } from '../../../src-shared/shapes.ts';
import { endStates } from '../../../src-shared/states.ts';
import { type SubmissionSummary, submissionSummarySchema } from '../submission.ts';
import { noCounts, type Sums } from '../view/tally.ts';

const count = z.int().nonnegative();
const share = z.object({ bytes: count, batches: count });

/** What its batches add up to, without those that a retry has replaced. */
const endedSumsSchema = z.object({
  whole: share,
  accepted: share,
  seen: share,
  processed: share,
  /** The number of batches by state in which they ended. */
  ended: z.record(z.enum(endStates), count),
  account: accountSchema,
  /** Absent where none is. */
  doubled: z.object({ batches: count, lines: count }).optional(),
  /** The most pressing error: one that needs a person comes before one that heals by itself. */
  error: errorRecordSchema.optional(),
});
export type EndedSums = z.infer<typeof endedSumsSchema>;

/** Where a submission stands, as far as it is stored. */
export interface StoredStanding {
  submission: SubmissionSummary;
  /** Undefined while one of its batches has a next step. */
  sums?: EndedSums | undefined;
}

export const standingSchema = z.object({ submission: submissionSummarySchema, sums: endedSumsSchema });

/** What is kept of sums in which nothing is open. */
export function endedSums({ whole, accepted, seen, processed, counts, account, doubled, error }: Sums): EndedSums {
  const ended = Object.fromEntries(endStates.map((state) => [state, counts[state]]));
  return {
    whole,
    accepted,
    seen,
    processed,
    account,
    ended: endedSumsSchema.shape.ended.parse(ended),
    ...(doubled.batches > 0 && { doubled }),
    ...(error !== undefined && { error }),
  };
}

export function sumsOfEnded(sums: EndedSums): Sums {
  const { whole, accepted, seen, processed, ended, account, doubled = { batches: 0, lines: 0 }, error } = sums;
  const counts = { ...noCounts(), ...ended };
  const known = { whole, accepted, seen, processed, account, doubled, error, counts };
  return { ...known, sent: accepted, open: 0, uploading: [] };
}
