/** @file The contract's schemas for the receipt of one payment: the places where a modification id went. */

import { z } from 'zod';
import { lineOutcomes } from './account.ts';
import { leftOutReasons } from './left-out-reasons.ts';
import { lineOriginSchema } from './line-origin.ts';
import { rowPlaceSchema } from './row-place.ts';
import { submissionIdSchema } from './shapes.ts';
import { submissionStateNames } from './states.ts';

const count = z.number().int().nonnegative();
const text = z.string().optional();

/** A line; the payment is that whose modification id it has. `id`: that id, for a file that cannot be read any more. */
export const paymentAskedSchema = z.strictObject({
  submission: submissionIdSchema,
  line: z.int().min(1),
  id: z.string().max(500).optional(),
});

/** What became of the line in one place, as the history has recorded it. */
export const paymentPlaceSchema = z.object({
  submission: submissionIdSchema,
  fileName: z.string(),
  fileSha256: text,
  line: count,
  row: rowPlaceSchema.optional(),
  connection: z.string(),
  serviceHost: z.string(),
  tenant: text,
  isPractice: z.boolean(),
  /** Of the batch, or of the submission where there is none. */
  state: z.enum(submissionStateNames),
  outcome: z.enum(lineOutcomes).optional(),
  leftOut: z.enum(leftOutReasons).optional(),
  /** The line that has taken its place in a correction. */
  goesOnAs: lineOriginSchema.optional(),
  /** When the service had the batch, and when its state came to be what it is. */
  arrivedAt: text,
  saidAt: text,
  /** Where the line stands in the file, line end included; absent where the file is gone or has changed. */
  bytes: z.object({ start: count, end: count, sha256: z.string() }).optional(),
  /** The batch that has the line, and as which of its lines. */
  batch: z
    .object({
      number: count,
      batchId: text,
      sha256: z.string(),
      start: count,
      end: count,
      lines: count,
      line: count,
      /** The ids under which the service has processed it, where that is more than one. */
      doubled: z.array(z.string()).optional(),
    })
    .optional(),
  /** False where only the index tells the line. */
  isConfirmed: z.boolean(),
  isRemoved: z.boolean(),
});

export type PaymentAsked = z.input<typeof paymentAskedSchema>;
export type PaymentPlace = z.infer<typeof paymentPlaceSchema>;
