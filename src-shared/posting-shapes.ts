/** @file Transactions of a file that are sent one by one: the request, the progress, and what came of each line. */

import { z } from 'zod';
import { connectionNameSchema } from './connection-shapes.ts';
import { lineNumberSchema } from './edit-shapes.ts';
import { findingRowSchema } from './finding-shapes.ts';
import { saidSchema } from './languages/fact-schema.ts';
import { namedRulesSchema } from './rule-set-shapes.ts';
import { errorRecordSchema, fileOfferSchema } from './shapes.ts';

const count = z.int().nonnegative();
const { offer } = fileOfferSchema.shape;

/** accepted: 2xx · refused: the service rejected it · unknown: it may have arrived, without proof */
export const outcomes = ['accepted', 'refused', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];

/** The result of one posted line, as the journal keeps it and people and programs see it. */
export const lineResultSchema = z.strictObject({
  /** A single transaction that is laid out over several lines is line 1. */
  line: lineNumberSchema,
  outcome: z.enum(outcomes),
  /** Of the HTTP reply, where there was one. */
  status: z.int().optional(),
  /** The whole reply as it came, without secrets. */
  reply: z.string().optional(),
  /** The code of the error that left the outcome unknown. */
  error: z.string().optional(),
  /** The same error in a sentence. */
  reason: saidSchema.optional(),
  /** As the transaction spells it. */
  modificationId: z.string().optional(),
  /** When the result became known; ISO 8601. */
  at: z.string(),
  correlationId: z.string().optional(),
});
export type LineResult = z.infer<typeof lineResultSchema>;

/** A line in a result list, also one without an entry in the journal. */
export type ReportedLine = LineResult | { line: number; outcome: 'unknown' | 'not-sent' };

export const postingRequestSchema = z.strictObject({
  /** The file: JSON Lines, or one transaction in JSON. */
  offer,
  connection: connectionNameSchema,
  /** Sends also what the check finds faulty. */
  evenWithErrors: z.boolean(),
  rules: namedRulesSchema.optional(),
  /** Lines under way at the same time; 1 keeps the order of the file. */
  concurrency: z.int().min(1).max(1000),
  /** Also lines that were sent before, and may have arrived, or were rejected. */
  resendUnknown: z.boolean(),
  resendRejected: z.boolean(),
  /** Has the person choose a file for the outcome of each line. */
  savesResults: z.boolean(),
});
export type PostingRequest = z.infer<typeof postingRequestSchema>;

/** What happens to a file, in order. Of findings, only the first thousands are told. */
export const postingNewsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checking'), bytes: count, totalBytes: count, lines: count, errors: count }),
  z.object({ kind: z.literal('findings'), findings: z.array(findingRowSchema) }),
  /** The check works, but not as it should. */
  z.object({ kind: z.literal('warning'), error: errorRecordSchema }),
  /** It is checked. due: lines that are sent now · unknown: of these before, it is not known whether they arrived */
  z.object({ kind: z.literal('begun'), findings: count, lines: count, due: count, unknown: count }),
  /** said: the useful sentence of a reply that rejects it */
  z.object({ kind: z.literal('result'), result: lineResultSchema.extend({ said: z.string().optional() }) }),
  /** Something delays the lines; it may heal by itself. */
  z.object({ kind: z.literal('trouble'), error: errorRecordSchema }),
]);
export type PostingNews = z.infer<typeof postingNewsSchema>;

/**
 * not-begun: nothing was sent, since there is nothing, or there are errors · finished: nothing is left to send · unreachable: there
 * was no answer for too long · failed: it cannot continue
 */
export const postedSchema = z.object({
  /** Its path, or the name that it has where it came from. */
  file: z.string(),
  sha256: z.string(),
  lines: count,
  errors: count,
  findings: count,
  ending: z.enum(['not-begun', 'finished', 'interrupted', 'unreachable', 'failed']),
  error: errorRecordSchema.optional(),
  /** Lines by what is known of them, over all runs; `open` was not sent. */
  counts: z.object({ open: count, accepted: count, refused: count, unknown: count }),
  /** In this run. */
  sent: count,
  milliseconds: count,
});
export type Posted = z.infer<typeof postedSchema>;
