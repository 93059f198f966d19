/** @file The contract's schemas for what a person can save to a file, and what comes of it. */

import { z } from 'zod';
import {
  correctionOutcomeSchema,
  correctionRequestSchema,
  exportedLinesSchema,
  fileDigestSchema,
} from './correction-shapes.ts';
import { historyFilterSchema } from './history-shapes.ts';
import { paymentAskedSchema } from './payment-shapes.ts';
import { batchNamedSchema } from './report-shapes.ts';
import { submissionIdSchema } from './shapes.ts';
import { statementAskedSchema } from './statement-shapes.ts';

const count = z.number().int().nonnegative();
/** Of the person in the window, for what people read; English, as programs read it, where it is absent. */
const language = z.string().max(35).optional();

/** For people to keep or print; JSON is what the signature covers. */
export const receiptFormatSchema = z.enum(['pdf', 'html', 'json']);
const receiptFormSchema = { format: receiptFormatSchema, language };

/** Something the person can save to a chosen place, or download. */
export const savableSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('findings'), id: submissionIdSchema, format: z.enum(['csv', 'jsonl']), language }),
  z.strictObject({ kind: z.literal('report'), batch: batchNamedSchema }),
  /** What the report says of each line, beside what the check found, as CSV. */
  z.strictObject({ kind: z.literal('report-table'), batch: batchNamedSchema, language }),
  /**
   * Of one batch, of a whole submission, or of one payment, also one that was removed. PDF only in the desktop app. Pages are in the
   * language of the person, in English by default; the JSON, which is signed, is the same in every language.
   */
  z.strictObject({ kind: z.literal('receipt'), batch: batchNamedSchema, ...receiptFormSchema }),
  z.strictObject({ kind: z.literal('submission-receipt'), id: submissionIdSchema, ...receiptFormSchema }),
  z.strictObject({ kind: z.literal('payment-receipt'), of: paymentAskedSchema, ...receiptFormSchema }),
  /** What is missing of a submission, as it was corrected; it is added nowhere. */
  z.strictObject({ kind: z.literal('corrected'), ...correctionRequestSchema.shape }),
  /** The same, and the file is added from where it was saved, in place of what was missing. */
  z.strictObject({ kind: z.literal('correction'), ...correctionRequestSchema.shape }),
  z.strictObject({ kind: z.literal('lines'), ...exportedLinesSchema }),
  /** The lines that were left out of a file, also in its corrections: as they are, or with number and reason. */
  z.strictObject({ kind: z.literal('left-out'), id: submissionIdSchema, format: z.enum(['jsonl', 'csv']), language }),
  /** Each change that a correction made, line by line: as a table, with those of later corrections; or as it was written with the file, byte by byte. */
  z.strictObject({ kind: z.literal('changes'), id: submissionIdSchema, format: z.enum(['csv', 'jsonl']), language }),
  /** Rows that the preparation of a file had refused; `part`: of which of its exports. */
  z.strictObject({ kind: z.literal('refused-rows'), id: submissionIdSchema, part: count.max(100_000) }),
  /** Logs, versions and settings for support, without secrets; who worked when only where `securityLog` is true. */
  z.strictObject({ kind: z.literal('support'), securityLog: z.boolean().optional() }),
  /** Nothing yet: to this file, the end of the history is appended from now on. */
  z.strictObject({ kind: z.literal('anchor-file') }),
  /** The entries of the history that pass a filter. */
  z.strictObject({
    kind: z.literal('history-entries'),
    filter: historyFilterSchema,
    format: z.enum(['csv', 'jsonl']),
    language,
  }),
  /** These submissions, in this order, with what is known of each; what was removed meanwhile is left out. */
  z.strictObject({
    kind: z.literal('queue-list'),
    ids: z.array(submissionIdSchema).max(100_000),
    format: z.enum(['csv', 'jsonl']),
    language,
  }),
  /** What came in on these days, and what became of it. */
  statementAskedSchema.extend({
    kind: z.literal('statement'),
    format: z.enum(['pdf', 'html', 'csv', 'json']),
    language,
  }),
  /** What a verification of the history finds now, as text, with the public key for receipts. */
  z.strictObject({ kind: z.literal('history'), language }),
  /** A kept template, as `tranship prepare --template` reads it. */
  z.strictObject({ kind: z.literal('template'), id: z.uuid() }),
  /** The files of a preparation that was saved in a browser, as a zip. */
  z.strictObject({ kind: z.literal('prepared'), id: z.uuid() }),
  /** A rule set as it is being made, as `tranship check --rules` reads it. */
  z.strictObject({ kind: z.literal('rule-set'), text: z.string().max(200_000) }),
  /** The steps as a file for `tranship fix --recipe`. */
  z.strictObject({ kind: z.literal('recipe'), name: z.string().max(300), steps: correctionRequestSchema.shape.steps }),
]);
/**
 * saved: written to a file, and what of the history, a correction or lines is in it · download: the page fetches it from
 * `address` · cancelled: the person cancelled the dialog
 */
export const savedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('saved'),
    path: z.string(),
    entries: count.optional(),
    correction: correctionOutcomeSchema.optional(),
    /** corrected: rejected lines that are left out, as a correction has them */
    lines: z.object({ lines: count, exported: count, result: fileDigestSchema, corrected: count }).optional(),
  }),
  z.object({ kind: z.literal('download'), address: z.string() }),
  z.object({ kind: z.literal('cancelled') }),
]);

export type ReceiptFormat = z.infer<typeof receiptFormatSchema>;
export type Savable = z.infer<typeof savableSchema>;
export type Saved = z.infer<typeof savedSchema>;
