/**
 * @file A command at the door of the app that has the data folder. Where nobody opens who proves to be that app, there is no
 * door: the command tries to take the folder itself, and its lock says who has it.
 */

import { createConnection, type Socket } from 'node:net';
import { resolve } from 'node:path';
import type { z } from 'zod';
import type { CommandName } from '../../../src-shared/channels.ts';
import { schemasOf } from '../../../src-shared/command-schemas.ts';
import type { CommandInput, CommandOutput, Result, Told } from '../../../src-shared/contract.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { events } from '../../../src-shared/events.ts';
import { jsonIn } from '../../../src-shared/json-in.ts';
import { fact, unpacked } from '../../../src-shared/languages/fact.ts';
import { inEnglish } from '../../../src-shared/languages/message.ts';
import { pickedFilesSchema } from '../../../src-shared/shapes.ts';
import type { Actions } from '../../actions/actions.ts';
import type { Call } from '../../actions/calls.ts';
import { valueIn } from '../../actions/contract-server.ts';
import { inFile } from '../../actions/named-file.ts';
import type { ChosenPlace, Tell } from '../../actions/ports.ts';
import { makeDataFolder } from '../../ground/settings/open-settings.ts';
import { LONGEST_CALL } from '../calls.ts';
import { terminalShell } from '../terminal-shell.ts';
import { type DoorFile, readDoorFile } from './place.ts';
import {
  answerSchema,
  greetingSchema,
  introductionSchema,
  isProof,
  LONGEST_ANSWER,
  LONGEST_WORD,
  lineOf,
  linesOf,
  newChallenge,
  PATIENCE_MS,
  proofOf,
  toldSchema,
  welcomeSchema,
} from './protocol.ts';

export interface Visitor {
  /** The data folder. */
  folder: string;
  /** Names the command in the history of the app. */
  session: string;
  /** Where relative paths begin: the app has been started elsewhere. */
  workingFolder: string;
  /** Hears what happens in the app during the call, also what others cause. */
  tell?: Tell | undefined;
  /** Ends the visit. What the app is doing for it goes on there. */
  signal: AbortSignal;
  patienceMs?: number;
}

/**
 * Undefined where no app opens.
 * @throws AppError queue.other-version, folder.untrusted; the signal's reason
 */
export async function knock(visitor: Visitor): Promise<Visit | undefined> {
  const { folder, signal } = visitor;
  if (readDoorFile(folder) === undefined) return undefined;
  // What somebody else could have written says nothing.
  makeDataFolder(folder);
  const file = readDoorFile(folder);
  if (file === undefined) return undefined;
  signal.throwIfAborted();
  const socket = createConnection(file.address);
  socket.on('error', () => {});
  const leave = () => void socket.destroy();
  signal.addEventListener('abort', leave);
  socket.on('close', () => signal.removeEventListener('abort', leave));
  try {
    return await enter(socket, file, visitor);
  } catch (thrown) {
    leave();
    signal.throwIfAborted();
    if (thrown instanceof AppError) throw thrown;
    return undefined;
  }
}

/** @throws AppError queue.other-version; what is wrong with the other side */
async function enter(socket: Socket, { key }: DoorFile, visitor: Visitor): Promise<Visit> {
  const { folder, session, tell, patienceMs = PATIENCE_MS } = visitor;
  const { version } = terminalShell.info;
  socket.setTimeout(patienceMs, () => socket.destroy());
  const bounds = { longest: LONGEST_WORD };
  const lines = linesOf(socket, bounds);
  const greeting = await said(lines, greetingSchema);
  if (greeting.version !== version) {
    const versions = { holderVersion: greeting.version, version };
    throw new AppError('queue.other-version', { folder, holder: unpacked(greeting.holder), ...versions });
  }
  const challenge = newChallenge();
  const proof = proofOf(key, 'command', greeting.challenge);
  const hears = tell !== undefined;
  socket.write(lineOf(introductionSchema.parse({ version, session, hears, challenge, proof })));
  const welcome = await said(lines, welcomeSchema);
  if (!isProof(welcome.proof, proofOf(key, 'app', challenge))) throw new Error('It has not proved to be the app.');
  socket.setTimeout(0);
  bounds.longest = LONGEST_ANSWER;
  return new Visit(socket, lines, inEnglish(unpacked(greeting.holder)), visitor);
}

async function said<Schema extends z.ZodType>(
  lines: AsyncGenerator<string, undefined>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { value: line = '' } = await lines.next();
  return schema.parse(jsonIn(line));
}

/** The actions of an app in another process. */
export class Visit implements Actions {
  /** Names the app. */
  readonly holder: string;
  readonly #socket: Socket;
  readonly #visitor: Visitor;
  readonly #awaited = new Map<number, PromiseWithResolvers<Result<unknown>>>();
  #calls = 0;
  #isOver = false;

  constructor(socket: Socket, lines: AsyncIterable<string>, holder: string, visitor: Visitor) {
    this.holder = holder;
    this.#socket = socket;
    this.#visitor = visitor;
    void this.#listen(lines);
  }

  // Each can be passed on by itself.
  readonly call: Call = this.#calling({});

  readonly choosing: Actions['choosing'] = (path, log) => {
    const { workingFolder } = this.#visitor;
    const chosenLog = log === undefined ? {} : { log: resolve(workingFolder, log) };
    return this.#calling({ place: { path: resolve(workingFolder, path), ...chosenLog } });
  };

  readonly offer: Actions['offer'] = async (paths) => {
    const offer = paths.map((path) => resolve(this.#visitor.workingFolder, path));
    return pickedFilesSchema.parse(await this.#ask({ offer }));
  };

  readonly save: Actions['save'] = async (what, path, log) =>
    inFile(await this.choosing(path, log)('files.save', what));

  /** It has started by itself, and goes on. */
  start(): void {}

  async rest(): Promise<void> {}

  /** What is not answered yet is not awaited any longer. */
  leave(): void {
    this.#socket.destroy();
  }

  #calling(how: { place?: ChosenPlace }): Call {
    return async <Name extends CommandName>(name: Name, input: CommandInput<Name>) => {
      const value = await this.#ask({ name, values: input === undefined ? [] : [input], ...how });
      // Parsed by the schema of this very command.
      return (await schemasOf(name)).output.parse(value) as CommandOutput<Name>;
    };
  }

  async #ask(request: object): Promise<unknown> {
    this.#calls += 1;
    const id = this.#calls;
    const line = lineOf({ id, ...request });
    if (Buffer.byteLength(line) > LONGEST_CALL) throw tooLarge();
    if (this.#isOver) throw this.#lost();
    const answer = Promise.withResolvers<Result<unknown>>();
    this.#awaited.set(id, answer);
    this.#socket.write(line);
    return valueIn(await answer.promise);
  }

  async #listen(lines: AsyncIterable<string>): Promise<void> {
    try {
      for await (const line of lines) {
        const message = jsonIn(line);
        const told = toldSchema.safeParse(message);
        if (told.success) this.#tell(told.data);
        else this.#take(answerSchema.parse(message));
      }
    } catch {
      // The app was killed, or it says what no app says.
    }
    this.#isOver = true;
    this.#socket.destroy();
    for (const answer of this.#awaited.values()) answer.reject(this.#lost());
  }

  #tell({ event, payload }: z.output<typeof toldSchema>): void {
    // The table pairs each name with its own payload.
    this.#visitor.tell?.(...([event, events[event].parse(payload)] as Told));
  }

  #take({ id, result }: z.output<typeof answerSchema>): void {
    // JSON leaves out what is undefined.
    this.#awaited.get(id)?.resolve(result.ok ? { ok: true, value: result.value } : result);
    this.#awaited.delete(id);
  }

  #lost(): unknown {
    const { signal } = this.#visitor;
    return signal.aborted ? signal.reason : new AppError('queue.unanswered', { holder: unpacked(this.holder) });
  }
}

function tooLarge(): AppError {
  const problem = fact('The app that is running takes at most {most, number} bytes at once. Close it, and try again.', {
    most: LONGEST_CALL,
  });
  return new AppError('usage.invalid', { problem });
}
