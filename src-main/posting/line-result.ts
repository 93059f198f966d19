/** @file What is known of one line that was posted; the journal keeps it, people and programs are shown it. */

import { z } from 'zod';

/** accepted: 2xx · refused: the service said no · unknown: it may have arrived, and nobody knows */
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
  /** The code of the failure that left it unknown. */
  error: z.string().optional(),
  /** The same in a sentence. */
  reason: z.string().optional(),
  /** As the transaction spells it. */
  modificationId: z.string().optional(),
  /** When that became known; ISO 8601. */
  at: z.string(),
  correlationId: z.string().optional(),
});
export type LineResult = z.infer<typeof lineResultSchema>;

/** A line as it is reported: also one of which nothing is noted. */
export type ReportedLine = LineResult | { line: number; outcome: 'unknown' | 'not-sent' };
