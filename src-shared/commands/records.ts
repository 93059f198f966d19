/** @file The commands about what is kept: statements, receipts, the history and its proof. */

import { z } from 'zod';
import { auditChangeSchema, auditReviewSchema, auditSettingsSchema } from '../audit-shapes.ts';
import { observedPathSchema } from '../connection-shapes.ts';
import { controlEnteredSchema, controlKeptSchema } from '../control-shapes.ts';
import {
  dayStartsSchema,
  historyChoicesSchema,
  historyFilterSchema,
  historyPageSchema,
  overviewSchema,
} from '../history-shapes.ts';
import { receiptAskedSchema, receiptPageAskedSchema, receiptPageSchema, receiptReadSchema } from '../receipt-shapes.ts';
import { tableReplySchema } from '../service-shapes.ts';
import { freeableKindSchema, freeableSchema, keptSchema } from '../settings-shapes.ts';
import {
  statementAskedSchema,
  statementPageAskedSchema,
  statementPaperSchema,
  statementSchema,
} from '../statement-shapes.ts';
import { count, nothing, ofConnection, reasonSchema } from './inputs.ts';

export const recordCommands = {
  /** What came in on these days, and what became of it. */
  'statement.read': { input: statementAskedSchema, output: statementSchema },
  /** The same as it prints. */
  'statement.page': { input: statementPageAskedSchema, output: statementPaperSchema },
  /** Keeps what the core system says, by connection and day. */
  'statement.enter': { input: controlEnteredSchema, output: controlKeptSchema },
  /** A receipt, signed where there is a key. */
  'receipt.read': { input: receiptAskedSchema, output: receiptReadSchema },
  /** The page of a receipt, to look at before it is printed or saved: of the same issue. */
  'receipt.page': { input: receiptPageAskedSchema, output: receiptPageSchema },

  /** Entries of the history, newest first; `olderThan` is the one that the page before gave. */
  'history.find': {
    input: z.strictObject({
      filter: historyFilterSchema,
      olderThan: count.optional(),
      limit: z.number().int().min(1).max(5000),
    }),
    output: historyPageSchema,
  },
  /** The figures of days; at most 400. */
  'history.overview': { input: z.strictObject({ starts: dayStartsSchema }), output: overviewSchema },
  'history.choices': { input: nothing, output: historyChoicesSchema },
  /** A person has looked at what does not hold in the history; `reviewed` is what that was. */
  'audit.review': { input: z.strictObject({ reason: reasonSchema }), output: auditReviewSchema },
  'audit.change': { input: auditChangeSchema, output: auditSettingsSchema },

  /** What can be asked over a connection. */
  'observability.paths': { input: ofConnection, output: z.array(observedPathSchema) },
  'observability.ask': { input: ofConnection.extend({ path: z.string().max(2000) }), output: tableReplySchema },
  /** What the data folder holds of customer data. */
  'retention.kept': { input: nothing, output: z.array(keptSchema) },
  /** What can be removed at once where the disk is full, since nothing that is open needs it; the largest first. */
  'retention.freeable': { input: nothing, output: z.array(freeableSchema) },
  /** Removes it, and answers with what is left of it. */
  'retention.free': { input: z.strictObject({ kind: freeableKindSchema }), output: z.array(freeableSchema) },
  /** Deletes what is due, down to the bytes of the database; not complete while another program reads that. */
  'retention.purge': { input: nothing, output: z.object({ isComplete: z.boolean() }) },
};
