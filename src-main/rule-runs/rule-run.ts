/** @file A run of the service’s rules for one day (§4 rows 7 to 9), as it is stored. */

import { z } from 'zod';
import { errorRecordSchema, submissionIdSchema } from '../../src-shared/shapes.ts';
import type { ServiceClient } from '../wire/service/service-client.ts';

const rejectedRuleSchema = z.object({ rule: z.string(), reason: z.string() });

export const ruleRunSchema = z.object({
  /** Our own id, a UUID. */
  id: z.uuid(),
  /** A rerun runs the rules for past days again; an execution runs rules that have not run for the day. */
  kind: z.enum(['execute', 'rerun']),
  connection: z.string(),
  /** From `destinationOf`: a run keeps its destination, even if its connection changes later. */
  destination: z.string(),
  /** YYYY-MM-DD */
  executionDate: z.string(),
  /** Empty: all rules. */
  ruleIds: z.array(z.string()),
  force: z.boolean(),
  /** All times in ms since the epoch. */
  askedAt: z.number(),
  /** The submission after which it was asked for. */
  submission: submissionIdSchema.optional(),
  /**
   * asking: no reply yet · running: followed · done, failed: the service’s last word · refused: no rule was accepted ·
   * unknown: the outcome cannot be found out · stopped: a person ended the request or the following
   */
  state: z.enum(['asking', 'running', 'done', 'failed', 'refused', 'unknown', 'stopped']),
  /** While the state is `asking`: when its turn comes. Until then nothing was sent to the service. */
  waitsUntil: z.number().optional(),
  executionId: z.string().optional(),
  /** The service’s own word; empty until there is one. */
  status: z.string(),
  accepted: z.array(z.string()),
  rejected: z.array(rejectedRuleSchema),
  endedAt: z.number().optional(),
  /** Why it ended so; for a running one, why the last question failed. */
  error: errorRecordSchema.optional(),
  /** The service’s latest reply, whole, as it came; empty until there is one. */
  reply: z.string(),
});
export type RuleRun = z.infer<typeof ruleRunSchema>;

/** What a person asks for. `executionDate` is YYYY-MM-DD; without `ruleIds`, all rules. */
export interface RuleRunWish {
  kind: RuleRun['kind'];
  connection: string;
  destination: string;
  executionDate: string;
  ruleIds?: readonly string[] | undefined;
  /** Also rules that have run for the day already. */
  force?: boolean | undefined;
  submission?: RuleRun['submission'];
}

/** The calls of the service that rule runs use. */
export type RuleService = Pick<ServiceClient, 'executeRules' | 'rerunRules' | 'ruleRunStatus' | 'rerunWait'>;
