/** @file The rule set as a file: JSON that an administrator may edit, and its schema. */

import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { toFileError } from '../../files/file-errors.ts';
import { type Complaint, ruleIds } from '../findings/finding.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { defaultRuleSet, type RuleSet, severityOf } from './rule-set.ts';
import { isTransactionField } from './transaction-fields.ts';

const requiredField = z.string().refine(isTransactionField, 'is not a field of a transaction');
const values = z.array(z.string()).min(1).optional();

/**
 * Every key is optional; an absent one keeps its default. Unknown keys are refused, because most of them are typing
 * errors. Published as rule-set.schema.json, descriptions included; rule-set.example.json shows a complete one.
 */
export const ruleSetSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The address of this schema, for editors that offer completion.'),
    severities: z
      .partialRecord(z.enum(ruleIds), z.enum(['error', 'warning', 'off']))
      .default({})
      .describe('Another severity for a rule, or off.'),
    required: z
      .array(requiredField)
      .default([...defaultRuleSet.required])
      .describe(
        'Dotted paths of the fields that must be there, in place of the default ones. A field inside an optional object is asked for only where that object is given.',
      ),
    allowed: z
      .strictObject({
        payment_method: values,
        payment_type: values,
        'modification.type': values,
        risk_assessment: values,
      })
      .default({})
      .describe('The only values these fields may have; any text where nothing is listed.'),
    mainEntity: z
      .enum(['sender', 'receiver', 'either'])
      .default(defaultRuleSet.mainEntity)
      .describe('Which role must be a known entity; either: at least one of the two.'),
  })
  .describe('What of the offline check an administrator may change.') satisfies z.ZodType<RuleSet>;

const EMPTY_STAYS = 'severities.file.empty: must stay an error, because an empty file has nothing that could be sent.';

/** A rule set from its JSON text; `path` names it in the error. Throws AppError `rules.unreadable`. */
export function parseRuleSet(text: string, path: string): RuleSet {
  const json = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    const problem = `this is not valid JSON (${cause instanceof Error ? cause.message : String(cause)}).`;
    throw new AppError('rules.unreadable', { path, problem }, { cause });
  }
  // JSON.parse keeps the last value, which may not be the one that was meant.
  const [duplicate] = duplicateKeys(json, value);
  if (duplicate !== undefined) throw new AppError('rules.unreadable', { path, problem: duplicateIn(duplicate) });
  const result = ruleSetSchema.safeParse(value);
  if (result.success) {
    // Not in the schema, by which rule sets of earlier submissions are read as well.
    if (severityOf('file.empty', result.data) !== 'error')
      throw new AppError('rules.unreadable', { path, problem: EMPTY_STAYS });
    return result.data;
  }
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'rule set'}: ${issue.message}`);
  throw new AppError('rules.unreadable', { path, problem: problems.join('; ') }, { cause: result.error });
}

/** Reads a rule set. Throws AppError `rules.unreadable`, or `file.*` when the file cannot be read. */
export async function loadRuleSet(path: string): Promise<RuleSet> {
  const bytes = await readFile(path).catch((thrown: unknown) => {
    throw toFileError(thrown, path);
  });
  // Decoding would replace what is not UTF-8, and so change the values.
  if (!isUtf8(bytes)) throw new AppError('rules.unreadable', { path, problem: 'this is not UTF-8. Save it as UTF-8.' });
  return parseRuleSet(bytes.toString(), path);
}

function duplicateIn({ path }: Complaint): string {
  return `${path} appears more than once. Keep only the one that counts.`;
}
