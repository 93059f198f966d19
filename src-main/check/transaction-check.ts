/** @file The check of one transaction that a person typed or pasted, on one line or several. */

import { Buffer } from 'node:buffer';
import type { Finding } from './findings/finding.ts';
import { FindingCollector } from './findings/finding-collector.ts';
import { endWithoutNewline, judgeLine } from './judged-line.ts';
import { lineJudge } from './rules/line-judge.ts';
import type { RuleSet } from './rules/rule-set.ts';

/**
 * The findings about one transaction, on line 1: the same as for a file with only this line.
 * @param text JSON, on one line or several; UTF-8 if given as bytes
 * @param now milliseconds since the epoch, to recognise dates in the future
 */
export function checkTransaction(text: string | Uint8Array, ruleSet: RuleSet, now: number): Finding[] {
  const bytes = Buffer.from(text);
  const { complaints } = judgeLine(lineJudge(ruleSet, now), bytes, 0, endWithoutNewline(bytes, 0, bytes.length));
  const collector = new FindingCollector(ruleSet);
  return [...collector.take(Uint32Array.of(1, collector.patternOf(complaints))).findings];
}
