/** @file What a receipt names of lines that had gone before with another submission, and went again with this one. */

import { z } from 'zod';
import { leftOutPaymentSchema } from './left-out.ts';
import { lineOriginSchema } from './line-origin.ts';

const count = z.int().nonnegative();

export const sentAgainSchema = z.object({
  /** As many as the history says. */
  lines: count,
  /** The first of them, as far as both files are still as they were checked. */
  named: z.array(
    z.object({
      line: count,
      /** Which line of the first file it was, where its own is not that. */
      origin: lineOriginSchema.optional(),
      /** As it went now. */
      payment: leftOutPaymentSchema.optional(),
      /** Where it had gone, and as which line. */
      submission: z.int(),
      there: count,
      /** What it had paid. */
      before: leftOutPaymentSchema.pick({ amount: true, currency: true }),
      /** Other fields in which the two differ. */
      differing: z.array(z.string()),
    }),
  ),
});
export type SentAgain = z.infer<typeof sentAgainSchema>;
