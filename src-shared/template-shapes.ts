/**
 * @file The template of a preparation, as it crosses the contract and as it is stored: how an export is read, and how
 * its columns become the fields of a transaction (§2.2 to §2.4). Contains no secret, and nothing of a row.
 */

import { z } from 'zod';
import { roles } from './entity-roles.ts';
import { isZone, noZone } from './zones.ts';

export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'iso-8859-2',
  'cp437',
] as const;
export const encodingSchema = z.enum(encodings);
export type Encoding = z.infer<typeof encodingSchema>;

const columnName = z.string().max(500).describe('A column, by its name.');
const headerRow = z
  .int()
  .min(0)
  .max(1000)
  .describe('The row with the names of the columns; rows before it are left out. 0: there is none.');

/** How an export is read. What is left out is detected from the content. */
export const readingSchema = z.discriminatedUnion('format', [
  z
    .strictObject({
      format: z.literal('delimited'),
      encoding: encodingSchema.optional(),
      delimiter: z.enum([',', ';', '\t', '|']).optional(),
      headerRow: headerRow.optional(),
    })
    .describe('Text with a separator between the cells: CSV, TSV, semicolons, pipes.'),
  z
    .strictObject({
      format: z.literal('fixed-width'),
      encoding: encodingSchema.optional(),
      headerRow: headerRow.optional(),
      columns: z.array(z.strictObject({ name: columnName, width: z.int().min(1).max(10_000) })).min(1),
    })
    .describe('Text in which each column has a width, counted in characters.'),
  z
    .strictObject({
      format: z.literal('json'),
      encoding: encodingSchema.optional(),
      list: z.string().optional().describe('Path of the list within an object, such as /export/transactions.'),
    })
    .describe('JSON Lines, a list, an object with a list inside, or objects one after the other.'),
  z
    .strictObject({
      format: z.literal('xlsx'),
      sheets: z.array(z.string()).optional().describe('The names of the sheets; all that have rows without it.'),
      headerRow: headerRow.optional(),
    })
    .describe('A workbook of Excel.'),
  z.strictObject({ format: z.literal('parquet') }).describe('A Parquet file.'),
  z
    .strictObject({
      format: z.literal('xml'),
      encoding: encodingSchema.optional(),
      element: z.string().optional().describe('Path of the element that repeats, such as /Document/Entry.'),
    })
    .describe('XML with an element for each row; what is inside becomes columns by path.'),
  z
    .strictObject({
      format: z.literal('iso20022'),
      encoding: encodingSchema.optional(),
      message: z.string().max(20).optional().describe('The message that was found, such as camt.053.'),
    })
    .describe('Payment messages of ISO 20022: camt.052 to 054, pain.001, pain.008, pacs.003, pacs.008.'),
  z
    .strictObject({
      format: z.literal('swift'),
      encoding: encodingSchema.optional(),
      message: z.string().max(20).optional().describe('The type of the first message, such as 940.'),
    })
    .describe('Payment messages of SWIFT: MT103, MT940, MT942.'),
]);
export type Reading = z.infer<typeof readingSchema>;
export type Format = Reading['format'];

/** True or false for each row. */
export const conditionSchema = z.discriminatedUnion('test', [
  z.strictObject({ column: columnName, test: z.literal('filled') }),
  z.strictObject({ column: columnName, test: z.literal('empty') }),
  z.strictObject({ column: columnName, test: z.literal('one-of'), values: z.array(z.string()).min(1).max(1000) }),
  z.strictObject({ column: columnName, test: z.literal('none-of'), values: z.array(z.string()).min(1).max(1000) }),
  z
    .strictObject({
      column: columnName,
      test: z.literal('of-form'),
      forms: z.array(z.string().min(1)).min(1).max(1000),
    })
    .describe('Where the cell has one of these forms, in which # stands for a digit: customer-#######.'),
  z
    .strictObject({ column: columnName, test: z.literal('negative') })
    .describe(
      'Where the cell is a number below 0: a minus stands before or behind its digits, or they stand in round brackets.',
    ),
  z.strictObject({ column: columnName, test: z.literal('positive') }).describe('Where the cell is a number above 0.'),
]);
export type Condition = z.infer<typeof conditionSchema>;

export const numbersSchema = z.strictObject({
  decimal: z.enum(['.', ',']).describe('What stands before the decimals.'),
  thousands: z.enum(['.', ',', ' ', "'", 'none']).describe('What stands between groups of three digits.'),
});
export type Numbers = z.infer<typeof numbersSchema>;

export const datesSchema = z.strictObject({
  formats: z
    .array(z.string().min(2).max(60))
    .min(1)
    .describe(
      'How dates are written, the likeliest first, in letters: DD.MM.YYYY HH:mm:ss, YYYYMMDD, MM/DD/YY hh:mm A, D-MMM-YYYY; iso, excel-serial, unix-seconds, unix-milliseconds.',
    ),
  zone: z
    .string()
    .refine(isZone, noZone)
    .describe(
      'The zone that times are wanted in, where the cell has an offset. as-written: the time stays, and its offset is cut off.',
    ),
});
export type Dates = z.infer<typeof datesSchema>;

export const signSchema = z.discriminatedUnion('sign', [
  z.strictObject({ sign: z.literal('as-written') }),
  z.strictObject({ sign: z.literal('absolute') }),
  z.strictObject({ sign: z.literal('reversed') }),
  z
    .strictObject({ sign: z.literal('by-column'), column: columnName, negative: z.array(z.string()).min(1) })
    .describe('Negative where the column has one of these values, such as D or S.'),
]);
export type Sign = z.infer<typeof signSchema>;

const countriesOfDirection = z
  .literal('change-places')
  .optional()
  .describe(
    'Source and target country change places, too: they are those of the two sides, such as the country of the bank and that of the counterparty.',
  );

export const directionSchema = z.discriminatedUnion('by', [
  z
    .strictObject({ by: z.literal('fields') })
    .describe('In every row, sender and receiver are those of their fields, whatever a column such as D/C says.'),
  z
    .strictObject({
      by: z.literal('column'),
      column: columnName,
      incoming: z.array(z.string()).min(1).max(1000).describe('Where money comes in, such as C or H.'),
      outgoing: z.array(z.string()).min(1).max(1000).describe('Where money goes out, such as D or S.'),
      countries: countriesOfDirection,
    })
    .describe(
      'Where the column says that money goes out, sender and receiver are those of their fields. Where it says that money comes in, they change places: what is under sender is the receiver of that row, and what is under receiver its sender; sending_partner and receiving_partner change places alike. Countries stay as they are unless countries says otherwise, and all else does. A row with neither value is refused.',
    ),
  z
    .strictObject({
      by: z.literal('conditions'),
      outgoing: conditionSchema,
      incoming: conditionSchema,
      countries: countriesOfDirection,
    })
    .describe(
      'As by a column, by conditions: where outgoing holds, money goes out; where incoming holds, it comes in, and sender and receiver change places. A row for which both hold, or neither, is refused.',
    ),
]);
export type Direction = z.infer<typeof directionSchema>;

/** Where the text of a field comes from. */
const sourceSchema = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('constant'), text: z.string().max(10_000) }),
  z.strictObject({
    from: z.literal('column'),
    column: columnName,
    part: z
      .union([
        z
          .strictObject({ separator: z.string().min(1).max(20), number: z.int().min(-100).max(100) })
          .describe('1 is the first, -1 the last.'),
        z
          .literal('country-of-iban')
          .describe('The country with which an IBAN begins; a cell that is no IBAN stays as it is.'),
      ])
      .optional()
      .describe('Only a part of the cell.'),
  }),
  z
    .strictObject({
      from: z.literal('columns'),
      columns: z.array(columnName).min(1).max(100),
      separator: z.string().max(20),
    })
    .describe('Several cells, joined; empty ones are left out.'),
  z
    .strictObject({ from: z.literal('uuid'), columns: z.array(columnName).min(1).max(100) })
    .describe('A UUID (version 5) of these cells: the same cells give the same UUID, whenever they are prepared.'),
]);

/** How the value of a field is made. What the field needs (a number, a date) follows from the field. */
const plainValueSchema = z.strictObject({
  source: sourceSchema,
  values: z
    .record(z.string(), z.string())
    .optional()
    .describe('Their values → ours. Cells are compared without spaces around.'),
  otherValues: z
    .enum(['keep', 'leave-out', 'refuse'])
    .optional()
    .describe('What happens to a cell that is not among the values: keep by default.'),
  letters: z.enum(['upper', 'lower']).optional(),
  whenEmpty: z
    .enum(['leave-out', 'refuse'])
    .optional()
    .describe('Without a value the field is left out, by default, or the row is refused.'),
  numbers: numbersSchema.optional().describe('For this field, in place of those of the template.'),
  dates: datesSchema.optional().describe('For this field, in place of those of the template.'),
  sign: signSchema.optional(),
  type: z
    .enum(['text', 'number', 'boolean', 'json'])
    .optional()
    .describe('In additional_fields, which has no types of its own; text by default.'),
});
export type PlainValue = z.infer<typeof plainValueSchema>;

/** Alternatives are tried in their order; the last may have no condition. Without one that applies the field is empty. */
export const valueSchema = z.union([
  plainValueSchema,
  z.strictObject({
    alternatives: z
      .array(z.strictObject({ when: conditionSchema.optional(), value: plainValueSchema }))
      .min(1)
      .max(100),
  }),
]);
export type Value = z.infer<typeof valueSchema>;

/** Unknown keys are refused, because most of them are typing errors. Published as template.schema.json. */
export const templateSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The address of this schema, for editors that offer completion.'),
    version: z.literal(1),
    name: z.string().min(1).max(200).describe('What people call the template.'),
    reading: readingSchema.describe('How the export is read.'),
    columns: z
      .array(columnName)
      .max(5000)
      .describe('The columns of the export, by which it is recognised the next time.'),
    numbers: numbersSchema,
    dates: datesSchema,
    fields: z
      .record(z.string(), valueSchema)
      .describe('By dotted path of the field, such as modification.amount or sender.unknown.full_name.'),
    entities: z
      .partialRecord(z.enum(roles), z.strictObject({ knownWhen: conditionSchema }))
      .describe(
        'When an entity is a known one; otherwise it is described as an unknown one. Without it, what has a value decides.',
      ),
    direction: directionSchema
      .optional()
      .describe(
        'Whether sender and receiver depend on what says whether money came in or went out: a column, or amounts. Without it they do not; where an export seems to say it, that is told.',
      ),
    additionalFields: z.record(z.string(), valueSchema),
    otherColumns: z.enum(['leave-out', 'additional-fields']).describe('What becomes of columns that no field uses.'),
    leaveOutRows: z
      .array(conditionSchema)
      .max(100)
      .describe('Rows for which one of these holds are no transactions, such as totals.'),
    totalRows: z
      .enum(['refuse', 'take'])
      .optional()
      .describe(
        'What becomes of a row that looks like a total of the others: refused by default, until it is left out.',
      ),
  })
  .describe('How an export becomes transactions.');
export type Template = z.infer<typeof templateSchema>;
