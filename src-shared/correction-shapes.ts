/** @file Correcting a submission: what is wrong and would help, what the window asks for, and what comes of it. */

import { z } from 'zod';
import { lineSumsSchema } from './account.ts';
import { lineEditSchema, lineNumberSchema } from './edit-shapes.ts';
import { saidSchema } from './languages/fact-schema.ts';
import { lineOriginSchema } from './line-origin.ts';
import { lineRangeSchema } from './line-ranges.ts';
import { recipeStepSchema, scalarSchema, stepKindSchema } from './recipe-shapes.ts';
import { submissionIdSchema } from './shapes.ts';

const count = z.number().int().nonnegative();

export const correctionRequestSchema = z.strictObject({
  id: submissionIdSchema,
  steps: z.array(recipeStepSchema).max(10_000),
  /** Whether lines stand as a person has corrected them in the window, and those left out there are. */
  withEdits: z.boolean(),
  /** A corrected file that was offered, in place of the source of the submission. */
  offer: z.string().max(100).optional(),
  /**
   * Whether lines are sent whose modification id the service has taken with another content: of an offered file, or, as far as they
   * were compared, with another submission before.
   */
  sendChanged: z.boolean(),
  /** Whether all lines are sent whose modification id went before with another submission. */
  sendsAgain: z.boolean().optional(),
  /** Why lines go again that went before; without it, the new submission waits for that. */
  whySentAgain: z.string().trim().min(1).max(1000).optional(),
  /** Lines of the source that a person names as rejected by the service; by default those of its reports. */
  rejectedLines: z.array(lineNumberSchema).optional(),
  /** Whether the lines that stay faulty are added as a file of their own, to be corrected later, in place of being left out. */
  keepsRest: z.boolean().optional(),
});

/** Lines of a submission, as they are. */
export const exportedLinesSchema = {
  ...correctionRequestSchema.pick({ id: true, rejectedLines: true }).shape,
  accepted: z.boolean(),
  rejected: z.boolean(),
  unknown: z.boolean(),
  first: z.boolean().optional(),
};

const stepCount = z.object({ step: stepKindSchema, field: z.string().optional(), changed: count, dropped: count });
const sampleChange = z.object({
  line: count,
  step: stepKindSchema,
  field: z.string().optional(),
  before: z.string().optional(),
  after: z.string().optional(),
});

const idConflictsSchema = z.object({
  lines: count,
  /** The first of the ids, with the first of their lines. */
  groups: z.array(z.object({ id: z.string(), lines: z.array(lineNumberSchema) })),
});

/** What the lines of an entry have in common. */
const faultSchema = z.discriminatedUnion('kind', [
  /** A value of the field; a text of which the end is cut off cannot be replaced by its name. */
  z.object({ kind: z.literal('value'), value: scalarSchema, isShortened: z.literal(true).optional() }),
  /** A form of values that one step turns into what the field must have. */
  z.object({
    kind: z.literal('form'),
    example: z.string(),
    /** Of times with zones that are written in another way, as Z and +01:00 are; absent if all are alike. */
    another: z.string().optional(),
    values: count,
    hasZone: z.boolean(),
  }),
  /** The field is not there; `without`: nor any of these in the same object, each of which would be enough; `object`: nor is that object. */
  z.object({
    kind: z.literal('missing'),
    without: z.array(z.string()).optional(),
    object: z.literal('missing').optional(),
  }),
  /** An entity that is given as a known and as an unknown one. */
  z.object({ kind: z.literal('both-forms') }),
  /** A line of nothing but spaces. */
  z.object({ kind: z.literal('blank') }),
  /** Lines that share a modification id, and say the same as another. */
  z.object({ kind: z.literal('same-id') }),
  /** All lines with this modification id. */
  z.object({ kind: z.literal('shared'), id: z.string() }),
  /** One line, of which nothing is the same as in another. */
  z.object({ kind: z.literal('line') }),
  /** It concerns no line. */
  z.object({ kind: z.literal('whole-file') }),
]);

/** A corrected file that has the same value in the place of the same one, and when it was added. */
export const earlierDecisionSchema = z.object({ submission: submissionIdSchema, at: z.string() });

/** Lines of a kind that are corrected together. */
export const faultEntrySchema = z.object({
  fault: faultSchema,
  lines: count,
  /** The first of them, by its number in the source. */
  first: count,
  /** Lines after that, as far as a person may look at each of them. */
  next: z.array(count),
  /** Of lines that share an id, those together that say the same. */
  alike: z.array(z.array(lineNumberSchema)).optional(),
  /** Of those that say the same as another, what they pay. */
  sums: lineSumsSchema.shape.sums.optional(),
  /** Steps that would help, the likeliest first; of several, a person chooses one. */
  ways: z.array(
    z.object({
      step: recipeStepSchema,
      /** What it makes of the example of a form. */
      after: z.string().optional(),
      /** A person has decided so before. */
      earlier: earlierDecisionSchema.optional(),
    }),
  ),
  /** Whether nothing is left to say or to choose. */
  isCertain: z.boolean(),
});

/** A field and what is wrong with it. */
export const faultKindSchema = z.object({
  /** Tells kinds apart, also before and after steps. */
  name: z.string(),
  /** Of the check, or `service`: only the service has named the lines. */
  rule: z.string(),
  field: z.string(),
  /** What the field holds, such as `country`; absent for a line or an object. */
  holds: z.string().optional(),
  /** Of its first finding. */
  message: saidSchema,
  lines: count,
  entries: z.array(faultEntrySchema),
  /** Entries that are not among them. */
  more: count,
});

/** A line that went before. */
const sentLineSchema = z.object({
  line: lineNumberSchema,
  /** Where it went, and as which line. */
  submission: submissionIdSchema,
  there: lineNumberSchema,
  /** Whether it says the same as the line that went; absent where that cannot be told any more. */
  content: z.enum(['same', 'other']).optional(),
  /** The fields in which it says something else, each with the JSON text that went, if there was any. */
  differing: z.array(z.object({ path: z.string(), sent: z.string().optional() })).optional(),
});
export type SentLine = z.infer<typeof sentLineSchema>;

/** What would become of a submission by steps: of the lines that are missing of it, what the check finds in each. */
export const faultsSchema = z.object({
  /** Lines of the file, and of these that are to be sent. */
  all: count,
  missing: count,
  /** Of those: right, changed, faulty, and left out by hand or as duplicates. */
  right: count,
  changed: count,
  faulty: count,
  leftOut: count,
  /**
   * What the right lines pay, and how many of them are in no sum; absent where the file that would be sent has faulty lines, too, or
   * none that is right.
   */
  pays: z.object({ sums: lineSumsSchema.shape.sums, unsummed: count }).optional(),
  /** Lines that went before with other submissions, by their ids: they are not sent again, and in no other number here. */
  sentBefore: z
    .object({
      lines: count,
      /** What they pay; absent where that is not known. */
      sums: lineSumsSchema.shape.sums.optional(),
      /** With which submissions, that with most of them first; of the others, how many. */
      files: z.array(z.object({ submission: submissionIdSchema, fileName: z.string(), lines: count })),
      more: count,
      /** The first of them. */
      named: z.array(sentLineSchema),
    })
    .optional(),
  /** Errors in the faulty lines. */
  errors: count,
  kinds: z.array(faultKindSchema),
  /** Of a correction: which lines of the first file those were that are listed by their number. */
  origins: z.array(lineOriginSchema.extend({ of: lineNumberSchema })).optional(),
  /** Lines that share a modification id and say different things. */
  conflicts: idConflictsSchema,
  durationMs: count,
});

/** What a person has decided at once about entries, each with the step that corrects it. */
export const turnSchema = z.object({
  /** When it was taken, in ISO 8601, as the app has noted it; absent of one that an earlier Tranship has kept. */
  at: z.string().optional(),
  decisions: z.array(z.object({ /** As the window names it. */ entry: z.string(), step: recipeStepSchema })),
  /** Lines that the decisions are about, as they were counted at first; one that several are about is counted for each. */
  lines: count,
  /** The kind that it is about; of several, the first. */
  kind: z.string(),
  /** Of a line that was corrected by hand, without decisions: what stood in its place before; once that is undone, also what stood there then. */
  byHand: z
    .object({ line: lineNumberSchema, before: lineEditSchema.optional(), after: lineEditSchema.optional() })
    .optional(),
  /** That line was put back to what it is in the file. */
  isPutBack: z.literal(true).optional(),
  /** That line was left out. */
  isLeftOut: z.literal(true).optional(),
});
export const turnsSchema = z.array(turnSchema).max(10_000);

export type Turn = z.infer<typeof turnSchema>;

export const fileDigestSchema = z.object({ bytes: count, sha256: z.string() });

/** What was done to a value, or to a line. Values are JSON, as they stand in the lines. */
const change = {
  /** A step of a recipe, or `by-hand`. */
  step: z.string(),
  /** Steps that have changed the same value after that. */
  further: z.array(z.string()).optional(),
  field: z.string().optional(),
  /** As it came. */
  before: z.string().optional(),
  /** As it is sent; absent where the field, or the line, was dropped. */
  after: z.string().optional(),
  /** Why a person changed the money of a line. */
  reason: z.string().optional(),
  /** The text could be two numbers, of which the person has chosen one. */
  isChosen: z.literal(true).optional(),
};

/** When the first and the last of some changes were decided. */
export const decidedSchema = z.object({ first: z.string(), last: z.string() });

/** The same change in several lines. */
export const changedValueSchema = z.object({
  ...change,
  lines: count,
  /** The first of the lines, by its number in the file that was corrected. */
  first: count,
  /** The first ranges of the lines; of the first file, where their numbers there are known. */
  ranges: z.array(lineRangeSchema).optional(),
  /** As far as that was noted. */
  decided: decidedSchema.optional(),
  /** Of lines that were left out: what those pay whose amount is a number, and how many others there are. */
  pays: z.object({ sums: lineSumsSchema.shape.sums, unread: count.optional() }).optional(),
  /** One rule has changed values of a form, such as dates: before and after are those of the first line. */
  isExample: z.literal(true).optional(),
  /** Of one line by hand: which line of the first file it was, where the file that was corrected is not that. */
  origin: lineOriginSchema.optional(),
});

/** One change of one line. */
export const changedLineSchema = z.object({
  ...change,
  /** By its number in the file that was corrected. */
  line: count,
  /** When it was decided, where that was noted. */
  at: z.string().optional(),
  /** Which line of the first file it was, where the file that was corrected is not that. */
  origin: lineOriginSchema.optional(),
});
export type ChangedLine = z.infer<typeof changedLineSchema>;

/** Who has corrected something, and when. */
export const correctorSchema = z.object({
  at: z.string(),
  user: z.string().optional(),
  machine: z.string().optional(),
});

/** What the corrections of a file changed, the most frequent first. */
export const changesSchema = z.object({
  changes: z.array(
    changedValueSchema.extend({
      /** The correction, and by whom; absent where the history does not tell. */
      submission: submissionIdSchema,
      by: correctorSchema.optional(),
    }),
  ),
  /** Changes beyond these. */
  more: count,
  /** Corrections of which no list tells what they changed: a person made their files elsewhere. */
  untold: z.array(submissionIdSchema),
});

export type ChangedValue = z.infer<typeof changedValueSchema>;
export type Corrector = z.infer<typeof correctorSchema>;
export type Changes = z.infer<typeof changesSchema>;

export const correctionOutcomeSchema = z.object({
  lines: count,
  kept: count,
  changed: count,
  dropped: count,
  leftOut: count,
  /** Of these, how many went before with another submission, by their ids. */
  sentBefore: count,
  /** What was corrected by hand of that. */
  byHand: z.object({ changed: count, dropped: count }),
  byStep: z.array(stepCount),
  samples: z.array(sampleChange),
  /** Lines whose modification id was taken with another content. */
  differing: z.object({ count, lines: z.array(count) }),
  /** Lines that share a modification id and say different things, where duplicates were looked for: none of them is dropped as one. */
  conflicts: idConflictsSchema,
  batches: z.object({ all: count, accepted: count, doubtful: count }),
  /** Lines that are left out since they went with another submission of the same content. */
  goneWith: z.object({ submission: submissionIdSchema, lines: count }).optional(),
  source: fileDigestSchema,
  /** The new file, as it is or would be. */
  result: fileDigestSchema,
  /** Of a preview: how many lines of the new file the check finds right, and in how many it still finds an error. */
  check: z.object({ valid: count, faulty: count }).optional(),
  /** The submission that was added, and where its file is. */
  added: submissionIdSchema.optional(),
  out: z.string().optional(),
  /** The lines that stay to be corrected, and the submission that has them. */
  stays: z.object({ lines: count, submission: submissionIdSchema.optional() }).optional(),
});

export type Fault = z.infer<typeof faultSchema>;
export type EarlierDecision = z.infer<typeof earlierDecisionSchema>;
export type FaultEntry = z.infer<typeof faultEntrySchema>;
export type FaultKind = z.infer<typeof faultKindSchema>;
export type Faults = z.infer<typeof faultsSchema>;
export type CorrectionRequest = z.infer<typeof correctionRequestSchema>;
export type CorrectionOutcome = z.infer<typeof correctionOutcomeSchema>;
