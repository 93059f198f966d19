/** @file The rule set as a file: JSON that an administrator may edit, and its schema. */

import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, packed, type Said } from '../../../src-shared/languages/fact.ts';
import { readUtf8 } from '../../ground/files/utf8-file.ts';
import { ruleIds } from '../findings/finding.ts';
import { type HandWritten, parseHandWritten } from './hand-written.ts';
import { defaultRuleSet, type RuleSet, severityOf } from './rule-set.ts';
import { isTransactionField } from './transaction-fields.ts';

const requiredField = z.string().refine(isTransactionField, packed(fact('is not a field of a transaction')));
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

/** Not in the schema, by which rule sets of earlier submissions are read as well. */
export const emptyFilesStay = {
  at: ['severities', 'file.empty'],
  problem: fact('must stay an error, because an empty file has nothing that could be sent.'),
};

const handWritten: HandWritten<RuleSet> = {
  schema: ruleSetSchema,
  name: fact('rule set'),
  unreadable: 'rules.unreadable',
};

/** A rule set from its JSON text; `path` names it in the error. Throws AppError `rules.unreadable`. */
export function parseRuleSet(text: string, path: Said): RuleSet {
  const ruleSet = parseHandWritten(text, path, handWritten);
  if (severityOf('file.empty', ruleSet) !== 'error') {
    const { at, problem } = emptyFilesStay;
    throw new AppError('rules.unreadable', {
      path,
      problem: fact('{place}: {problem}', { place: at.join('.'), problem }),
    });
  }
  return ruleSet;
}

/** Reads a rule set. Throws AppError `rules.unreadable`, or `file.*` when the file cannot be read. */
export async function loadRuleSet(path: string, signal?: AbortSignal): Promise<RuleSet> {
  return parseRuleSet(await readUtf8(path, handWritten.unreadable, signal), path);
}
