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
import { MOST_AHEAD } from '../check/kept-threads.ts';
import { checkPortion, type Portion, portionsOf, QUICK_BYTES } from '../check/portions.ts';
import { defaultRuleSet, type RuleSet } from '../check/rules/rule-set.ts';
import { readSmall } from '../ground/files/small-file.ts';
import { inTurn } from '../ground/in-turn.ts';
import { untilAborted } from '../ground/until-aborted.ts';
import type { MachinePolicy } from '../policy/policy.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../send/batch-limit.ts';

export type { CheckProgress, Totals } from '../check/check.ts';
export type { Finding } from '../check/findings/finding.ts';
export type { FindingGroup, GroupPage } from '../check/findings/finding-groups.ts';
export type { PackedFindings } from '../check/findings/packed-findings.ts';
export type { TemporaryFindings } from '../check/findings/temporary-findings.ts';

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

/** A file whose check has begun. */
export interface BegunCheck<Listener> {
  path: string;
  listener: Listener;
  /** Rejects as checkFile. */
  figures: Promise<CheckFigures>;
}

type CheckListener = Pick<CheckOptions, 'onFindings' | 'onJudgeAlone' | 'onProgress'>;

/**
 * Checks files, and yields each once it is its turn. Files that a thread checks by itself are checked side by side, ahead of their
 * turn, and small ones in portions; a single small one in this thread, because to start another takes longer.
 * @param listen makes what is told of the findings of a file, also ahead of its turn
 */
export async function* checkOffline<Listener extends CheckListener>(
  paths: readonly string[],
  request: { ruleSet: RuleSet; workers?: number },
  signal: AbortSignal,
  listen: (path: string) => Listener,
): AsyncGenerator<BegunCheck<Listener>> {
  const over = new AbortController();
  const untilOver = AbortSignal.any([signal, over.signal]);
  const whole = { ...request, maxBatchBytes: DEFAULT_MAX_BATCH_BYTES };
  const checkOne = async (path: string, isLight: boolean, listener: Listener): Promise<CheckSummary> => {
    const mayBlock = paths.length === 1 && (await isQuick(path, signal));
    return await checkFile({ ...whole, path }, { ...listener, signal: untilOver, mayBlock, isLight });
  };
  const begin = (portion: Portion): BegunCheck<Listener>[] => {
    const files = portion.paths.map((path) => ({ path, listener: listen(path) }));
    const begun =
      files.length > 1
        ? checkPortion(files, whole, untilOver)
        : files.map((file) => ({ file, promise: checkOne(file.path, portion.isLight, file.listener) }));
    return begun.map(({ file, promise }) => {
      const figures = promise.then(({ ranges: _, modifiedAt: __, ...others }) => others);
      // It may fail ahead of its turn.
      figures.catch(() => {});
      return { ...file, figures };
    });
  };
  try {
    const turns = inTurn(portionsOf(paths, signal), { most: MOST_AHEAD, isLight: ({ isLight }) => isLight, begin });
    for await (const begun of turns) yield* begun;
  } finally {
    over.abort();
  }
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
