/** @file Runs a step of a workflow as GitHub does: its text by bash, its variables with the expressions filled in. */

import { spawnSync } from 'node:child_process';
import type { Step } from './workflows.ts';

export interface StepWorld {
  /** Where it runs. */
  folder: string;
  /** What expressions give, for example `github.token`; one that is not named here is an error. */
  expressions?: Readonly<Record<string, string>>;
  /** The environment of the runner. */
  variables?: NodeJS.ProcessEnv;
}

export interface StepEnd {
  exitCode: number | null;
  /** What it printed, and why it failed. */
  said: string;
}

export function runStep(step: Step, { folder, expressions = {}, variables = {} }: StepWorld): StepEnd {
  const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(String(value), expressions)]);
  // https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idstepsshell
  const bash = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run ?? ''];
  const { status, stdout, stderr } = spawnSync('bash', bash, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...variables, ...Object.fromEntries(own) },
  });
  return { exitCode: status, said: stdout + stderr };
}

function filled(text: string, expressions: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ (.*?) \}\}/g, (_all, expression: string) => {
    const value = expressions[expression];
    if (value === undefined) throw new Error(`The test gives no value for ${expression}.`);
    return value;
  });
}
