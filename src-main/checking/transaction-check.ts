/** @file The check of one transaction that a person typed, pasted or laid out over several lines. */

import { Buffer } from 'node:buffer';
import { endWithoutNewline, judgeLine } from './chunk-check.ts';
import type { Finding } from './findings/finding.ts';
import { FindingCollector } from './findings/finding-collector.ts';
import { lineJudge } from './rules/line-judge.ts';
import type { RuleSet } from './rules/rule-set.ts';

/**
 * What the rules say of one transaction, as findings on line 1: the same as of a file that has it as its only line.
 * @param text JSON, also laid out over several lines; in UTF-8 where it is given as bytes
 * @param now milliseconds since the epoch, for dates in the future
 */
export function checkTransaction(text: string | Uint8Array, ruleSet: RuleSet, now: number): Finding[] {
  const bytes = Buffer.from(text);
  const { complaints } = judgeLine(lineJudge(ruleSet, now), bytes, 0, endWithoutNewline(bytes, 0, bytes.length));
  const collector = new FindingCollector(ruleSet);
  for (const complaint of complaints) collector.add(1, complaint);
  return collector.take().findings;
}
