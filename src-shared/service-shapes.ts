/** @file The contract's schemas for direct requests to the service: single transactions, rule runs, observability. */

import { z } from 'zod';
import { connectionNameSchema } from './connection-shapes.ts';
import { errorRecordSchema, submissionIdSchema } from './shapes.ts';

const count = z.number().int().nonnegative();
/** Milliseconds since the epoch. */
const time = z.number().int();

/** The complete reply of the service. */
export const serviceReplySchema = z.object({
  status: count,
  text: z.string(),
  /** The id of this request in the logs of both sides. */
  correlationId: z.string(),
  milliseconds: count,
});

/** A reply, with the list found in it, if any. */
export const tableReplySchema = serviceReplySchema.extend({
  table: z
    .object({
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      /** What stands beside the list, by name. */
      beside: z.array(z.tuple([z.string(), z.string()])),
      /** What is too much for a table; the text has it. */
      omitted: z.object({ columns: count, rows: count, beside: count }),
    })
    .optional(),
});

/** One transaction as a person pasted, picked or took it from a file; sent unchanged. */
export const transactionTextSchema = z.string().max(1_000_000);
export const transactionReplySchema = serviceReplySchema.extend({ outcome: z.enum(['accepted', 'refused']) });

export const ruleRunRequestSchema = z.strictObject({
  connection: connectionNameSchema,
  /** execute: once a day, after an upload · rerun: for a past day, one request a minute */
  kind: z.enum(['execute', 'rerun']),
  /** A calendar day, such as 2026-11-21; which ones there can be is said where it is asked for. */
  date: z.string().max(100),
  /** Empty for all live rules. */
  ruleIds: z.array(z.string().min(1).max(500)).max(1000),
  /** Also runs rules that already ran for this day. */
  force: z.boolean(),
  /** The submission from which the person asked for the run, if any. */
  submission: submissionIdSchema.optional(),
});

export const ruleRunSchema = z.object({
  id: z.string(),
  connection: z.string(),
  kind: ruleRunRequestSchema.shape.kind,
  date: z.iso.date(),
  ruleIds: z.array(z.string()),
  force: z.boolean(),
  submission: submissionIdSchema.optional(),
  askedAt: time,
  endedAt: time.optional(),
  /**
   * refused: the service accepted no rule · unknown: it is not known whether the request reached the service · stopped:
   * no longer followed
   */
  state: z.enum(['asking', 'running', 'done', 'failed', 'refused', 'unknown', 'stopped']),
  /** While the state is `asking`: when its turn comes. */
  waitsUntil: time.optional(),
  executionId: z.string().optional(),
  /** The service's own status, as it spells it. */
  status: z.string(),
  accepted: z.array(z.string()),
  rejected: z.array(z.object({ rule: z.string(), reason: z.string() })),
  error: errorRecordSchema.optional(),
  /** The latest reply, complete. */
  reply: z.string(),
});

/** How an execution gets on, in the service's own words. */
export const ruleRunStatusSchema = z.object({
  status: z.string(),
  outcome: z.enum(['running', 'done', 'failed']),
  message: z.string(),
  reply: tableReplySchema,
});

export type TableReply = z.infer<typeof tableReplySchema>;
export type TransactionReply = z.infer<typeof transactionReplySchema>;
export type RuleRunRequest = z.infer<typeof ruleRunRequestSchema>;
export type RuleRun = z.infer<typeof ruleRunSchema>;

/** Whether nothing more happens to the run by itself. */
export function hasEnded({ state }: Pick<RuleRun, 'state'>): boolean {
  return state !== 'asking' && state !== 'running';
}
