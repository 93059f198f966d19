/** @file Checks the same lines with the rules in use and with others, and compares what is found. Blocks its thread. */

import { unseal } from '../findings/packed-findings.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { type RunOptions, runCheck } from '../run-check.ts';
import { compareFound } from './compare-found.ts';
import { FirstPart } from './first-part.ts';
import { Found, Sorts } from './found.ts';
import type { TrialAssignment, TrialOutcome, TrialProgress } from './trial-messages.ts';

export interface TrialOptions extends Pick<RunOptions, 'compile' | 'entries'> {
  /** Findings of one check that are compared; fewer only in tests. */
  mostFindings?: number;
}

/** @throws AppError file.*, check.failed */
export async function runTrial(
  { request, now, workers }: TrialAssignment,
  onProgress: (progress: TrialProgress) => void,
  { mostFindings, ...run }: TrialOptions = {},
): Promise<TrialOutcome> {
  const { path, maxBatchBytes, mostBytes } = request;
  const sorts = new Sorts();
  const source = new FirstPart(path, mostBytes);
  try {
    const check = async (ruleSet: RuleSet, bytesBefore: number) => {
      const found = new Found(sorts, mostFindings);
      const outlet = {
        findings: (sealed: ArrayBuffer, linesBefore: number) => found.add(unseal(sealed, linesBefore)),
        progress: ({ bytes }: { bytes: number }) =>
          onProgress({ bytes: bytesBefore + bytes, totalBytes: 2 * source.bytes }),
        // The results are the same without the kernel.
        judgeAlone: () => undefined,
      };
      const request = { path, ruleSet, maxBatchBytes };
      const { summary } = await runCheck(source, request, now, outlet, { ...run, workers });
      return { found, lines: summary.lines };
    };
    const before = await check(request.before, 0);
    const after = await check(request.after, source.bytes);
    const last = Math.min(before.found.lastWhole, after.found.lastWhole);
    const lines = Math.max(before.lines, after.lines);
    return {
      ...compareFound(before.found, after.found, last),
      bytes: source.wholeBytes,
      checkedBytes: source.bytes,
      lines: Math.min(lines, last),
      isCut: last < lines,
    };
  } finally {
    source.close();
  }
}
