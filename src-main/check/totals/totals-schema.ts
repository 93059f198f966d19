/** @file Totals as they are read back from where they were stored. */

import { z } from 'zod';
import type { Totals } from './totals.ts';

const day = z.iso.date();

export const totalsSchema = z.object({
  sums: z.array(
    z.object({
      currency: z.string().regex(/^[A-Z]{3}$/),
      amount: z.string().regex(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/),
    }),
  ),
  firstDay: day.optional(),
  lastDay: day.optional(),
  days: z.int().nonnegative(),
}) satisfies z.ZodType<Totals>;
