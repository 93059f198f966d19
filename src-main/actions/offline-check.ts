/**
 * @file Checks files offline, with rules of the call: a tool on files, which needs neither an app nor a data folder. What a small
 * file does not need is loaded only where it is needed.
 */

import { stat } from 'node:fs/promises';
import { fact } from '../../src-shared/languages/fact.ts';
import { type CheckOptions, type CheckSummary, checkFile } from '../check/check.ts';
import type { Finding } from '../check/findings/finding.ts';
import { csv, jsonLines } from '../check/findings/finding-export.ts';
import type { TemporaryFindings } from '../check/findings/temporary-findings.ts';
import { defaultRuleSet, type RuleSet } from '../check/rules/rule-set.ts';
import { readSmall } from '../ground/files/small-file.ts';
import { untilAborted } from '../ground/until-aborted.ts';
import type { MachinePolicy } from '../policy/policy.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../send/batch-limit.ts';

export type { CheckProgress, Totals } from '../check/check.ts';
export type { Finding } from '../check/findings/finding.ts';
export type { FindingGroup, GroupPage } from '../check/findings/finding-groups.ts';

/** So much is checked before a thread for it would have started, and in a small part of half a second, whatever is in it. */
const QUICK_BYTES = 256 * 1024;

export type CheckFigures = Omit<CheckSummary, 'ranges' | 'modifiedAt'>;

/**
 * The rules in this file; without one those that the organisation has set, else the default ones. Also who sends nothing is
 * refused other rules than those that are set: what is said to be fit for sending must be what is sent.
 * @throws AppError rules.unreadable, policy.managed, and as `loadRuleSet`
 */
export async function rulesFor(
  { sources, values }: MachinePolicy,
  path: string | undefined,
  signal: AbortSignal,
): Promise<{ ruleSet: RuleSet; rules: 'default' | 'organisation' | 'file' }> {
  const policy = sources.length === 0 ? undefined : await import('../policy/rules.ts');
  if (path !== undefined) {
    const { loadRuleSet } = await import('../check/rules/rule-set-file.ts');
    const ruleSet = await loadRuleSet(path, signal);
    policy?.requireAllowedRules(values, ruleSet, fact('Leave out --rules'));
    return { ruleSet, rules: 'file' };
  }
  const set = policy?.setRuleSet(values);
  return set === undefined ? { ruleSet: defaultRuleSet, rules: 'default' } : { ruleSet: set, rules: 'organisation' };
}

/** @throws as checkFile */
export async function checkOffline(
  request: { path: string; ruleSet: RuleSet; workers?: number },
  options: CheckOptions & { signal: AbortSignal },
): Promise<CheckFigures> {
  const whole = { ...request, maxBatchBytes: DEFAULT_MAX_BATCH_BYTES };
  const mayBlock = await isQuick(request.path, options.signal);
  const { ranges: _, modifiedAt: __, ...figures } = await checkFile(whole, { ...options, mayBlock });
  return figures;
}

/**
 * Whether Ctrl-C need not wait for the check of this file although this thread does it: it is small, and was just read. Only then,
 * since this thread hears nothing while it reads from a share that is away.
 */
async function isQuick(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    const found = await untilAborted(stat(path), signal);
    if (!found.isFile() || found.size > QUICK_BYTES) return false;
    await readSmall(path, QUICK_BYTES, signal);
    return true;
  } catch {
    signal.throwIfAborted();
    // Why it cannot be read, the check says.
    return false;
  }
}

/** For those who want all findings, in line order: on the disk, however many there are, and only while it is needed. */
export async function openFindings(): Promise<TemporaryFindings> {
  const { TemporaryFindings } = await import('../check/findings/temporary-findings.ts');
  return new TemporaryFindings();
}

/** Findings as the text of a file: as CSV when its name says so, otherwise as JSON Lines. */
export function findingsAsText(path: string, findings: Iterable<Finding>, isFirst: boolean): Iterable<string> {
  return path.toLowerCase().endsWith('.csv') ? csv(findings, isFirst) : jsonLines(findings);
}
