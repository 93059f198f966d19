/** @file A folder for one test, in which it calls the command line. */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finished, Running } from './running.ts';
import { type CallOptions, RunningCall } from './running-call.ts';
import { type ProcessOptions, RunningProcess } from './running-process.ts';

export type { BatchSummary, Finished, JsonEvent, Running, SubmissionSummary } from './running.ts';
export type { CallOptions, RunningCall } from './running-call.ts';
export { type ProcessOptions, RunningProcess } from './running-process.ts';

/** A folder for one test: a data folder that does not exist yet, and room for files. */
export interface Workplace extends AsyncDisposable {
  readonly folder: string;
  /** TRANSHIP_HOME */
  readonly home: string;
  /** What starts each of its processes, with its parameters. */
  readonly under: readonly string[];
  /** Calls `tranship` with these arguments, in the process of the test. */
  start(args: readonly string[], options?: CallOptions): RunningCall;
  /** As start, and waits for its end. */
  run(args: readonly string[], options?: CallOptions): Promise<Finished>;
  /** Starts `tranship` as a process of its own, for what only a process has: to be killed, another user, its pipes. */
  startProcess(args: readonly string[], options?: ProcessOptions): RunningProcess;
  /** As startProcess, and waits for its end. */
  runProcess(args: readonly string[], options?: ProcessOptions): Promise<Finished>;
  /** All output so far, of any call, on either stream. */
  said(): string;
}

/**
 * @param environment of all its calls
 * @param under as in ProcessOptions, for all processes of the workplace
 */
export async function openWorkplace(
  environment: CallOptions['environment'] = {},
  under: ProcessOptions['under'] = [],
): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-test-'));
  const home = join(folder, 'home');
  const witnesses = join(folder, 'witness');
  const calls: RunningCall[] = [];
  const processes: RunningProcess[] = [];
  const variables = (more: CallOptions['environment']) => ({
    TRANSHIP_HOME: home,
    TRANSHIP_WITNESS: witnesses,
    ...environment,
    ...more,
  });
  const start: Workplace['start'] = (args, options = {}) => {
    const call = new RunningCall(args, folder, { ...options, environment: variables(options.environment) });
    calls.push(call);
    return call;
  };
  const startProcess: Workplace['startProcess'] = (args, options = {}) => {
    const process = new RunningProcess(args, folder, {
      under,
      ...options,
      environment: variables(options.environment),
    });
    processes.push(process);
    return process;
  };
  return {
    folder,
    home,
    under,
    start,
    startProcess,
    run: (args, options) => start(args, options).ended,
    runProcess: (args, options) => startProcess(args, options).ended,
    said: () => [...calls, ...processes].map(({ saidSoFar }: Running) => saidSoFar).join('\n'),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...calls.map((call) => call.stop()), ...processes.map((process) => process.kill('SIGKILL'))]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a folder in the workplace. */
export async function makeFolder(workplace: Workplace, name: string): Promise<string> {
  const path = join(workplace.folder, name);
  await mkdir(path, { recursive: true });
  return path;
}

/** The variables that lead to a service. */
export function environmentOf(service: {
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
}): Record<string, string> {
  return {
    TRANSHIP_BASE_URL: service.baseUrl,
    TRANSHIP_TOKEN_URL: service.tokenUrl,
    TRANSHIP_CLIENT_ID: service.clientId,
    TRANSHIP_CLIENT_SECRET: service.clientSecret,
    TRANSHIP_SCOPE: service.scope,
  };
}
