/** @file The recipe as a file: JSON that a person may edit and apply to the next export, and its schema. */

import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../src-shared/errors.ts';
import { recipeStepSchema } from '../../src-shared/recipe-shapes.ts';
import { duplicateKeys } from '../checking/rules/duplicate-keys.ts';
import { toFileError } from '../files/file-errors.ts';
import type { Recipe } from './recipe.ts';

/** Unknown keys are refused, because most of them are typing errors. Published as recipe.schema.json. */
export const recipeSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The address of this schema, for editors that offer completion.'),
    version: z.literal(1),
    name: z.string().optional().describe('What people call the recipe.'),
    steps: z
      .array(recipeStepSchema)
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
