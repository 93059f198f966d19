/** @file The recipe as a file: JSON that a person may edit and apply to the next export, and its schema. */

import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../src-shared/errors.ts';
import { duplicateKeys } from '../checking/rules/duplicate-keys.ts';
import { toFileError } from '../files/file-errors.ts';
import type { Recipe } from './recipe.ts';
import { isZone } from './zones.ts';

const field = z
  .string()
  .regex(/^[^.]+(\.[^.]+)*$/)
  .describe('Dotted path of the field, such as payment_source_country or sender.unknown.risk_assessment.');
/** More digits than a double can hold would be lost before the recipe is read. */
const number = z
  .number()
  .refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER, 'has more digits than can be kept');
const scalar = z.union([z.string(), number, z.boolean(), z.null()]);

const steps = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('drop-bom') }).describe('Drops a byte order mark at the start of the file.'),
  z.strictObject({ step: z.literal('drop-blank') }).describe('Drops lines of nothing but spaces.'),
  z
    .strictObject({
      step: z.literal('replace'),
      field,
      from: scalar.describe('The value as it stands in the source, letter case and spaces included.'),
      to: scalar.describe('The new value.'),
    })
    .describe('Replaces one value of a field by another.'),
  z.strictObject({ step: z.literal('trim'), field }).describe('Removes spaces around a text.'),
  z.strictObject({ step: z.literal('upper-case'), field }).describe('Writes a text in capital letters.'),
  z
    .strictObject({
      step: z.literal('number-from-text'),
      field,
      decimal: z.enum(['.', ',']).default('.').describe('What stands before the decimals in the texts.'),
    })
    .describe('Makes a number of a text such as "12.50", with all of its digits.'),
  z
    .strictObject({
      step: z.literal('strip-zone'),
      field,
      zone: z
        .string()
        .refine(isZone, 'is no zone: as-written, UTC, an offset such as +02:00, or a name such as Europe/Berlin')
        .describe(
          'The zone that times without an offset are in: UTC, an offset such as +02:00, or a name such as Europe/Berlin; times are converted to it. as-written: the time stays, and its offset is cut off.',
        ),
    })
    .describe('Removes the zone offset of a date and time.'),
  z.strictObject({ step: z.literal('drop-field'), field }).describe('Removes a field with its value.'),
  z
    .strictObject({ step: z.literal('set-missing'), field, value: scalar })
    .describe('Adds a field where it is missing, and the object that it belongs to is there.'),
  z
    .strictObject({ step: z.literal('drop-refused') })
    .describe('Drops lines that were found faulty, unless the other steps have changed and mended them.'),
  z
    .strictObject({
      step: z.literal('keep-one'),
      by: z
        .enum(['modification-id', 'line'])
        .describe('What the lines have in common: the modification id, or every byte.'),
      keep: z.enum(['first', 'last']),
    })
    .describe('Of several lines, keeps only one.'),
]);

/** Unknown keys are refused, because most of them are typing errors. Published as recipe.schema.json. */
export const recipeSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The address of this schema, for editors that offer completion.'),
    version: z.literal(1),
    name: z.string().optional().describe('What people call the recipe.'),
    steps: z
      .array(steps)
      .describe(
        'What is done. The kinds of steps always run in this order: drop-bom, drop-blank, replace, trim, upper-case, number-from-text, strip-zone, drop-field, set-missing, drop-refused, keep-one; steps of one kind in the order of this list.',
      ),
  })
  .describe('How an export with faults is turned into a corrected one.') satisfies z.ZodType<Recipe>;

/** A recipe from its JSON text; `path` names it in the error. Throws AppError `recipe.unreadable`. */
export function parseRecipe(text: string, path: string): Recipe {
  const json = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    const problem = `this is not valid JSON (${cause instanceof Error ? cause.message : String(cause)}).`;
    throw new AppError('recipe.unreadable', { path, problem }, { cause });
  }
  // JSON.parse keeps the last value, which may not be the one that was meant.
  const [duplicate] = duplicateKeys(json, value);
  if (duplicate !== undefined) {
    const problem = `${duplicate.path} appears more than once. Keep only the one that counts.`;
    throw new AppError('recipe.unreadable', { path, problem });
  }
  const result = recipeSchema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'recipe'}: ${issue.message}`);
  throw new AppError('recipe.unreadable', { path, problem: problems.join('; ') }, { cause: result.error });
}

/** Reads a recipe. Throws AppError `recipe.unreadable`, or `file.*` when the file cannot be read. */
export async function loadRecipe(path: string): Promise<Recipe> {
  const bytes = await readFile(path).catch((thrown: unknown) => {
    throw toFileError(thrown, path);
  });
  // Decoding would replace what is not UTF-8, and so change the values.
  if (!isUtf8(bytes))
    throw new AppError('recipe.unreadable', { path, problem: 'this is not UTF-8. Save it as UTF-8.' });
  return parseRecipe(bytes.toString(), path);
}
