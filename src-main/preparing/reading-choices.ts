/** @file What a call says about reading, in place of what the template says. Pure. */

import { AppError } from '../../src-shared/errors.ts';
import { type Reading, readingSchema } from '../../src-shared/template-shapes.ts';

/** @param choices such as `encoding=windows-1252`; @throws AppError usage.invalid */
export function readingFrom(reading: Reading, choices: readonly string[]): Reading {
  const changed: Record<string, unknown> = { ...reading };
  const sheets: string[] = [];
  for (const choice of choices) {
    const at = choice.indexOf('=');
    const [key, value] = [choice.slice(0, at).trim(), choice.slice(at + 1)];
    if (at < 1) throw invalid(choice);
    if (key === 'sheet') sheets.push(value);
    else if (key === 'headerRow') changed[key] = Number(value);
    else if (key === 'delimiter' && value.toLowerCase() === 'tab') changed[key] = '\t';
    // Another format has other details.
    else if (key === 'format') for (const name of Object.keys(changed)) delete changed[name];
    else changed[key] = value;
    if (key === 'format') changed[key] = value;
  }
  if (sheets.length > 0) changed.sheets = sheets;
  const result = readingSchema.safeParse(changed);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || 'reading'}: ${message}`);
  throw new AppError('usage.invalid', { problem: `The exports cannot be read in this way: ${problems.join('; ')}.` });
}

function invalid(choice: string): AppError {
  return new AppError('usage.invalid', { problem: `“${choice}” must be a name and a value, such as encoding=utf-8.` });
}
