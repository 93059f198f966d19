/** @file The command line: `tranship …`. Reads the call, runs it, and ends with the exit code that says how it went. */

import { CommanderError } from 'commander';
import { toAppError } from '../../../src-shared/errors.ts';
import { keepNewFilesPrivate } from '../../files/own-folder.ts';
import { refuseWeakened } from '../../network/weakened.ts';
import { machinePolicy } from '../../policy/policy.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { Output } from './output.ts';
import { createProgram } from './program.ts';
import { Session } from './session.ts';
import { Streams } from './streams.ts';

keepNewFilesPrivate();

// Started by launch.cjs over a channel: when that process is killed, this one must not go on alone.
process.once('disconnect', () => process.exit(exitCodes.leftInQueue));

const streams = new Streams(process);

const program = createProgram(async (action, json, { withoutPolicy = false } = {}) => {
  const { stdout, stderr } = process;
  const output = new Output({ json, stdout, stderr });
  const session = new Session(output, process.env);
  try {
    refuseWeakened(process);
    // A policy that cannot be used must not be like none.
    if (!withoutPolicy) machinePolicy();
    process.exitCode = await action(session);
  } catch (thrown) {
    if (session.interrupted.aborted) {
      output.say('Stopped.');
      process.exitCode = exitCodes.leftInQueue;
    } else {
      const error = toAppError(thrown);
      output.complain(error);
      process.exitCode = exitCodeOf(error);
    }
    output.emit('summary', { exitCode: process.exitCode });
  }
});

/** Commander says itself what is wrong with a call. */
function overrideExit(command: typeof program): void {
  command.exitOverride();
  for (const child of command.commands) overrideExit(child);
}

overrideExit(program);
try {
  await program.parseAsync();
} catch (thrown) {
  if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  else {
    // Node would print it as it is.
    const { stdout, stderr } = process;
    new Output({ json: false, stdout, stderr }).complain(toAppError(thrown));
    process.exitCode = exitCodes.internal;
  }
}
// Nothing may keep a finished command alive, such as a connection that lingers; but what it said must be out.
streams.flush(() => {
  // Otherwise a reader would take part of the output for all of it.
  if (streams.isIncomplete) process.exitCode = exitCodes.internal;
  process.exit();
});
