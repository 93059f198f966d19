/** @file The ports of a call that has a process of its own. */

import process from 'node:process';
import { systemClock } from '../../ground/clock.ts';
import { ownPolicy } from '../../policy/own-policy.ts';
import type { CommandLinePorts } from './ports.ts';

type OfShell = 'argv' | 'end' | 'openKeyStore' | 'systemProxy';

/** Those of this process, with what its shell adds. */
export function portsOfProcess(
  ofShell: Pick<CommandLinePorts, OfShell> & Partial<Pick<CommandLinePorts, 'preferredLanguages'>>,
): CommandLinePorts {
  return {
    preferredLanguages: () => [Intl.DateTimeFormat().resolvedOptions().locale],
    ...ofShell,
    get stdin() {
      return process.stdin;
    },
    get folder() {
      return process.cwd();
    },
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    runtimeOptions: process.execArgv,
    processId: process.pid,
    clock: systemClock,
    policy: ownPolicy,
    events: process,
  };
}
