/** @file How a process of the command line ends, whatever its threads wait for. */

import process from 'node:process';
import { exitCodes } from './exit-codes.ts';

/**
 * Ends the process. One that was stopped has maybe left a thread amid a call of the system, such as a read on a share that is
 * away; `process.exit` waits for that. So the process becomes another program that only ends, where the system can do so.
 */
export function leaveProcess(exitCode: number): void {
  const isStopped = exitCode === exitCodes.leftInQueue;
  // Windows has nothing like it: there the end comes once the system answers.
  if (isStopped && process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${exitCode}`], {});
  process.exit(exitCode);
}
