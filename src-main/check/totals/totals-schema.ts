/** @file Totals as they are read back from where they were stored. */

import { z } from 'zod';
import type { Totals } from './totals.ts';

const day = z.iso.date();

/** What an amount and its currency look like in totals. */
export const sumPatterns = { currency: /^[A-Z]{3}$/, amount: /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/ } as const;

export const totalsSchema = z.object({
  sums: z.array(
    z.object({
      currency: z.string().regex(sumPatterns.currency),
      amount: z.string().regex(sumPatterns.amount),
    }),
  ),
  firstDay: day.optional(),
  lastDay: day.optional(),
  days: z.int().nonnegative(),
}) satisfies z.ZodType<Totals>;
