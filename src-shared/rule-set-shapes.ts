/** @file The contract's schemas for the rule set: what its form shows, what is wrong with it, and what it would change. */

import { z } from 'zod';
import { saidSchema } from './languages/fact-schema.ts';

const count = z.number().int().nonnegative();
const severity = z.enum(['error', 'warning', 'off']);

export const ruleSetTextSchema = z.string().max(200_000);

/** What the form needs to know of the rules, which are the same for every rule set. */
export const ruleSetFormSchema = z.object({
  rules: z.array(
    z.object({
      rule: z.string(),
      usually: z.enum(['error', 'warning']),
      /**
       * service: it refuses what breaks this rule (§2.1, §2.6), whatever a rule set says · app: nothing could be sent
       * otherwise, and no rule set is taken that says something else
       */
      fixedBy: z.enum(['service', 'app']).optional(),
    }),
  ),
  /** Dotted paths of the fields that can be required, in their order (§2.2 to §2.4). */
  fields: z.array(z.string()),
  /** The fields whose values can be listed. */
  restrictable: z.array(z.string()),
  /** The fields that are required by default. */
  required: z.array(z.string()),
});

/** What is wrong with a rule set, and where: the keys that lead there; none where it is the text as a whole. */
export const ruleSetProblemSchema = z.object({ at: z.array(z.string()), problem: saidSchema });

export const ruleSetStateSchema = z.object({
  /** Empty for the default rules. */
  text: ruleSetTextSchema,
  /** The rule set that was in use before; it can be restored. */
  previous: z.object({ text: ruleSetTextSchema, until: z.number().int() }).optional(),
  form: ruleSetFormSchema,
});

const standing = z.enum(['error', 'warning', 'nothing']);
const lineCounts = z.object({ faulty: count, warned: count });

/** Lines at which a rule would find something else. */
export const ruleChangeSchema = z.object({
  rule: z.string(),
  from: standing,
  to: standing,
  lines: count,
  /** The first ones; line 0 is the file itself. */
  examples: z.array(z.object({ line: count, message: saidSchema })),
});

/** What the last file that was checked would be with another rule set. */
export const ruleSetTrialSchema = z.object({
  fileName: z.string(),
  /** Of the whole file, and of its first lines that were checked. */
  bytes: count,
  checkedBytes: count,
  /** Lines that were compared. */
  lines: count,
  /** There were so many findings that only the first of the checked lines could be compared. */
  isCut: z.boolean(),
  changes: z.array(ruleChangeSchema),
  /** Lines with an error, and lines with warnings alone. */
  before: lineCounts,
  after: lineCounts,
});

export const ruleSetProgressSchema = z.object({ bytes: count, totalBytes: count });

export type RuleSeverity = z.infer<typeof severity>;
export type RuleSetForm = z.infer<typeof ruleSetFormSchema>;
export type RuleSetProblem = z.infer<typeof ruleSetProblemSchema>;
export type RuleSetState = z.infer<typeof ruleSetStateSchema>;
export type RuleChange = z.infer<typeof ruleChangeSchema>;
export type RuleSetTrial = z.infer<typeof ruleSetTrialSchema>;
export type RuleSetProgress = z.infer<typeof ruleSetProgressSchema>;

/** The rules that judge files, in place of those that hold otherwise; and what their text is called. */
export const namedRulesSchema = z.strictObject({ name: z.string().max(10_000), text: z.string().max(1_000_000) });
export type NamedRules = z.infer<typeof namedRulesSchema>;
