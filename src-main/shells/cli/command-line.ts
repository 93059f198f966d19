/** @file One call of the command line: reads it, runs it, and ends with the exit code that says how it went. */

import { Writable } from 'node:stream';
import { type Command, CommanderError } from 'commander';
import { AppError, toAppError } from '../../../src-shared/errors.ts';
import { systemClock } from '../../clock.ts';
import { refuseWeakened } from '../../network/weakened.ts';
import { requireUsablePolicy } from '../../policy/require-usable.ts';
import { Call, type SessionPorts } from './call.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { endOnFault } from './faults.ts';
import { Output, usageError } from './output.ts';
import { createProgram } from './program.ts';
import { Streams } from './streams.ts';
import { sentence } from './wording.ts';

export interface CommandLinePorts extends SessionPorts {
  /** What follows the name of the program. */
  args: readonly string[];
  /** Ends the process with this exit code, once all that was printed is out. */
  end: (exitCode: number) => void;
}

/** Runs one call. Never rejects: what goes wrong is printed, and said by the exit code. */
export async function runCommandLine({ args, end, ...ports }: CommandLinePorts): Promise<void> {
  const { stdout, stderr } = process;
  const streams = new Streams(process);
  const wantsJson = asksForJson(args);
  let exitCode: number = exitCodes.done;
  let called = 'tranship';
  const program = createProgram(
    async (action, json, { withoutPolicy = false } = {}) => {
      const output = new Output({ json, stdout, stderr });
      const call = new Call(output, process.env, ports);
      endOnFault({
        faults: process,
        clock: systemClock,
        note: (thrown) => call.onFault?.note(thrown),
        tell: (error) => {
          output.complain(error);
          output.emit('summary', { exitCode: exitCodes.internal });
        },
        stop: async () => call.onFault?.stop(),
        end: () => streams.flush(() => end(exitCodes.internal)),
      });
      try {
        refuseWeakened(process);
        // A policy that cannot be used must not be like none.
        if (!withoutPolicy) await requireUsablePolicy();
        exitCode = await action(call);
      } catch (thrown) {
        if (call.interrupted.aborted) {
          output.say('Stopped.');
          exitCode = exitCodes.leftInQueue;
        } else {
          const error = pointedToHelp(toAppError(thrown), called);
          output.complain(error);
          exitCode = exitCodeOf(error);
        }
        output.emit('summary', { exitCode });
      }
    },
    // What is wrong with a call is then told as JSON, like anything else.
    { stdout, stderr: wantsJson ? nowhere() : stderr, argv: args },
  );
  overrideExit(program);
  program.hook('preAction', (_program, command) => {
    called = nameOfCall(command);
  });
  try {
    // Not as Commander finds them in the process: it would count the arguments of Electron in another way.
    await program.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      exitCode = thrown.exitCode === 0 ? exitCodes.done : exitCodes.usage;
      if (wantsJson && exitCode === exitCodes.usage) {
        const output = new Output({ json: true, stdout, stderr });
        output.complain(usageError(problemOf(thrown)));
        output.emit('summary', { exitCode });
      }
    } else {
      // Node would print it as it is.
      new Output({ json: false, stdout, stderr }).complain(toAppError(thrown));
      exitCode = exitCodes.internal;
    }
  }
  // Nothing may keep a finished command alive, such as a connection that lingers; but what it said must be out.
  // And a reader must not take part of the output for all of it.
  streams.flush(() => end(streams.isIncomplete ? exitCodes.internal : exitCode));
}

/** Such as `tranship template show`. */
function nameOfCall(command: Command): string {
  return command.parent === null ? command.name() : `${nameOfCall(command.parent)} ${command.name()}`;
}

/** A wrong call is pointed to the help of its own command. */
function pointedToHelp(error: AppError, command: string): AppError {
  if (error.code !== 'usage.invalid') return error;
  const { problem } = error.toRecord().params;
  return new AppError('usage.invalid', { problem: String(problem), command }, { cause: error });
}

/** Whether a call wants JSON Lines, also where it is too wrong to be understood. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
}

/** What Commander finds wrong with a call, as one sentence. */
function problemOf({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'The call names no command.';
  return sentence(message.replace(/^error: /, '').replaceAll('\n', ' '));
}

function nowhere(): NodeJS.WritableStream {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** Commander says itself what is wrong with a call. */
function overrideExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) overrideExit(child);
}
