/** @file The commands about the rule set of the settings: its form, its faults, and what it would change. */

import { stat } from 'node:fs/promises';
import type { RuleSetProblem, RuleSetProgress } from '../../src-shared/contract.ts';
import { AppError, saidBy } from '../../src-shared/errors.ts';
import type { App } from '../app.ts';
import { ruleSetForm } from '../check/rules/rule-set-form.ts';
import { ruleSetProblems } from '../check/rules/rule-set-problems.ts';
import { MOST_TRIED_BYTES, tryRuleSet } from '../check/trial/trial.ts';
import type { SubmissionSummary } from '../send/submission.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { shownAs } from './submission-row.ts';
import { ruleSetOf } from './window-settings.ts';

type RuleSetCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `ruleSet.${string}`>>;

/** Older files tell little of what the next one will be like. */
const MOST_LOOKED_FOR = 200;

export function ruleSetCommands({
  app,
  settings,
  tell,
  signal,
}: Pick<CommandPorts, 'app' | 'settings' | 'tell' | 'signal'>): RuleSetCommands {
  let trial = new AbortController();
  const stop = () => trial.abort();
  return {
    'ruleSet.get': () => ({ ...settings.keptRuleSet, form: ruleSetForm() }),
    'ruleSet.judge': ({ text }) => {
      const problems = ruleSetProblems(text);
      return problems.length > 0 ? problems : againstPolicy(app, text);
    },
    'ruleSet.try': async ({ text }) => {
      stop();
      const own = new AbortController();
      trial = own;
      const ending = AbortSignal.any([signal, own.signal]);
      const after = ruleSetOf(text);
      const last = await lastChecked(app.queue.standings().map(({ submission }) => submission));
      if (last === undefined) return { kind: 'no-file' };
      const { content: path, name } = last;
      const { maxBatchBytes } = settings.all.sending;
      const before = settings.ruleSet;
      const request = { path, before, after, maxBatchBytes, mostBytes: MOST_TRIED_BYTES };
      try {
        const onProgress = (progress: RuleSetProgress) => tell('ruleSet.progress', progress);
        const outcome = await tryRuleSet(request, { signal: ending, onProgress });
        return { kind: 'tried', trial: { fileName: shownAs(name).fileName, ...outcome } };
      } catch (thrown) {
        if (own.signal.aborted) return { kind: 'stopped' };
        throw thrown;
      }
    },
    'ruleSet.stopTrial': stop,
  };
}

/** Where the organisation wants it, no rule set makes the check less strict: better said now than when a file is sent. */
function againstPolicy(app: Pick<App, 'requireAllowedRules'>, text: string): RuleSetProblem[] {
  try {
    app.requireAllowedRules(ruleSetOf(text));
    return [];
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'policy.managed') throw thrown;
    return [{ at: [], problem: saidBy(thrown.toRecord()) }];
  }
}

/** The newest submission that was checked and whose bytes are still there. */
async function lastChecked(submissions: readonly SubmissionSummary[]): Promise<SubmissionSummary | undefined> {
  const checked = submissions.filter(({ check }) => check !== undefined).toSorted((one, other) => other.id - one.id);
  for (const submission of checked.slice(0, MOST_LOOKED_FOR)) {
    const found = await stat(submission.content).catch(() => undefined);
    if (found?.isFile() === true) return submission;
  }
  return undefined;
}
