/** @file A finding as it is read back from where it was stored. Apart from finding.ts, so that threads that only make findings load no zod. */

import { z } from 'zod';
import { unpacked } from '../../../src-shared/languages/fact.ts';
import { type Finding, ruleIds } from './finding.ts';

export const findingSchema = z.object({
  line: z.int().min(0),
  rule: z.enum(ruleIds),
  severity: z.enum(['error', 'warning']),
  path: z.string(),
  message: z.string().transform(unpacked),
}) satisfies z.ZodType<Finding, unknown>;
