/** @file Where a submission stands, as a document of the table `standings`. */

import { z } from 'zod';
import { type SubmissionSummary, submissionSummarySchema } from '../submission.ts';
import { type BatchSums, batchSumsSchema } from './batch-sums.ts';

/** Where a submission stands, as far as it is stored. */
export interface StoredStanding {
  submission: SubmissionSummary;
  /** Undefined without batches. */
  sums?: BatchSums | undefined;
}

export const standingSchema = z.object({ submission: submissionSummarySchema, sums: batchSumsSchema.optional() });
