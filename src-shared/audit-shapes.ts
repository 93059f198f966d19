/** @file The contract's schemas for what an auditor sets and reviews. */

import { z } from 'zod';
import { saidSchema } from './languages/fact-schema.ts';

/** What is noted outside of the data folder. */
export const auditSettingsSchema = z.object({ anchorFile: z.string().optional(), syslog: z.string().optional() });

/** What is absent stays; `none` takes it away. The file of anchors is chosen by saving it. */
export const auditChangeSchema = z.strictObject({
  anchors: z.literal('none').optional(),
  syslog: z.string().max(2000).optional(),
});

export type AuditSettings = z.infer<typeof auditSettingsSchema>;

/** What does not hold in the history, and in a sentence. */
export const auditReviewSchema = z.object({ reviewed: z.array(z.looseObject({ words: saidSchema })) });
