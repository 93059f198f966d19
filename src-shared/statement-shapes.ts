/** @file The contract's schemas for statements: what came in over some days, and what became of it. */

import { z } from 'zod';
import { accountSchema, accountSumsSchema, lineSumsSchema, sumsObstacles } from './account.ts';
import { saidSchema } from './languages/fact-schema.ts';
import { leftOutSchema } from './left-out.ts';
import { namedTextSchema } from './preparation-shapes.ts';
import { refusedRowsSchema } from './refused-rows.ts';

/**
 * The days of this computer's zone on which files were added, both included; without `from`, since the first file; over all connections, or over one. `control`: what the core system says,
 * as a list or a table, to be compared instead of the figures that are kept.
 */
export const statementAskedSchema = z.strictObject({
  from: z.iso.date().optional(),
  to: z.iso.date(),
  connection: z.string().max(200).optional(),
  control: namedTextSchema.optional(),
});
export type StatementAsked = z.infer<typeof statementAskedSchema>;

export const statementPageAskedSchema = statementAskedSchema.extend({ language: z.string().max(35).optional() });
export const statementPaperSchema = z.object({ html: z.string() });

const figure = { count: z.int().optional(), sum: z.string().optional() };
const ownFigure = z.object({ ...figure, count: z.int() });
/** Absent: all connections, days or currencies together; empty: a day or currency that cannot be read. Sums are exact decimals. */
const controlRowSchema = z.object({
  connection: z.string().optional(),
  /** The name of the file that it is of alone. */
  file: z.string().optional(),
  day: z.string().optional(),
  currency: z.string().optional(),
  /** The exports, where the figure was given to their preparation. */
  exports: z.string().optional(),
  /** With the balance of a currency, where the core system states that: it is equal. */
  core: z.object({ ...figure, balance: z.string().optional() }),
  files: ownFigure,
  accepted: ownFigure,
  /** How many of those in the files have no amount that can be read; absent if none. */
  unsummed: z.int().positive().optional(),
  /** What was left out of the files, which is neither; absent if nothing. */
  leftOut: ownFigure.optional(),
  /** What the core system says and the files have not; negative where they have more. */
  missing: z.object(figure),
  /** The one file that has exactly as much as the files have more. */
  excessOf: z.string().optional(),
  isEqual: z.boolean(),
});
export type ControlRow = z.infer<typeof controlRowSchema>;

const namedFileSchema = z.object({ submission: z.int(), fileName: z.string() });
export type NamedFile = z.infer<typeof namedFileSchema>;

/** The figures of the core system beside those of the files, by the day of a transaction (its created_at). */
const controlTableSchema = z.object({
  rows: z.array(controlRowSchema),
  /** Files that were added on other days, and have transactions of these days: they are counted, too. */
  others: z.array(namedFileSchema),
  /** Names of files that have figures of their own, and that no file has; absent if none. */
  nowhere: z.array(z.string()).optional(),
  /** How many transactions went again with a later file, and count in that alone; absent if none. */
  again: z.int().positive().optional(),
  /** The same of figures that are of one file alone: they count in that as well, as they were in it; absent if none. */
  laterToo: z.int().positive().optional(),
  /** Exports that contradict themselves: their names, and a full sentence. */
  disagreements: z.array(z.object({ exports: z.string(), sentence: saidSchema })),
  /** Files of the statement with which no figure was compared. */
  uncompared: z.array(namedFileSchema),
  /** Of the other files, transactions of which there is no figure, by day; absent if none. */
  uncovered: z
    .array(
      z.object({
        day: z.string(),
        count: z.int().positive(),
        currencies: z.array(
          z.object({
            currency: z.string(),
            count: z.int().positive(),
            sum: z.string(),
            unsummed: z.int().positive().optional(),
          }),
        ),
      }),
    )
    .optional(),
  /** Files that cannot be read: what is in them is in no row. */
  unread: z.array(namedFileSchema),
  /** How many files were compared; how many of all their lines are neither accepted nor left out; and how many were left out. */
  sent: z.object({ files: z.int(), open: z.int(), leftOut: z.int() }),
  /** Whether all is equal, every file was read, and no export contradicts itself. */
  isEqual: z.boolean(),
});
export type ControlTable = z.infer<typeof controlTableSchema>;

/** How many lines the service has processed twice; absent if none. */
const doubled = z.int().positive().optional();
/** How many lines of each outcome are in no sum, and of these, how many are blank; absent if none. */
const [unsummed, blank] = [accountSchema.optional(), accountSchema.optional()];
/** Why lines were left out; absent if none were. */
const leftOut = leftOutSchema.pick({ lines: true, reasons: true }).optional();
const reckoned = { account: accountSchema, sums: accountSumsSchema.optional(), unsummed, blank, doubled };

/** Lines that were accepted as they went before, and as they went again: how many, what they paid before, and with which submissions. */
const acceptedTwiceSchema = z.object({
  lines: z.int().nonnegative(),
  sums: lineSumsSchema.shape.sums,
  with: z.array(z.int()),
});
export type AcceptedTwice = z.infer<typeof acceptedTwiceSchema>;

/** Where a person had a file sent although what is in it went before. */
const repeated = {
  /**
   * What it went with, that with most of its lines first: all of them, with how many lines, or only the one that was known then. Without a
   * name, where it is not known any more.
   */
  wentBefore: z
    .array(namedFileSchema.partial({ fileName: true }).extend({ lines: z.int().positive().optional() }))
    .optional(),
  /** How many of its lines went before then; absent where an earlier Tranship has not noted it. */
  linesBefore: z.int().positive().optional(),
  /** What these pay; absent where that is not known. */
  sumsBefore: lineSumsSchema.shape.sums.optional(),
  /** What they paid as they went before; absent where that is not known. */
  sumsAtFirst: lineSumsSchema.shape.sums.optional(),
  /** Of these, what the service has accepted both times; absent where that is not known. */
  acceptedTwice: acceptedTwiceSchema.optional(),
};
const repeatedSchema = z.object(repeated);
export type Repeated = z.infer<typeof repeatedSchema>;

const statementRowSchema = z.object({
  submission: z.int(),
  fileName: z.string(),
  connection: z.string(),
  addedAt: z.string(),
  /** Absent while its lines are not counted. */
  account: accountSchema.optional(),
  doubled,
  ...repeated,
  /** It waits for a person, since what is in it went before. */
  isHeldAsRepeat: z.literal(true).optional(),
  /** Of a file that was corrected, how many of its lines the service or the check had rejected before; absent if none. */
  rejectedAtFirst: z.int().positive().optional(),
  /** Of a file that was corrected, in how many of its lines a person changed an amount, and in how many only a currency; absent if none. */
  moneyChanged: z.int().positive().optional(),
  currencyChanged: z.int().positive().optional(),
  leftOut,
  sums: accountSumsSchema.optional(),
  unsummed,
  blank,
  sumsObstacle: z.enum(sumsObstacles).optional(),
  isPractice: z.boolean(),
});

export const statementSchema = z.object({
  /** Days on which files were added, in the zone of the computer that has made the statement. */
  from: z.string(),
  to: z.string(),
  zone: z.string(),
  connection: z.string().optional(),
  /** Each with what became of its lines in the end, also in its corrections. */
  files: z.array(statementRowSchema),
  /** Corrections whose lines are counted with the file that they correct. */
  corrections: z.array(z.object({ submission: z.int(), fileName: z.string(), corrects: z.int(), ...repeated })),
  /** Its sums are absent where those of a file are not known. */
  total: z.object(reckoned),
  /** The control sums of all files, as far as they are known. */
  whole: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** Rows of exports that are in none of the figures: refused, of each preparation, and left out as a template says. */
  refusedRows: z.array(refusedRowsSchema),
  leftOutRows: z.int().nonnegative(),
  /** How many of the files an earlier Tranship has made from exports, without noting such rows. Absent if none. */
  prepared: z.int().positive().optional(),
  /** Sent one by one on these days, past the queue: in none of the figures. `unfinished`: of runs whose end is not recorded, which may have sent them. Absent if none. */
  singles: z.object({ accepted: z.int(), rejected: z.int(), unknown: z.int(), unfinished: z.int() }).optional(),
  /** How many files were only checked: they are in none of the figures. Absent if none. */
  checkedOnly: z.int().positive().optional(),
  /** Files that went to the practice service, beside real ones: in none of the figures. Where there are no others, the figures are theirs. Absent if none. */
  practised: z.object({ files: z.int(), lines: z.int(), sums: lineSumsSchema.shape.sums }).optional(),
  /** When a person confirmed a data folder that had been put back or copied, and who, where the history tells: what was sent before that, from elsewhere, is not in it. */
  confirmedCopies: z.array(z.object({ at: z.string(), user: z.string().optional(), reason: z.string() })),
  /** All that went of these files was compared with all that had gone from this data folder, and nothing of it went before. Absent where that is not known. */
  wentOnce: z.literal(true).optional(),
  /** Whether every file is counted, and all sums come to the totals of the checks, exactly. */
  reconciles: z.boolean(),
  /** Absent where there are no figures of the core system. */
  control: controlTableSchema.optional(),
});
export type Statement = z.infer<typeof statementSchema>;
