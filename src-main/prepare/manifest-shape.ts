/** @file The manifest of a preparation: all that is needed to send its files from another machine, and to prove them. */

import { z } from 'zod';
import { fact, packed } from '../../src-shared/languages/fact.ts';
import { saidSchema } from '../../src-shared/languages/fact-schema.ts';
import { messageFactsSchema, messageFigureSchema } from '../../src-shared/preparation-shapes.ts';
import { templateSchema } from '../../src-shared/template-shapes.ts';

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Exact: no exponent, no trailing zeros. */
const amount = z.string().regex(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
/** Within the folder of the manifest; no name that leads out of it, or that Windows reads in another way. */
const name = z
  .string()
  .max(260)
  .regex(/^(?!\.)[^\\/:*?"<>|\p{Cc}]+$/u, packed(fact('is no name of a file')));
const nameInFolder = z
  .string()
  .max(520)
  .regex(
    /^(?!\.)[^\\/:*?"<>|\p{Cc}]+(?:\/(?!\.)[^\\/:*?"<>|\p{Cc}]+)?$/u,
    packed(fact('is no name of a file in the folder')),
  );

const currencySum = z.strictObject({
  currency: z.string().max(3).describe('Empty for transactions without a usable currency.'),
  count,
  sum: amount,
});
const daySum = currencySum.extend({
  day: z.string().max(10).describe('Empty for transactions without a usable date.'),
});

const controlFigure = z.strictObject({
  currency: z.string().optional(),
  day: z.string().optional(),
  count: count.optional(),
  sum: z.string().optional(),
  balance: z.string().optional().describe('What comes in less what goes out, which is as it is stated.'),
});

/** Published as manifest.schema.json. */
export const manifestSchema = z
  .strictObject({
    version: z.literal(1),
    tool: z.strictObject({ name: z.literal('Tranship'), version: z.string() }).describe('What has prepared the files.'),
    name: z.string().describe('What the names of the files begin with.'),
    split: z.strictObject({
      by: z.enum(['none', 'day', 'source-country', 'target-country']),
      bytes: count.describe('The most bytes of a file.'),
      lines: count.optional().describe('The most lines of a file.'),
      keepPayments: z.boolean().describe('All lines of a payment_external_id are in one file.'),
    }),
    sources: z
      .array(
        z.strictObject({
          name: z.string(),
          bytes: count,
          sha256,
          refusedBy: sha256
            .optional()
            .describe('The SHA-256 of the manifest of the preparation that had refused the rows of this file.'),
        }),
      )
      .describe('The exports, as they lay on the disk.'),
    tables: z
      .array(
        z.strictObject({
          source: count.describe('Which of the sources, from 0.'),
          name: z.string().describe('The sheet, or the file within an archive or folder.'),
          columns: z.array(z.string()),
          rows: count,
          leftOut: count,
          refused: count,
          refusedRows: nameInFolder.optional().describe('The file with the rows that were refused.'),
          message: messageFactsSchema
            .extend({ figures: z.array(messageFigureSchema.extend({ of: z.string() })) })
            .optional()
            .describe('Of a payment message: what is in it, and what it says about itself.'),
        }),
      )
      .describe('What was read of the sources.'),
    template: z.strictObject({
      name: z.string(),
      version: z.int(),
      sha256: sha256.describe('Of the content as canonical JSON (RFC 8785).'),
      content: templateSchema,
    }),
    files: z
      .array(
        z.strictObject({
          name,
          bytes: count,
          lines: count,
          sha256,
          rows: nameInFolder.describe('The file that says which row each line was.'),
          rowsSha256: sha256,
          byCurrency: z.array(currencySum),
          byDay: z.array(daySum),
        }),
      )
      .describe('The files to send, in order.'),
    rows: count,
    transactions: count,
    leftOut: count,
    refused: count,
    byCurrency: z.array(currencySum),
    byDay: z.array(daySum),
    incoming: z.array(currencySum).optional().describe('Of these, what comes in; absent where no row says so.'),
    control: z
      .strictObject({
        figures: z.array(controlFigure),
        isPartial: z.literal(true).optional().describe('Of a currency or a day without a figure, nothing is said.'),
        differences: z.array(
          z.union([
            z.strictObject({
              currency: z.string().optional(),
              day: z.string().optional(),
              expected: z.strictObject({ count: count.optional(), sum: z.string().optional() }),
              actual: z.strictObject({ count, sum: amount.optional() }),
            }),
            z.strictObject({ sentence: saidSchema.describe('In which an export contradicts itself.') }),
          ]),
        ),
      })
      .optional()
      .describe('The figures of the source system, and where they differ.'),
    findings: z
      .strictObject({
        mapping: count,
        errors: count.describe('Of the check of the files.'),
        warnings: count,
        file: nameInFolder.optional(),
      })
      .describe('How much was found; the findings are in the file.'),
  })
  .describe('What a preparation has made, and of what.');
export type Manifest = z.infer<typeof manifestSchema>;

/** Whether JSON begins as manifests of ours do: their faults are then told. */
export const beginsAsManifest = (start: string): boolean => /"tool"\s*:\s*\{\s*"name"\s*:\s*"Tranship"/.test(start);
