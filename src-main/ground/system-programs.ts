/** @file Runs programs of the system to read what it keeps, so that a person's variables lead to no other program. */

import { spawnSync } from 'node:child_process';
import { win32 } from 'node:path';

/** Runs a program of the system to its end. */
export type RunProgram = (
  program: string,
  parameters: readonly string[],
  input?: Buffer,
) => { status: number | null; output: Buffer };

const LONGEST_RUN_MS = 20_000;
const MOST_OUTPUT = 8_000_000;

export const runProgram: RunProgram = (program, parameters, input) => {
  const { status, stdout } = spawnSync(program, parameters, {
    ...(input !== undefined && { input }),
    timeout: LONGEST_RUN_MS,
    maxBuffer: MOST_OUTPUT,
    windowsHide: true,
    env: withoutInfluence(process.env),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return { status, output: stdout ?? Buffer.alloc(0) };
};

/**
 * Without the variables by which a clerk could have PowerShell find other commands under the names of its own (modules), or
 * .NET load a library of theirs into it (profilers and settings of the runtime).
 */
export function withoutInfluence(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const influences = /^(PSModulePath$|COR_|CORECLR_|COMPLUS_)/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !influences.test(name)));
}

/**
 * System32, as the loader knows it: the variables that name it belong to the clerk. ntdll.dll is always loaded from it.
 */
export function systemFolder(): string {
  // Otherwise the report asks for the names of all network addresses.
  Object.assign(process.report, { excludeNetwork: true });
  const report: unknown = process.report.getReport();
  const objects = typeof report === 'object' && report !== null && 'sharedObjects' in report && report.sharedObjects;
  const paths = Array.isArray(objects) ? objects.filter((path) => typeof path === 'string') : [];
  const loaded = paths.find((path) => win32.basename(path).toLowerCase() === 'ntdll.dll');
  return loaded === undefined ? 'C:\\Windows\\System32' : win32.dirname(loaded);
}
