/** @file Corrects a file that is in no queue: a tool on files, which needs neither an app nor a data folder. */

import { checkFile } from '../check/check.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { type FixOptions, fixFile } from '../fixing/fix.ts';
import { needsFindings, type Recipe } from '../fixing/recipe.ts';
import { RejectedLines } from '../fixing/rejected-lines.ts';
import type { RewriteSummary } from '../fixing/rewrite-messages.ts';
import { LineSet } from '../ground/line-set.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../send/batch-limit.ts';
import { findSourceFile } from '../send/source-file.ts';

export { loadRecipe } from '../fixing/recipe-file.ts';
export { changeLogOf } from '../send/correction/corrected-file.ts';

interface FileCorrection {
  source: string;
  recipe: Recipe;
  ruleSet: RuleSet;
  /** Lines that a person names as rejected by the service, beside those that the check finds. */
  rejectedLines: readonly number[] | undefined;
  /** The new file and its change log; without them, everything is only counted. */
  out?: string | undefined;
  log?: string | undefined;
}

/** @throws AppError file.*, disk.full, fix.failed */
export async function correctFile(
  { source, recipe, ruleSet, rejectedLines, out, log }: FileCorrection,
  { signal, onProgress }: Required<Pick<FixOptions, 'signal' | 'onProgress'>>,
): Promise<Omit<RewriteSummary, 'lineMap'>> {
  const path = await findSourceFile(source);
  const rejected = new RejectedLines();
  if (needsFindings(recipe)) {
    const request = { path, ruleSet, maxBatchBytes: DEFAULT_MAX_BATCH_BYTES };
    await checkFile(request, { signal, onProgress, onFindings: (findings) => rejected.add(findings) });
  }
  const { faulty, sharing } = rejected.finish(LineSet.of(rejectedLines ?? []));
  const lines = { scope: LineSet.all.encode(), rejected: faulty.encode(), sharing: sharing.encode() };
  const request = { path, recipe, ...lines, ruleSet };
  const files = { ...(out !== undefined && { out }), ...(log !== undefined && { log }) };
  const { lineMap: _, ...sums } = await fixFile({ ...request, ...files }, { signal, onProgress });
  return sums;
}
