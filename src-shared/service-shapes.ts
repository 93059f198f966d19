/** @file What crosses the border when a person asks the service directly: single transactions, rules, observability. */

import { z } from 'zod';
import { errorRecordSchema, submissionIdSchema } from './shapes.ts';

const count = z.number().int().nonnegative();
/** Milliseconds since the epoch. */
const time = z.number().int();

/** What the service answered, whole. */
export const serviceReplySchema = z.object({
  status: count,
  text: z.string(),
  /** What the logs on both sides know the request by. */
  correlationId: z.string(),
  milliseconds: count,
});

/** A reply and the list in it, where one was found. */
export const tableReplySchema = serviceReplySchema.extend({
  table: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) }).optional(),
});

/** One transaction as a person pasted, picked or took it; sent exactly as it is. */
export const transactionTextSchema = z.string().max(1_000_000);
export const transactionReplySchema = serviceReplySchema.extend({ outcome: z.enum(['accepted', 'refused']) });

/** A day in the calendar: 2026-11-21. */
const day = z.iso.date();

export const ruleRunRequestSchema = z.strictObject({
  connection: z.string().max(64),
  /** execute: once a day, after an upload · rerun: for a past day, one request a minute */
  kind: z.enum(['execute', 'rerun']),
  date: day,
  /** All live rules when empty. */
  ruleIds: z.array(z.string().min(1).max(500)).max(1000),
  /** Also those that ran for this day already. */
  force: z.boolean(),
  /** The submission after which it runs, if it was asked for there. */
  submission: submissionIdSchema.optional(),
});

export const ruleRunSchema = z.object({
  id: z.string(),
  connection: z.string(),
  kind: ruleRunRequestSchema.shape.kind,
  date: day,
  ruleIds: z.array(z.string()),
  force: z.boolean(),
  submission: submissionIdSchema.optional(),
  askedAt: time,
  endedAt: time.optional(),
  /** refused: no rule was accepted · unknown: nobody knows whether the service got it · stopped: no longer followed */
  state: z.enum(['asking', 'running', 'done', 'failed', 'refused', 'unknown', 'stopped']),
  executionId: z.string().optional(),
  /** The service's own word for how it stands, as it is spelled. */
  status: z.string(),
  accepted: z.array(z.string()),
  rejected: z.array(z.object({ rule: z.string(), reason: z.string() })),
  error: errorRecordSchema.optional(),
  /** The latest reply, whole. */
  reply: z.string(),
});

export type ServiceReply = z.infer<typeof serviceReplySchema>;
export type TableReply = z.infer<typeof tableReplySchema>;
export type TransactionReply = z.infer<typeof transactionReplySchema>;
export type RuleRunRequest = z.infer<typeof ruleRunRequestSchema>;
export type RuleRun = z.infer<typeof ruleRunSchema>;
