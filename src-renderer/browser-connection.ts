/**
 * @file The contract over one WebSocket that reconnects when it breaks; files are uploaded one after another. The two
 * parts of the browser that it needs are passed in.
 */

import type { Bridge } from '../src-preload/bridge.ts';
import { type CommandName, commandNames, type EventName, eventNames } from '../src-shared/channels.ts';
import type { PickedFiles, QueueState, Result } from '../src-shared/contract.ts';
import { AppError } from '../src-shared/errors.ts';
import { Pulse } from './pulse.ts';

/** Pauses between attempts to connect, in milliseconds; the last one repeats. */
const PAUSES = [250, 500, 1000, 2000, 5000];

/** No change has this sequence number, so the receiver sees that changes are missing, and takes a snapshot. */
const missedChanges: QueueState = { sequence: Number.MAX_SAFE_INTEGER, submissions: [], removed: [] };

/** Whether the connection was broken in the meantime, so that events of the app may be missing. */
export const hasMissedChanges = ({ sequence }: QueueState): boolean => sequence === missedChanges.sequence;

/** The part of a WebSocket that is needed. */
export interface Socket {
  readonly readyState: number;
  readonly OPEN: number;
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/** Sends a file; resolves with the app's result, or with an error once the signal aborts. Never rejects. */
export type UploadFile = (
  file: File,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
) => Promise<Result<PickedFiles>>;

/** The parts of the browser that the bridge needs. */
export interface BrowserParts {
  connect: () => Socket;
  /** Whether the app knows no session of this browser any more. Never rejects. */
  hasEnded: () => Promise<boolean>;
  upload: UploadFile;
}

export interface BrowserBridge extends Bridge {
  /**
   * Calls `listener` when the connection to the app breaks or the app falls silent, and when it is back; returns a function that unsubscribes.
   */
  onConnection: (listener: (isConnected: boolean) => void) => () => void;
  /** Calls `listener` once, when the session of this browser has ended; the connection is then closed for good. */
  onEnd: (listener: () => void) => void;
  /** Tells the app that a person uses the page. */
  reportPresence: () => void;
  /** Closes the connection without reconnecting. */
  close: () => void;
}

/** The bridge to the app over these parts of the browser. */
export function bridgeOver(parts: BrowserParts): BrowserBridge {
  const connection = new Connection(parts);
  const invoke = commandNames.map((name) => [name, (input: unknown) => connection.call(name, input)]);
  const on = eventNames.map((name) => [name, (listener: Listener) => connection.listen(name, listener)]);
  return {
    // The names are those of the contract, and the app answers each command as the contract says.
    invoke: Object.fromEntries(invoke) as Bridge['invoke'],
    on: Object.fromEntries(on) as Bridge['on'],
    offerFiles: (files, onProgress, onBegun) =>
      offerFiles(connection.guarded(parts.upload), files, onProgress, onBegun),
    onConnection: (listener) => added(connection.watchers, listener),
    onEnd: (listener) => connection.onEnd(listener),
    reportPresence: () => connection.reportPresence(),
    close: () => connection.close(),
  };
}

/** Sends one file after another; a failed file does not affect the others. Once stopped, nothing is picked. */
async function offerFiles(
  upload: UploadFile,
  files: readonly File[],
  onProgress: (sentBytes: number, totalBytes: number) => void = () => {},
  onBegun: (stop: () => void) => void = () => {},
): Promise<Result<PickedFiles>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  onBegun(() => stopping.abort());
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  const picked: PickedFiles = { offers: [], refused: [] };
  let before = 0;
  for (const file of files) {
    const report = (sentBytes: number) => onProgress(before + Math.min(sentBytes, file.size), totalBytes);
    const result = await upload(file, report, signal);
    if (signal.aborted) return { ok: true, value: { offers: [], refused: [] } };
    before += file.size;
    onProgress(before, totalBytes);
    if (result.ok) {
      picked.offers.push(...result.value.offers);
      picked.refused.push(...result.value.refused);
    } else {
      picked.refused.push({ fileName: file.name, error: result.error });
    }
  }
  return { ok: true, value: picked };
}

// Any payload: the bridge restores the types of the contract where it is made.
type Listener = (payload: unknown) => void;

class Connection {
  readonly watchers = new Set<(isConnected: boolean) => void>();
  readonly #parts: Pick<BrowserParts, 'connect' | 'hasEnded'>;
  readonly #end = Promise.withResolvers<void>();
  readonly #listeners = new Map<EventName, Set<Listener>>(eventNames.map((name) => [name, new Set()]));
  readonly #calls = new Map<number, (result: Result<unknown>) => void>();
  #socket: Socket | undefined;
  #lastCall = 0;
  #failures = 0;
  #hasBroken = false;
  #isClosed = false;
  readonly #pulse: Pulse;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: Pick<BrowserParts, 'connect' | 'hasEnded'>) {
    this.#parts = parts;
    this.#pulse = new Pulse({
      ask: () => this.#say({ alive: true }),
      onSilence: () => this.#watched(false),
      onReturn: () => this.#isBack(),
    });
    this.#open();
  }

  /** Resolves with the app's answer, or as soon as the connection breaks. */
  call(name: CommandName, input: unknown): Promise<Result<unknown>> {
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
    const id = ++this.#lastCall;
    const text = JSON.stringify({ id, name, values: input === undefined ? [] : [input] });
    const socket = this.#socket ?? this.#open();
    if (socket === undefined) return Promise.resolve(disconnected());
    this.#calls.set(id, resolve);
    if (socket.readyState === socket.OPEN) socket.send(text);
    else socket.addEventListener('open', () => socket.send(text));
    return promise;
  }

  listen(name: EventName, listener: Listener): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    return added(listeners, listener);
  }

  onEnd(listener: () => void): void {
    void this.#end.promise.then(listener);
  }

  reportPresence(): void {
    this.#say({ present: true });
  }

  /** Sends no file while the connection is broken: another program may have taken the app's place. */
  guarded(upload: UploadFile): UploadFile {
    return async (...sent) => (this.#hasBroken ? disconnected() : await upload(...sent));
  }

  #say(value: object): void {
    if (this.#socket?.readyState === this.#socket?.OPEN) this.#socket?.send(JSON.stringify(value));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#pulse.stop();
    this.#socket?.close();
  }

  /** Starts to connect, without waiting for the end of a pause. */
  #open(): Socket | undefined {
    if (this.#isClosed) return undefined;
    clearTimeout(this.#timer);
    const socket = this.#parts.connect();
    this.#socket = socket;
    socket.addEventListener('open', () => this.#opened());
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', () => this.#broken());
    return socket;
  }

  #opened(): void {
    this.#failures = 0;
    this.#pulse.start();
    if (!this.#hasBroken) return;
    this.#hasBroken = false;
    this.#isBack();
  }

  #isBack(): void {
    this.#watched(true);
    this.#tell('queue.changed', missedChanges);
  }

  #watched(isConnected: boolean): void {
    for (const watcher of this.watchers) watcher(isConnected);
  }

  #broken(): void {
    this.#socket = undefined;
    this.#pulse.stop();
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const resolve of calls) resolve(disconnected());
    if (!this.#hasBroken) this.#watched(false);
    this.#hasBroken = true;
    if (this.#isClosed) return;
    void this.#endIfOver();
    const pause = PAUSES[Math.min(this.#failures, PAUSES.length - 1)];
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#open(), pause);
  }

  /** A session that is over is not why the app cannot be reached, so no attempt would help. */
  async #endIfOver(): Promise<void> {
    if (!(await this.#parts.hasEnded())) return;
    this.close();
    this.#end.resolve();
  }

  #receive(text: string): void {
    this.#pulse.hear();
    // Sent by the app, which parses it before sending.
    const message = JSON.parse(text) as
      | { alive: true; id?: undefined; event?: undefined }
      | { id: number; event?: undefined; result: Result<unknown> }
      | { id?: undefined; event: EventName; payload: unknown };
    if (message.event !== undefined) {
      this.#tell(message.event, message.payload);
    } else if (message.id !== undefined) {
      this.#calls.get(message.id)?.(message.result);
      this.#calls.delete(message.id);
    }
  }

  #tell(name: EventName, payload: unknown): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(payload);
  }
}

function added<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function disconnected(): Result<never> {
  return { ok: false, error: new AppError('page.disconnected', {}).toRecord() };
}
