/** @file The commands about one submission: what was found in it, its corrections, its reports. */

import { z } from 'zod';
import { fileAccountSchema, notSentKindSchema } from '../account.ts';
import {
  changesSchema,
  correctionOutcomeSchema,
  correctionRequestSchema,
  faultsSchema,
  turnsSchema,
} from '../correction-shapes.ts';
import { MOST_EXPLAINED, MOST_PAYMENTS } from '../edit-limits.ts';
import {
  correctedLineSchema,
  editableLineSchema,
  editedLineSchema,
  lineEditSchema,
  lineNumberSchema,
  linePaymentSchema,
} from '../edit-shapes.ts';
import {
  findingPlaceSchema,
  findingQuerySchema,
  findingRowSchema,
  groupPageSchema,
  groupQuerySchema,
  sourceLineSchema,
} from '../finding-shapes.ts';
import { leftOutSchema } from '../left-out.ts';
import { reportLinesSchema, reportQuerySchema, reportReadingSchema, stricterRulesSchema } from '../report-shapes.ts';
import { transactionTextSchema } from '../service-shapes.ts';
import { submissionDetailsSchema } from '../shapes.ts';
import { count, oneBatch, oneSubmission, reasonSchema } from './inputs.ts';

const oneLine = oneSubmission.extend({ line: lineNumberSchema });
const editedLines = z.array(editedLineSchema);

export const submissionCommands = {
  'submission.details': { input: oneSubmission, output: submissionDetailsSchema },
  /** The later of two calls ends the earlier one. */
  'submission.groups': { input: groupQuerySchema, output: groupPageSchema },
  'submission.findings': { input: findingQuerySchema, output: z.array(findingRowSchema) },
  'submission.place': { input: findingPlaceSchema, output: z.object({ before: z.int().min(0) }) },
  /** One line of the source file, counted from 1. */
  'submission.line': { input: oneSubmission.extend({ line: count }), output: sourceLineSchema },
  /** What became of its lines, with their sums, for which the file may be read, and why some of the first file were not sent; null while they are not counted. */
  'submission.account': {
    input: oneSubmission,
    output: fileAccountSchema.extend({ notSent: z.array(notSentKindSchema) }).nullable(),
  },
  /** The lines that were left out of a file, also in its corrections, and why; what they pay where it is asked, since the file is read for it. */
  'submission.leftOut': {
    input: oneSubmission.extend({ isSummed: z.literal(true).optional() }),
    output: leftOutSchema,
  },
  /** What a correction changed in the lines that it has, and which it left out. */
  'submission.changes': { input: oneSubmission, output: changesSchema },
  /**
   * What the check finds in the lines that are missing of it once they were corrected by steps, and by hand or not: the real check of
   * all of them.
   */
  'submission.faults': {
    input: correctionRequestSchema
      .pick({ id: true, steps: true, withEdits: true, sendChanged: true, sendsAgain: true })
      .partial({ sendChanged: true }),
    output: faultsSchema,
  },
  /** Only counts what a correction would do. */
  'submission.previewCorrection': { input: correctionRequestSchema, output: correctionOutcomeSchema },
  /** Makes a file with what is missing of it, as it was corrected by hand and by steps, and adds that. */
  'submission.correct': { input: correctionRequestSchema, output: correctionOutcomeSchema },
  /** The lines that a person has corrected by hand. The commands that change edits return all of them as they are afterwards. */
  'edits.list': { input: oneSubmission, output: editedLines },
  /** A line to be corrected. */
  'edits.line': { input: oneLine, output: editableLineSchema },
  /** What the check, with the rules of this submission, finds in the line if this is its text. */
  'edits.check': {
    input: oneLine.extend({ text: transactionTextSchema, steps: correctionRequestSchema.shape.steps }),
    /** `sent`: what the steps make of the text before it is judged, and sent; absent where they change nothing. */
    output: z.object({ findings: z.array(findingRowSchema), sent: z.string().optional() }),
  },
  /** A line as it would be sent, corrected by hand and by steps, and what the check finds in that. */
  'edits.corrected': {
    input: oneLine.extend({ steps: correctionRequestSchema.shape.steps }),
    output: correctedLineSchema,
  },
  /** What some lines of the file pay, and when. */
  'edits.payments': {
    input: oneSubmission.extend({ lines: z.array(lineNumberSchema).max(MOST_PAYMENTS) }),
    output: z.array(linePaymentSchema),
  },
  'edits.save': { input: oneLine.extend({ edit: lineEditSchema }), output: editedLines },
  /** Says why lines were left out by hand, of each of which that was not said. */
  'edits.explain': {
    input: oneSubmission.extend({
      reasons: z
        .array(z.strictObject({ lines: z.array(lineNumberSchema).max(MOST_EXPLAINED), reason: reasonSchema }))
        .max(1000),
    }),
    output: editedLines,
  },
  'edits.undo': { input: oneLine, output: editedLines },
  'edits.undoAll': { input: oneSubmission, output: editedLines },
  /** What was decided about the faults of the file, and is kept until it is corrected. */
  'edits.turns': { input: oneSubmission, output: turnsSchema },
  'edits.keepTurns': { input: oneSubmission.extend({ turns: turnsSchema }), output: z.void() },
  /** How that report was read, line by line: at first a matter of seconds for a large one. */
  'report.reading': { input: oneBatch, output: reportReadingSchema },
  /** The lines that it or the check names, filtered and searched. */
  'report.lines': { input: reportQuerySchema, output: reportLinesSchema },
  /** Checks the file with stricter rules to see what they would change. Changes nothing. */
  'report.stricter': { input: oneBatch, output: stricterRulesSchema },
};
