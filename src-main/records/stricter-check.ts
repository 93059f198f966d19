/**
 * @file How our check would become as strict as the service was with a batch, and what that would change: the file is
 * checked with the stricter rules, and nothing is stored.
 */

import { setImmediate } from 'node:timers/promises';
import { checkFile } from '../check/check.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import type { BatchReading } from './batch-reading.ts';
import { type ProposedRule, StricterRules } from './reports/stricter-rules.ts';

export interface StricterCheck {
  /** None where the messages name nothing that a rule set can express. */
  proposed: ProposedRule[];
  ruleSet: RuleSet;
  /** Lines of the batch on which the check would find errors that it did not find. */
  preview: {
    /** The service rejected them. */
    agreed: number;
    /** The service did not: the rules would be stricter than it is. */
    beyond: number;
  };
}

/** What it takes of a reading. */
export type CheckedBatch = Pick<BatchReading, 'table' | 'lines'> & {
  submission: Pick<BatchReading['submission'], 'content' | 'options'>;
};

const ROWS_AT_ONCE = 200;

/** @throws AppError file.*, check.failed; the signal's reason */
export async function stricterCheck(reading: CheckedBatch, signal: AbortSignal): Promise<StricterCheck> {
  const { submission, table, lines } = reading;
  const rules = new StricterRules(submission.options.ruleSet);
  const named = new Set<number>();
  const known = new Set<number>();
  let rows = 0;
  for (const row of table.iterate(['check', 'service', 'both'])) {
    rules.add(row);
    if (row.batchLine !== undefined) {
      if (row.foundBy !== 'check') named.add(row.batchLine);
      if (row.check.some(({ severity }) => severity === 'error')) known.add(row.batchLine);
    }
    rows += 1;
    if (rows % ROWS_AT_ONCE === 0) await setImmediate(undefined, { signal });
  }
  const { proposed, ruleSet } = rules;
  if (proposed.length === 0) return { proposed, ruleSet, preview: { agreed: 0, beyond: 0 } };
  const fresh = new Set<number>();
  await checkFile(
    { path: submission.content, ruleSet, maxBatchBytes: submission.options.maxBatchBytes },
    {
      signal,
      onFindings: (findings) => {
        for (const { line, severity } of findings) {
          const batchLine = line - lines.first + 1;
          if (severity === 'error' && line >= lines.first && line <= lines.last && !known.has(batchLine)) {
            fresh.add(batchLine);
          }
        }
      },
    },
  );
  const agreed = [...fresh].filter((line) => named.has(line)).length;
  return { proposed, ruleSet, preview: { agreed, beyond: fresh.size - agreed } };
}
