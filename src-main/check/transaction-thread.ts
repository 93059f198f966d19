/** @file The check of one transaction in a file: of a large one in a thread, since what it parses to may take seconds. */

import type { Finding } from './findings/finding.ts';
import type { RuleSet } from './rules/rule-set.ts';
import { answerOfThread } from './thread.ts';
import { checkTransaction } from './transaction-check.ts';

export interface LargeTransaction {
  content: Uint8Array;
  ruleSet: RuleSet;
  now: number;
}

/** So much is checked before a thread for it would have started. */
const QUICK_BYTES = 256 * 1024;

/** As `checkTransaction`. @param path for the words of errors @throws AppError check.failed; the signal's reason */
export async function checkTransactionOf(
  path: string,
  transaction: LargeTransaction,
  signal: AbortSignal,
): Promise<Finding[]> {
  const { content, ruleSet, now } = transaction;
  if (content.length <= QUICK_BYTES) return checkTransaction(content, ruleSet, now);
  return await answerOfThread<Finding[]>({ entry: 'transaction-worker', path, data: transaction }, { signal });
}
