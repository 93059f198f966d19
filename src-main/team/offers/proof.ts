/**
 * @file Proves an offer: the figures in the ledger are what the desk of the maker says, so the desk of the checker checks its
 * own copy of the file. What was proved is about bytes: it holds for as long as the offer does.
 */

import type { AppError } from '../../../src-shared/errors.ts';
import type { ComparedFigure, FoundRule } from '../../../src-shared/team-shapes.ts';
import { type CheckProgress, checkFile } from '../../check/check.ts';
import type { Finding } from '../../check/findings/finding.ts';
import type { RuleSet } from '../../check/rules/rule-set.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../../send/batch-limit.ts';
import { differingFigures, type Figures, figuresOf, type Offer } from './offer.ts';

export interface CheckedFile {
  sha256: string;
  figures: Figures;
  /** What was found of each rule, the most frequent first. */
  rules: FoundRule[];
}

export interface ProofOptions {
  signal: AbortSignal;
  onProgress?: (progress: CheckProgress) => void;
  onJudgeAlone?: (error: AppError) => void;
}

/**
 * Checks a file as every desk does that offers or releases it: with batches of one size, which decides what is found.
 * @throws AppError file.*, check.failed, the signal's reason
 */
export async function checkedForTeam(
  { path, ruleSet, manifest }: { path: string; ruleSet: RuleSet; manifest?: Figures['manifest'] },
  options: ProofOptions,
): Promise<CheckedFile> {
  const first = new Map<string, Finding>();
  const summary = await checkFile(
    { path, ruleSet, maxBatchBytes: DEFAULT_MAX_BATCH_BYTES },
    {
      ...options,
      onFindings: (findings) => {
        // A file may have millions of findings, and has few rules.
        if (findings.kinds.every(({ rule }) => first.has(rule))) return;
        for (const finding of findings) if (!first.has(finding.rule)) first.set(finding.rule, finding);
      },
    },
  );
  const counts: Partial<Record<string, number>> = summary.byRule;
  const rules = [...first.values()].map(({ rule, severity, line, message }) => ({
    rule,
    severity,
    line,
    message,
    count: counts[rule] ?? 0,
  }));
  return {
    sha256: summary.sha256,
    figures: figuresOf(summary, manifest),
    rules: rules.toSorted((one, other) => other.count - one.count),
  };
}

export type Outcome =
  | { kind: 'same' }
  | { kind: 'other-bytes' }
  | { kind: 'other-figures'; differing: ComparedFigure[] };

/** Whether a checked file is what was offered. Pure. */
export function comparedWithOffer(offered: Pick<Offer, 'sha256' | 'figures'>, found: CheckedFile): Outcome {
  if (found.sha256 !== offered.sha256) return { kind: 'other-bytes' };
  const differing = differingFigures(offered.figures, found.figures);
  return differing.length === 0 ? { kind: 'same' } : { kind: 'other-figures', differing };
}
