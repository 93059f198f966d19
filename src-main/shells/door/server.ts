/**
 * @file The door of a running app: commands of this person come in while the app has the data folder, and have it do what they
 * would do themselves. What they ask for is what the contract has; the actions know that a command asks.
 */

import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { PickedFiles, Result, Told } from '../../../src-shared/contract.ts';
import { toAppError } from '../../../src-shared/errors.ts';
import { events } from '../../../src-shared/events.ts';
import { jsonIn } from '../../../src-shared/json-in.ts';
import { answerCommand } from '../../actions/contract-server.ts';

import type { ChosenPlace, CommandHandlers, Tell } from '../../actions/ports.ts';

import type { App } from '../../app.ts';
import { PRIVATE_FILE } from '../../ground/files/own-folder.ts';
import { LONGEST_CALL, MOST_CALLS, TOO_MUCH_UNREAD } from '../calls.ts';
import { terminalShell } from '../terminal-shell.ts';
import { addressesFor, type DoorFile, removeDoor, removeSocket, writeDoorFile } from './place.ts';
import {
  type DoorRequest,
  greetingSchema,
  introductionSchema,
  isProof,
  LONGEST_WORD,
  lineOf,
  linesOf,
  newChallenge,
  PATIENCE_MS,
  proofOf,
  requestSchema,
  welcomeSchema,
} from './protocol.ts';

const MOST_COMMANDS = 50;

export interface DoorPorts {
  app: Pick<App, 'folder' | 'holder' | 'recordSecurity' | 'logs'>;
  /** The actions for one command; the signal aborts when it has gone. With `place`, that is what is chosen. */
  handlersFor: (own: { signal: AbortSignal; tellCaller: Tell; place?: ChosenPlace }) => CommandHandlers;
  offer: (paths: readonly string[]) => Promise<PickedFiles>;
  patienceMs?: number;
}

/** Open from `open` to `close`; neither throws or rejects: without a door, the app works as well. */
export class Door {
  readonly #ports: DoorPorts;
  readonly #visits = new Map<Socket, Promise<void>>();
  readonly #hearing = new Set<Visit>();
  #isClosed = false;
  #server: Server | undefined;

  constructor(ports: DoorPorts) {
    this.#ports = ports;
  }

  /** Only while this process has the lock of the data folder: what an earlier one has left behind is replaced. */
  async open(): Promise<void> {
    const { folder, logs } = this.#ports.app;
    try {
      removeDoor(folder);
      for (const address of addressesFor(folder)) {
        if (this.#isClosed || (await this.#listen(address))) return;
      }
    } catch (thrown) {
      logs.event('warn', 'door.closed', { detail: toAppError(thrown).detail });
    }
  }

  /** Ends every connection; what is under way goes on, but nobody hears how it ends. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#visits.keys()) socket.destroy();
    await closed;
    // Each is recorded to its end, while the app still records.
    await Promise.all(this.#visits.values());
    removeDoor(this.#ports.app.folder);
  }

  /** Tells what happens to each command that wants to hear of it. */
  tell(...told: Told): void {
    if (this.#hearing.size === 0) return;
    const line = lineAbout(...told);
    for (const visit of this.#hearing) visit.say(line);
  }

  async #listen(address: string): Promise<boolean> {
    const { folder, logs } = this.#ports.app;
    const server = createServer();
    server.maxConnections = MOST_COMMANDS;
    try {
      server.listen({ path: address });
      await once(server, 'listening');
      if (process.platform !== 'win32') chmodSync(address, PRIVATE_FILE);
      const file = writeDoorFile(folder, address);
      server.on('connection', (socket) => this.#admit(socket, file));
    } catch (thrown) {
      server.close();
      removeSocket(address);
      logs.event('warn', 'door.closed', { detail: toAppError(thrown).detail });
      return false;
    }
    server.on('error', (error) => logs.event('warn', 'door.closed', { detail: error.message }));
    this.#server = server;
    if (this.#isClosed) await this.close();
    return true;
  }

  #admit(socket: Socket, file: DoorFile): void {
    // Who leaves, or sends what is not valid, ends only their own connection.
    socket.on('error', () => {});
    const visit = this.#serve(socket, file)
      .catch(() => {})
      .finally(() => {
        socket.destroy();
        this.#visits.delete(socket);
      });
    this.#visits.set(socket, visit);
  }

  async #serve(socket: Socket, { key }: DoorFile): Promise<void> {
    const { app, patienceMs = PATIENCE_MS } = this.#ports;
    const { version } = terminalShell.info;
    const challenge = newChallenge();
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.write(lineOf(greetingSchema.parse({ version, holder: app.holder, challenge })));
    const bounds = { longest: LONGEST_WORD };
    const lines = linesOf(socket, bounds);
    const { value: first } = await lines.next();
    const introduction = introductionSchema.safeParse(jsonIn(first ?? ''));
    // A command of another version leaves when it has read ours.
    if (!introduction.success || introduction.data.version !== version) return;
    const { session, hears, proof, challenge: theirs } = introduction.data;
    if (!isProof(proof, proofOf(key, 'command', challenge))) {
      const why = 'A program that has not read the file of the door asked to be let in.';
      app.recordSecurity({ kind: 'session-refused', shell: 'terminal', why });
      return;
    }
    socket.setTimeout(0);
    bounds.longest = LONGEST_CALL;
    socket.write(lineOf(welcomeSchema.parse({ proof: proofOf(key, 'app', theirs) })));
    app.recordSecurity({ kind: 'session-begun', shell: 'terminal', session });
    const visit = new Visit(socket, this.#ports, { hears });
    if (hears) this.#hearing.add(visit);
    try {
      for await (const line of lines) visit.hear(line);
    } finally {
      this.#hearing.delete(visit);
      const why = this.#isClosed ? 'Tranship was closed.' : visit.end();
      app.recordSecurity({ kind: 'session-ended', shell: 'terminal', session, why });
    }
  }
}

function lineAbout(...[event, payload]: Told): string {
  return lineOf({ event, payload: events[event].parse(payload) });
}

/** A command that was let in. */
class Visit {
  readonly #socket: Socket;
  readonly #ports: Pick<DoorPorts, 'handlersFor' | 'offer'>;
  readonly #handlers: CommandHandlers;
  readonly #gone = new AbortController();
  readonly #own: { signal: AbortSignal; tellCaller: Tell };
  #callsUnderWay = 0;

  constructor(socket: Socket, ports: Pick<DoorPorts, 'handlersFor' | 'offer'>, { hears }: { hears: boolean }) {
    this.#socket = socket;
    this.#ports = ports;
    this.#own = { signal: this.#gone.signal, tellCaller: (...told) => hears && this.say(lineAbout(...told)) };
    this.#handlers = ports.handlersFor(this.#own);
  }

  /** @throws where it is no valid request, or one too many */
  hear(line: string): void {
    const request = requestSchema.parse(jsonIn(line));
    if (this.#callsUnderWay >= MOST_CALLS) throw new Error('Too many calls at once.');
    void this.#answer(request);
  }

  /** @returns why it is over */
  end(): string {
    this.#gone.abort(new Error('The command has ended.'));
    return this.#callsUnderWay > 0 ? 'It was interrupted.' : 'It has ended.';
  }

  async #answer(request: DoorRequest): Promise<void> {
    this.#callsUnderWay += 1;
    const result = await this.#resultOf(request);
    this.#callsUnderWay -= 1;
    this.say(lineOf({ id: request.id, result }));
  }

  async #resultOf(request: DoorRequest): Promise<Result<unknown>> {
    if ('offer' in request) return await this.#offered(request.offer);
    const { name, values } = request;
    const handlers =
      'place' in request ? this.#ports.handlersFor({ ...this.#own, place: request.place }) : this.#handlers;
    return await answerCommand(name, values, handlers);
  }

  say(line: string): void {
    if (this.#socket.destroyed) return;
    if (this.#socket.writableLength > TOO_MUCH_UNREAD) this.#socket.destroy();
    else this.#socket.write(line);
  }

  async #offered(paths: readonly string[]): Promise<Result<PickedFiles>> {
    try {
      return { ok: true, value: await this.#ports.offer(paths) };
    } catch (thrown) {
      return { ok: false, error: toAppError(thrown).toRecord() };
    }
  }
}
