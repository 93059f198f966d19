/** @file The recipe as a file: JSON that a person may edit and apply to the next export, and its schema. */

import { z } from 'zod';
import { fact, packed } from '../../src-shared/languages/fact.ts';
import { type RecipeStep, recipeStepSchema } from '../../src-shared/recipe-shapes.ts';
import { type HandWritten, parseHandWritten } from '../check/rules/hand-written.ts';
import { readUtf8 } from '../ground/files/utf8-file.ts';
import { problemOfFormat } from '../templates/date-formats.ts';
import type { Recipe } from './recipe.ts';

/** The formats of dates are known to the templates alone. */
function judgeFormat(
  step: RecipeStep,
  { addIssue }: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
): void {
  if (step.step !== 'date-from-text') return;
  const problem = problemOfFormat(step.format);
  if (problem !== undefined) addIssue({ code: 'custom', path: ['format'], message: packed(problem) });
}

/** Unknown keys are refused, because most of them are typing errors. Published as recipe.schema.json. */
export const recipeSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The address of this schema, for editors that offer completion.'),
    version: z.literal(1),
    name: z.string().optional().describe('What people call the recipe.'),
    steps: z
      .array(recipeStepSchema.superRefine(judgeFormat))
      .describe(
        'What is done. The kinds of steps always run in this order: drop-bom, drop-blank, replace, trim, upper-case, number-from-text, date-from-text, uuid-from-text, strip-zone, drop-field, keep-form, set-missing, drop-with-value, drop-with-fault, drop-refused, keep-one; steps of one kind in the order of this list.',
      ),
  })
  .describe('How an export with faults is turned into a corrected one.') satisfies z.ZodType<Recipe>;

const example = '{"version":1,"steps":[{"step":"replace","field":"payment_source_country","from":"Sweden","to":"SE"}]}';
const handWritten: HandWritten<Recipe> = {
  schema: recipeSchema,
  name: fact('recipe'),
  unreadable: 'recipe.unreadable',
  example,
};

/** A recipe from its JSON text; `path` names it in the error. Throws AppError `recipe.unreadable`. */
export function parseRecipe(text: string, path: string): Recipe {
  return parseHandWritten(text, path, handWritten);
}

/** Reads a recipe. Throws AppError `recipe.unreadable`, or `file.*` when the file cannot be read. */
export async function loadRecipe(path: string, signal: AbortSignal): Promise<Recipe> {
  return parseRecipe(await readUtf8(path, handWritten.unreadable, signal), path);
}
