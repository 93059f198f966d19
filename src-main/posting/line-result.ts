/** @file The result of one posted line, as the journal keeps it and people and programs see it. */

import { z } from 'zod';

/** accepted: 2xx · refused: the service refused it · unknown: it may have arrived, without proof */
export const outcomes = ['accepted', 'refused', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];

/** Counted from 1. A single transaction that is laid out over several lines is line 1. */
export const lineNumberSchema = z.int().positive();

export const lineResultSchema = z.strictObject({
  line: lineNumberSchema,
  outcome: z.enum(outcomes),
  /** Of the HTTP reply, where there was one. */
  status: z.int().optional(),
  /** The whole reply as it came, without secrets. */
  reply: z.string().optional(),
  /** The code of the error that left the outcome unknown. */
  error: z.string().optional(),
  /** The same error in a sentence. */
  reason: z.string().optional(),
  /** As the transaction spells it. */
  modificationId: z.string().optional(),
  /** When the result became known; ISO 8601. */
  at: z.string(),
  correlationId: z.string().optional(),
});
export type LineResult = z.infer<typeof lineResultSchema>;

/** A line in a result list, also one without an entry in the journal. */
export type ReportedLine = LineResult | { line: number; outcome: 'unknown' | 'not-sent' };
