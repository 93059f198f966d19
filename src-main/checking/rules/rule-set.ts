/** @file The rule set: an editable JSON file with the parts of the check that an administrator may change. */

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { toFileError } from '../../files/file-errors.ts';
import { defaultSeverities, type RuleId, ruleIds, type Severity } from '../findings/finding.ts';
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
      .default(['sender', 'receiver', 'modification', 'modification.external_id'])
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
      .default('either')
      .describe('Which role must be a known entity; either: at least one of the two.'),
  })
  .describe('What of the offline check an administrator may change.');

export type RuleSet = z.infer<typeof ruleSetSchema>;

export const defaultRuleSet: RuleSet = ruleSetSchema.parse({});

/** A rule set from its JSON text; `path` names it in the error. Throws AppError `rules.unreadable`. */
export function parseRuleSet(text: string, path: string): RuleSet {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const problem = `this is not valid JSON (${cause instanceof Error ? cause.message : String(cause)}).`;
    throw new AppError('rules.unreadable', { path, problem }, { cause });
  }
  const result = ruleSetSchema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'rule set'}: ${issue.message}`);
  throw new AppError('rules.unreadable', { path, problem: problems.join('; ') }, { cause: result.error });
}

/** Reads a rule set. Throws AppError `rules.unreadable`, or `file.*` when the file cannot be read. */
export async function loadRuleSet(path: string): Promise<RuleSet> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    throw toFileError(thrown, path);
  });
  return parseRuleSet(text, path);
}

/** The severity of a rule under a rule set. */
export function severityOf(rule: RuleId, ruleSet: RuleSet): Severity | 'off' {
  return ruleSet.severities[rule] ?? defaultSeverities[rule];
}

/** What of a rule set is less strict than the default rules, in words: rules that no longer are errors, fields that may be absent. */
export function loosenedBy(ruleSet: RuleSet): string[] {
  const lowered = ruleIds.filter(
    (rule) => defaultSeverities[rule] === 'error' && severityOf(rule, ruleSet) !== 'error',
  );
  const absent = defaultRuleSet.required.filter((field) => !ruleSet.required.includes(field));
  return [...lowered, ...absent.map((field) => `${field} need not be there`)];
}

/**
 * For a computer on which nothing faulty may be sent: a rule that only warns would let it pass.
 * @throws AppError policy.managed
 */
export function requireDefaultStrictness(ruleSet: RuleSet): void {
  const loosened = loosenedBy(ruleSet);
  if (loosened.length === 0) return;
  const what = `what the check finds faulty is not sent, and no rule set makes the check less strict (${loosened.join(', ')})`;
  throw new AppError('policy.managed', { what });
}
