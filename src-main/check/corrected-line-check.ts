/** @file The check of a line that a person corrects, within the file it belongs to. */

import type { Finding } from './findings/finding.ts';
import { isJsonObject } from './rules/json-object.ts';
import { jsonValueOf } from './rules/json-value.ts';
import { modificationIdOf } from './rules/line-judge.ts';
import type { RuleSet } from './rules/rule-set.ts';
import { checkTransaction } from './transaction-check.ts';

interface LineInFile {
  line: number;
  /** Its text in the file that was checked. */
  original: string;
  /** What the check of the whole file found in it; only what concerns other lines, too, is taken from there. */
  found: readonly Finding[];
}

/** What is found in the line if `text` takes its place. Ids that other lines share are known only for the original. */
export function checkCorrectedLine(
  text: string,
  { line, original, found }: LineInFile,
  ruleSet: RuleSet,
  now: number,
): Finding[] {
  const own = checkTransaction(text, ruleSet, now).map((finding) => ({ ...finding, line }));
  const shared = found.filter(({ rule }) => rule === 'modification.duplicate');
  const id = shared.length === 0 ? undefined : modificationIdIn(text);
  return id !== undefined && id === modificationIdIn(original) ? [...own, ...shared] : own;
}

/** Two spellings of one UUID are the same id. */
function modificationIdIn(text: string): string | undefined {
  try {
    const value = jsonValueOf(text);
    return isJsonObject(value) ? modificationIdOf(value)?.toLowerCase() : undefined;
  } catch {
    return undefined;
  }
}
