/**
 * @file The contract's shapes for offline preparation: what was recognised in an export, what a person has decided about it,
 * the plan, and the kept templates. Rows are sent only as a sample. No secret, and no path but the one a person chose.
 */

import { z } from 'zod';
import { findingRowSchema } from './finding-shapes.ts';
import { formats } from './formats.ts';
import { saidSchema } from './languages/fact-schema.ts';
import { batchStateSchema, controlSchema, errorRecordSchema, fileOfferSchema, submissionIdSchema } from './shapes.ts';
import { readingSchema, templateSchema, valueSchema } from './template-shapes.ts';

const count = z.number().int().nonnegative();
const time = z.number().int();

/** The text of a file that a person has written, or that was exported; `name`: as people know it. */
export const namedTextSchema = z.strictObject({ text: z.string().max(5_000_000), name: z.string().min(1).max(32_767) });

export const preparationIdSchema = z.uuid();

/** A cell of an export, or a row of it. */
export const cellPlaceSchema = z.object({
  source: z.string(),
  /** The sheet, or the file within the export; empty where it is one table. */
  table: z.string(),
  /** As in a spreadsheet, from 1, header included. */
  row: count,
  column: z.string().optional(),
});
export const templateIdSchema = z.uuid();

/** Sampled rows that the window has; the app keeps more of them. */
export const SHOWN_ROWS = 50;
/** Longer cells are cut off for the window. */
export const SHOWN_CELL = 300;

const sampleRowSchema = z.object({
  /** As in a spreadsheet, from 1, header included. */
  number: count,
  /** null where the row has no such cell. */
  cells: z.array(z.string().nullable()),
});

/** A table of an export, with its first rows. */
export const preparationTableSchema = z.object({
  /** The sheet, or the file in an archive or a folder; empty where the export is one table. */
  name: z.string(),
  columns: z.array(z.string()),
  /** As it was asked for, and the rest as it was detected. */
  reading: readingSchema,
  /** Its first rows up to that with the names of the columns; none where no other one can be that. */
  head: z.array(sampleRowSchema),
  rows: z.array(sampleRowSchema),
  /** How many rows it has: exactly where all were looked at, otherwise about. */
  sampled: count,
  isAll: z.boolean(),
  /** Rows that cannot be read: one sentence each. */
  faults: z.array(z.object({ number: count, message: saidSchema })),
});

/** As many files of an archive as the window shows. */
export const SHOWN_FILES = 500;

/** A file among several in what was chosen: by the number of what was chosen, and its name within that, empty for itself. */
export const fileOfSourceSchema = z.strictObject({ source: count, name: z.string().max(2000) });

export const listedFileSchema = fileOfSourceSchema.extend({
  fileName: z.string(),
  bytes: count,
  format: z.enum(formats).optional(),
  /** Why it cannot be read. */
  problem: errorRecordSchema.optional(),
  isChosen: z.boolean(),
});

export const confidences = ['sure', 'likely', 'look'] as const;

/** Why a field comes from where it comes from, as long as a person has not decided it. */
export const guessSchema = z.object({
  /** Dotted path of the field; `direction` for that of the template. */
  field: z.string(),
  confidence: z.enum(confidences),
  /** Full sentences. */
  reason: saidSchema,
});

/** How the transactions are divided among files. */
export const splitSchema = z.strictObject({
  by: z.enum(['size', 'count', 'day', 'country']),
  /** The largest file, in bytes (§2.1: 2 GB). */
  maxBytes: z.number().int().min(1000).max(2_000_000_000),
  /** The most transactions of a file, where it is divided by count. */
  maxTransactions: z.number().int().min(1).max(1_000_000_000),
  /** Whether the transactions of one payment stay in one file. */
  keepPayments: z.boolean(),
});

/** A figure of the source system, to be compared: a decimal number as text, which keeps every digit. */
export const controlFigureSchema = z.strictObject({
  currency: z.string().max(20),
  /** A day as 2026-11-30; of all days without it. */
  day: z.string().max(10).optional(),
  count: count.optional(),
  amount: z
    .string()
    .regex(/^-?\d{1,30}(\.\d{1,30})?$/)
    .optional(),
});

/** What a person has decided so far. */
export const preparationDraftSchema = z.strictObject({
  template: templateSchema,
  split: splitSchema,
  figures: z.array(controlFigureSchema).max(2000),
  /** Whether transactions that went to the service before are left out. */
  leaveOutProcessed: z.boolean().optional(),
});

const named = { source: z.string(), table: z.string() };

/** What is wrong with many rows in the same way: found by the mapping, or by the check of the line that a row became. */
export const findingKindSchema = z.object({
  rule: z.string(),
  /** For an error, the row is refused. */
  severity: z.enum(['error', 'warning']),
  /** Dotted path of the field. */
  field: z.string().optional(),
  /** That the field is made of; absent where it is made of none. */
  column: z.string().optional(),
  rows: count,
  /** Of the first of the rows: one full sentence. */
  message: saidSchema,
  /** The most frequent first. */
  cells: z.array(z.object({ cell: z.string(), rows: count })),
  /** Whether there are no other cells than these. */
  areAllCells: z.boolean(),
  first: z.array(z.object({ ...named, row: count })),
});

/** What would become of rows: of all of them in a plan, of those so far while it is made. */
const outcomeOfRows = {
  /** Rows that become transactions which the check accepts. */
  transactions: count,
  leftOut: count,
  /** By the mapping, or by the check. */
  refused: count,
  /** The one with the most rows first, errors before warnings. */
  kinds: z.array(findingKindSchema),
};

/** What is under way. `rows` are those read so far; without bytes it is not known how much there is. */
export const preparationWorkSchema = z.object({
  kind: z.enum(['examining', 'planning', 'preparing', 'saving']),
  /** How far a kind of work is that has several steps. */
  step: z.enum(['comparing', 'measuring', 'preparing', 'checking']).optional(),
  rows: count,
  /** Those of the written files that were checked. */
  lines: count.optional(),
  bytes: count,
  totalBytes: count,
  /** Known so far, while a plan is made. */
  outcome: z.object(outcomeOfRows).optional(),
});

/** A submission that some of the transactions went with before, over a connection. */
export const processedSubmissionSchema = z.object({
  submission: submissionIdSchema,
  /** What people call its file. */
  file: z.string(),
  connection: z.string(),
  /** When it was approved. */
  at: time,
  /** Of its batches that count, the first that is in another state than processed. */
  state: batchStateSchema,
  transactions: count,
  /** The first of the rows. */
  first: z.array(z.object({ source: z.string(), table: z.string(), row: count })),
});

/** What of a preparation went to the service before, by its modification ids, as sending compares them. */
export const processedBeforeSchema = z.object({
  /** False where nothing could be compared; `reason` then says why. */
  isCompared: z.boolean(),
  reason: saidSchema.optional(),
  /** Transactions of the exports, whether they are left out or not. */
  transactions: count,
  leftOut: count,
  /** The one with the most of them first. */
  submissions: z.array(processedSubmissionSchema),
  /** Earlier submissions whose ids are not there any more, or cannot be read. */
  uncompared: count,
  /** The only connection that was compared with; all of them without it. */
  connection: z.string().optional(),
});

/** How long sending takes: under the limits of the service (§8) and, where it is known, at the speed of the line. */
export const uploadForecastSchema = z.object({
  /** Each needs an address. */
  batches: count,
  bytes: count,
  /** The limit of the service: of as many it gives the address. */
  batchesAMinute: count,
  /** Until the service gives the last address, in ms: it takes no less. */
  limitMs: count,
  /** Measured, of all uploads together. */
  bytesPerSecond: count.optional(),
  /** At that speed and under the limits, in ms. */
  totalMs: count.optional(),
});

/** What a payment message says about itself beside what was found in it, as exact decimals. */
export const messageFigureSchema = z.strictObject({
  /** The part of the message that says it. */
  of: saidSchema,
  kind: z.enum(['transactions', 'entries', 'batch', 'sum', 'booked', 'opening-balance', 'closing-balance']),
  stated: z.string(),
  found: z.string(),
});
export type MessageFigure = z.infer<typeof messageFigureSchema>;

/** What is in a payment message, and how it agrees with itself. */
export const messageFactsSchema = z.strictObject({
  /** Such as camt.053 or MT940. */
  message: z.string(),
  /** Statements, groups of orders, or messages that have no groups. */
  parts: count,
  /** Of statements. */
  entries: count.optional(),
  transactions: count,
  /** Of the transactions: pending, expected, or only told. */
  notBooked: count.optional(),
  agreeing: count,
  differing: count,
  /** The first of those that agree or differ. */
  figures: z.array(messageFigureSchema),
  /** What it states of all its transactions together, as far as it is true of what was read; nothing of a part of them. */
  totals: z.array(
    z.strictObject({ currency: z.string().optional(), count: count.optional(), sum: z.string().optional() }),
  ),
});
export type MessageFacts = z.infer<typeof messageFactsSchema>;

const daySum = { currency: z.string(), count, sum: z.string() };
const figureSchema = z.object({
  currency: z.string().optional(),
  day: z.string().optional(),
  count: count.optional(),
  sum: z.string().optional(),
  /** What comes in less what goes out, where that is what was stated, and equal. */
  balance: z.string().optional(),
});

/** What comes of exports: of a plan the same, with nothing written. Each line is checked as soon as it is made. */
export const preparedSchema = z.object({
  rows: count,
  ...outcomeOfRows,
  /** Of the rows left out, how many because they went to the service before. */
  leftOutAsProcessed: count,
  /** Because of which rows were refused. */
  findings: count,
  /** Of the check of the written files, which sees what concerns a file as a whole. */
  errors: count,
  warnings: count,
  bytes: count,
  /** `name`: within the folder. */
  files: z.array(z.object({ name: z.string(), bytes: count, lines: count, sha256: z.string() })),
  byCurrency: z.array(z.object(daySum)),
  byDay: z.array(z.object({ ...daySum, day: z.string() })),
  /** Of these, the transactions by which money comes in; absent where no row can say so. */
  incoming: z.array(z.object(daySum)).optional(),
  control: z.object({ figures: z.array(figureSchema), differences: controlSchema.shape.differing }).optional(),
  /** Of exports that are payment messages, one for each table. */
  messages: z.array(messageFactsSchema),
  /** Modification ids that several transactions share, in whichever files they are. */
  duplicates: z.object({
    ids: count,
    transactions: count,
    first: z.array(z.object({ ...named, rows: z.array(count) })),
  }),
  processedBefore: processedBeforeSchema,
  /** The files with the refused rows, within the folder. */
  refusedRows: z.array(z.string()),
  /** The first cells and rows because of which rows were refused. */
  firstFaults: z.array(
    z.object({
      ...named,
      row: count,
      column: z.string().optional(),
      cell: z.string().optional(),
      field: z.string().optional(),
      rule: z.string(),
      message: saidSchema,
    }),
  ),
  /** Full sentences for a clerk: what was left out of the exports. */
  notes: z.array(saidSchema),
  /** Files that an earlier attempt had finished. */
  keptFiles: count,
  /** Within the folder. */
  manifest: z.string().optional(),
  findingsFile: z.string().optional(),
  upload: uploadForecastSchema,
});

/** What would come of a preparation, as the window shows it: of many days, the first. `batches`: how many files. */
export const planSchema = preparedSchema.omit({ files: true }).extend({ batches: count });

/** How exports are to be read, in place of what was detected or the template says: such as encoding=windows-1252. */
const readingChoices = z.array(z.string().max(2000)).max(1000);
const someExports = z.array(fileOfferSchema.shape.offer).min(1).max(100_000);

/** Exports, and all that decides about what becomes of them. */
export const preparationOrderSchema = z.strictObject({
  offers: someExports,
  /** One that is kept, or a text, with the kept one that it stands for where the export has changed a little. */
  template: z.union([
    z.strictObject({ id: templateIdSchema }),
    namedTextSchema.extend({ id: templateIdSchema.optional() }),
  ]),
  reading: readingChoices,
  /** What the names of the files begin with. */
  name: z.string().min(1).max(1000),
  /** Without it, each file is as large as a batch may be. */
  split: z
    .strictObject({
      grouping: z.enum(['none', 'day', 'source-country', 'target-country']),
      bytes: z.int().min(1),
      lines: z.int().min(1),
    })
    .optional(),
  keepPayments: z.boolean(),
  /** Compares with what went over this connection before. */
  connection: z.string().optional(),
  leaveOutProcessed: z.boolean(),
  /** The figures of the source system: their file, and single ones such as EUR=123.45:200. */
  control: namedTextSchema.optional(),
  expected: z.array(z.string().max(2000)).max(2000),
  /** Values of fields that are the same in each transaction, such as receiver.unknown.risk_assessment=LOW, in place of what the template says. */
  fixed: z.array(z.string().max(10_000)).max(100).optional(),
  /** The template is used with the new names of columns, and with what takes the place of those that have gone. */
  takesChanges: z.literal(true).optional(),
  /** Threads that turn rows into lines. */
  workers: z.int().min(1).max(64).optional(),
  /** Writes nothing. */
  isPlan: z.boolean(),
});

export const proposalAskedSchema = z.strictObject({
  offers: someExports,
  reading: readingChoices,
  /** Of the template, where none is recognised. */
  name: z.string().min(1).max(1000),
});

/** How an export differs from the one that a kept template was made for. */
export const templateDifferenceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new'), column: z.string() }),
  /**
   * `isRead`: the template takes something of it. `instead`: from what a guess would fill the very fields that nothing fills
   * now, such as the currency that the name of the amount says.
   */
  z.object({
    kind: z.literal('gone'),
    column: z.string(),
    isRead: z.boolean(),
    instead: z.record(z.string(), valueSchema).optional(),
  }),
  z.object({ kind: z.literal('renamed'), column: z.string(), before: z.string(), isRead: z.boolean() }),
  /** Most of its cells cannot be read any more as the template says, such as this one. */
  z.object({ kind: z.literal('otherwise'), column: z.string(), cell: z.string() }),
  z.object({ kind: z.literal('no-sheet'), sheet: z.string() }),
  /** The export can be read only in another way than the template says. */
  z.object({ kind: z.literal('reading'), setting: z.enum(['encoding', 'delimiter', 'headerRow']), now: z.string() }),
]);

/** A kept template with the look of an export. */
export const fittingTemplateSchema = z.object({
  id: templateIdSchema,
  name: z.string(),
  /** How many it knows. */
  columns: count,
  differences: z.array(templateDifferenceSchema),
});

/** What is known of the kept templates that an export may have been prepared with before. */
const fittingTemplates = {
  /** The one in use: recognised because nothing that it reads has changed, or chosen. */
  recognised: z.object({ id: templateIdSchema, name: z.string() }).optional(),
  /** What has changed since the one in use was made. */
  differences: z.array(templateDifferenceSchema),
  /** Others that fit, the best first; without one in use, those of which something that they read has changed. */
  otherTemplates: z.array(fittingTemplateSchema),
};

/** With which template a preparation of these exports would begin. */
export const proposalSchema = z.object({
  /** Of its file. */
  text: z.string(),
  reading: readingSchema,
  columns: z.array(z.string()),
  guesses: z.array(guessSchema),
  /** Whether nothing is left for a person to decide: a kept template is recognised, or the columns are the fields themselves. */
  isCertain: z.boolean(),
  /** Of which nothing is taken. */
  unusedColumns: z.array(z.string()),
  /** What a person had better decide; `rows`: in how many of the sample. */
  questions: z.array(z.object({ column: z.string().optional(), rows: count, message: saidSchema })),
  ...fittingTemplates,
});

/** A preparation, from the files a person brings to the submissions. */
const formerChanges = ['reading', 'files', 'template'] as const;

export const preparationSchema = z.object({
  id: preparationIdSchema,
  /** The name of the file, or of the first with how many others. */
  name: z.string(),
  files: z.array(z.object({ fileName: z.string(), bytes: count })),
  startedAt: time,
  work: preparationWorkSchema.optional(),
  /** Why the last work failed. */
  error: errorRecordSchema.optional(),
  /** What was taken otherwise last and can be taken back, for a draft in which nothing can. */
  former: z.enum(formerChanges).optional(),
  /** Absent until the export was examined. */
  source: z
    .object({
      /** Such as “gzip” or “zip”; empty where the export is not packed. */
      packing: z.array(z.string()),
      /** The files that can be left out, one by one; none where there is only one. */
      files: z.array(listedFileSchema),
      /** How many there are in all, and what of the rest is not taken, with the reason. */
      allFiles: count,
      notTaken: z.array(z.object({ name: z.string(), reason: saidSchema })),
      tables: z.array(preparationTableSchema),
      /** All sheets of a workbook, in its order. */
      sheets: z.array(z.object({ name: z.string(), isTaken: z.boolean() })),
      /** Its first lines as they are, where it is text. */
      lines: z.array(z.string()),
      guesses: z.array(guessSchema),
      ...fittingTemplates,
    })
    .optional(),
  draft: preparationDraftSchema.optional(),
  plan: planSchema.optional(),
  /** The submission in whose place its files will be, and the cell about which the check found something there. */
  replaces: z.object({ submission: submissionIdSchema, cell: cellPlaceSchema.optional() }).optional(),
  /** The submissions that it has become. */
  added: z.array(submissionIdSchema),
  /** It was broken off while files were written, and can be continued. */
  isInterrupted: z.boolean(),
  /** Saving to a folder was broken off, and can be continued. The folder is the one that the person chose; a browser has none. */
  saving: z.object({ folder: z.string().optional() }).optional(),
  /** The files that were saved last. Without a folder, they wait to be fetched. */
  saved: z.object({ folder: z.string().optional(), files: count, bytes: count, at: time }).optional(),
});

export const preparationRowSchema = preparationSchema.pick({
  id: true,
  name: true,
  startedAt: true,
  isInterrupted: true,
  added: true,
  saved: true,
});

/** What becomes of a row. */
export const previewSchema = z.object({
  number: count,
  /** The JSON line; absent where the row is refused or left out. */
  text: z.string().optional(),
  isLeftOut: z.boolean(),
  /** What the mapping and the check find. Those of the mapping have a column and a cell. */
  findings: z.array(
    findingRowSchema.extend({
      column: z.string().optional(),
      cell: z.string().optional(),
    }),
  ),
});

/** The values of a column in the sample, the most frequent first. */
export const columnValuesSchema = z.object({
  column: z.string(),
  values: z.array(z.object({ value: z.string(), count })),
  /** Rows without a value. */
  empty: count,
  /** There are more values than these. */
  isCut: z.boolean(),
  /** How many rows were looked at; absent where these are all. */
  looked: count.optional(),
});

/** A template that is kept in the data folder. */
export const templateRowSchema = z.object({
  id: templateIdSchema,
  name: z.string(),
  format: z.enum(formats),
  columns: count,
  fields: count,
  /** The digest of what it says, in hexadecimal. */
  sha256: z.string(),
  usedAt: time.optional(),
  /** The number of what it is now: each change makes another. */
  version: count,
});

/** What differs between a version of a template and the one before. */
export const templateChangeSchema = z.discriminatedUnion('of', [
  /** A dotted path; of a party alone: when it is a known one. */
  z.object({ of: z.literal('field'), field: z.string(), change: z.enum(['new', 'gone', 'changed']) }),
  z.object({
    of: z.literal('setting'),
    setting: z.enum(['name', 'reading', 'columns', 'numbers', 'dates', 'direction', 'otherColumns', 'leaveOutRows']),
  }),
]);

/** A version of a kept template: the present one, or what it was before. */
export const templateVersionSchema = z.object({
  number: count,
  /** What it was called. */
  name: z.string(),
  /** Absent where an earlier Tranship has kept it. */
  madeAt: time.optional(),
  madeBy: z.string().optional(),
  /** By which the manifest of a preparation names it. */
  sha256: z.string(),
  /** None for the first. */
  changes: z.array(templateChangeSchema),
  isPresent: z.boolean(),
});

export type Prepared = z.infer<typeof preparedSchema>;
export type PreparationOrdered = z.infer<typeof preparationOrderSchema>;
export type TemplateChange = z.infer<typeof templateChangeSchema>;
export type TemplateVersion = z.infer<typeof templateVersionSchema>;
export type TemplateDifference = z.infer<typeof templateDifferenceSchema>;
export type FittingTemplate = z.infer<typeof fittingTemplateSchema>;
export type Proposal = z.infer<typeof proposalSchema>;
export type PreparationTable = z.infer<typeof preparationTableSchema>;
export type ListedFile = z.infer<typeof listedFileSchema>;
export type FileOfSource = z.infer<typeof fileOfSourceSchema>;
export type Confidence = (typeof confidences)[number];
export type Guess = z.infer<typeof guessSchema>;
export type FormerChange = (typeof formerChanges)[number];
export type Split = z.infer<typeof splitSchema>;
export type ControlFigure = z.infer<typeof controlFigureSchema>;
export type PreparationDraft = z.infer<typeof preparationDraftSchema>;
export type PreparationWork = z.infer<typeof preparationWorkSchema>;
export type FindingKind = z.infer<typeof findingKindSchema>;
export type ProcessedSubmission = z.infer<typeof processedSubmissionSchema>;
export type ProcessedBefore = z.infer<typeof processedBeforeSchema>;
export type UploadForecast = z.infer<typeof uploadForecastSchema>;
export type Plan = z.infer<typeof planSchema>;
export type Preparation = z.infer<typeof preparationSchema>;
export type PreparationRow = z.infer<typeof preparationRowSchema>;
export type Preview = z.infer<typeof previewSchema>;
export type ColumnValues = z.infer<typeof columnValuesSchema>;
export type TemplateRow = z.infer<typeof templateRowSchema>;
