/** @file A finding as it is read back from where it was stored. Apart from finding.ts, so that threads that only make findings load no zod. */

import { z } from 'zod';
import { type Finding, ruleIds } from './finding.ts';

export const findingSchema = z.object({
  line: z.int().min(0),
  rule: z.enum(ruleIds),
  severity: z.enum(['error', 'warning']),
  path: z.string(),
  message: z.string(),
}) satisfies z.ZodType<Finding>;
