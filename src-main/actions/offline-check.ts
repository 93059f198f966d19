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
import { defaultRuleSet, type RuleSet } from '../check/rules/rule-set.ts';
import { SMALL_BYTES } from '../check/run-check.ts';
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
 * turn; a single small one in this thread, because to start another takes longer.
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
  const check = async (path: string, isLight: boolean, listener: Listener): Promise<CheckFigures> => {
    const whole = { ...request, path, maxBatchBytes: DEFAULT_MAX_BATCH_BYTES };
    const mayBlock = paths.length === 1 && (await isQuick(path, signal));
    const {
      ranges: _,
      modifiedAt: __,
      ...figures
    } = await checkFile(whole, { ...listener, signal: untilOver, mayBlock, isLight });
    return figures;
  };
  try {
    yield* inTurn(paths, {
      most: MOST_AHEAD,
      isLight: (path) => isLight(path, signal),
      begin(path, light) {
        const listener = listen(path);
        const figures = check(path, light, listener);
        // It may fail ahead of its turn.
        figures.catch(() => {});
        return { path, listener, figures };
      },
    });
  } finally {
    over.abort();
  }
}

/** Whether one thread checks it; why it cannot be looked at, its check says. */
async function isLight(path: string, signal: AbortSignal): Promise<boolean> {
  const found = await untilAborted(stat(path), signal).catch(() => signal.throwIfAborted());
  return found === undefined || found.size <= SMALL_BYTES;
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
