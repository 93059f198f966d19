/** @file A fact where it crosses a border. Apart from fact.ts, so that threads that only say facts load no zod. */

import { z } from 'zod';
import type { Fact, FactValue, FactValues, Said } from './fact.ts';

const factValueSchema: z.ZodType<FactValue> = z.lazy(() =>
  z.union([z.string(), z.number(), factSchema, z.array(saidSchema)]),
);

export const factValuesSchema: z.ZodType<FactValues> = z.record(z.string(), factValueSchema);

export const factSchema: z.ZodType<Fact> = z.strictObject({
  fact: z.string(),
  values: z.lazy(() => factValuesSchema).optional(),
});

export const saidSchema: z.ZodType<Said> = z.union([z.string(), factSchema]);
