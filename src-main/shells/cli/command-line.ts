/** @file One call of the command line: reads it, runs it, and ends with the exit code that says how it went. */

import { Writable } from 'node:stream';
import { type Command, CommanderError } from 'commander';
import { type AppError, fromRecord, toAppError } from '../../../src-shared/errors.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { inSpeech } from '../../ground/speech.ts';
import { refuseWeakened } from '../../ground/weakened.ts';
import { Call } from './call.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { endOnFault } from './faults.ts';
import { Interruption } from './interruption.ts';
import { speechOf } from './language.ts';
import { Output, usageError } from './output.ts';
import type { CommandLinePorts, Outlet } from './ports.ts';
import { createProgram } from './program.ts';
import { Streams } from './streams.ts';
import { sentence } from './wording.ts';

/** Runs one call. Never rejects: what goes wrong is printed, and said by the exit code. */
export async function runCommandLine(ports: CommandLinePorts): Promise<void> {
  const { argv, stdout } = ports;
  const reader = asksForJson(argv) ? 'program' : stdout.isTTY === true ? 'person' : 'either';
  const speech = speechOf(ports, reader);
  await inSpeech(speech instanceof Promise ? await speech : speech, () => runInWords(ports));
}

/** In the language that is spoken. */
async function runInWords(ports: CommandLinePorts): Promise<void> {
  const { argv, stdout, stderr, environment, events, clock, end } = ports;
  const streams = new Streams({ stdout, stderr });
  // What listens to the process around the call.
  const listening = new DisposableStack();
  listening.use(streams);
  const endCall = (exitCode: number) => {
    if (listening.disposed) return;
    listening.dispose();
    end(exitCode);
  };
  const wantsJson = asksForJson(argv);
  let exitCode: number = exitCodes.done;
  let called = 'tranship';
  const program = createProgram(
    async (action, json) => {
      const output = new Output({ json, stdout, stderr });
      const interruption = listening.use(new Interruption({ events, clock, end: endCall }));
      let call: Call | undefined;
      const stopListening = endOnFault({
        faults: events,
        clock,
        note: (thrown) => call?.onFault?.note(thrown),
        tell: (error) => {
          output.complain(error);
          output.emit('summary', { exitCode: exitCodes.internal });
        },
        stop: async () => call?.onFault?.stop(),
        end: () => streams.flush(() => endCall(exitCodes.internal)),
      });
      listening.defer(stopListening);
      try {
        refuseWeakened({ env: environment, execArgv: ports.runtimeOptions });
        // A policy that cannot be used must not be like none.
        call = new Call({ ports, output, interruption, policy: await ports.policy() });
        exitCode = await action(call);
      } catch (thrown) {
        if (interruption.signal.aborted) {
          output.say(message('Stopped.'));
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
    { argv, stdout, stderr: wantsJson ? nowhere() : stderr },
  );
  overrideExit(program);
  program.hook('preAction', (_program, command) => {
    called = nameOfCall(command);
  });
  try {
    // Not as Commander finds them in the process: it would count the arguments of Electron in another way.
    await program.parseAsync(argv, { from: 'user' });
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
  streams.flush(() => endCall(streams.isIncomplete ? exitCodes.internal : exitCode));
}

/** Such as `tranship template show`. */
function nameOfCall(command: Command): string {
  return command.parent === null ? command.name() : `${nameOfCall(command.parent)} ${command.name()}`;
}

/** A wrong call is pointed to the help of its own command. */
function pointedToHelp(error: AppError, command: string): AppError {
  if (error.code !== 'usage.invalid') return error;
  const record = error.toRecord();
  return fromRecord({ ...record, params: { ...record.params, command } }, { cause: error });
}

/** Whether a call wants JSON Lines, also where it is too wrong to be understood. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
}

/** What Commander finds wrong with a call, as one sentence. */
function problemOf({ code, message: said }: CommanderError): string {
  if (code === 'commander.help') return message('The call names no command.');
  return sentence(said.replace(/^error: /, '').replaceAll('\n', ' '));
}

function nowhere(): Outlet {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** Commander says itself what is wrong with a call. */
function overrideExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) overrideExit(child);
}
