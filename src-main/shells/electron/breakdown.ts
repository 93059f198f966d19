/** @file What becomes of an error that no part of the app has caught: it is noted and told, and the app ends cleanly. */

import { type AppError, toAppError } from '../../../src-shared/errors.ts';
import { type Clock, SECOND } from '../../ground/clock.ts';
import { noteFault } from '../../ground/logs/fault-entry.ts';
import { type Logs, openLogs } from '../../ground/logs/logs.ts';
import { exportForSupport } from '../../ground/logs/support-export.ts';

/** How saving for support went. */
export type Saving = { kind: 'saved'; path: string } | { kind: 'failed'; error: AppError };

export interface BreakdownPorts {
  clock: Clock;
  /** Of Tranship. */
  version: string;
  /** Tells the person. @param saving how saving went, if it was tried */
  ask: (error: AppError, saving: Saving | undefined) => Promise<'save' | 'quit'>;
  /** The path to save to; undefined when the person cancels. */
  askWhere: () => Promise<string | undefined>;
  /** Ends the process at once. */
  end: (exitCode: number) => void;
}

/** The app, once there is one. */
export interface RunningApp {
  logs: Pick<Logs, 'event'>;
  /** Ends what moves. */
  stop: () => Promise<void>;
  /** Ends the rest and unlocks the data folder. */
  close: () => Promise<void>;
  exportForSupport: (path: string, signal: AbortSignal) => Promise<void>;
}

/** As the command line says of a fault in Tranship. */
export const FAULT = 5;
const LONGEST_STOP = 10 * SECOND;
/** An error that comes again and again fills no disk. */
const MOST_NOTED = 100;

export class Breakdown {
  readonly #ports: BreakdownPorts;
  #running: RunningApp | undefined;
  #folder: string | undefined;
  #ownLogs: Logs | undefined;
  #noted = 0;
  #isUnderWay = false;

  constructor(ports: BreakdownPorts) {
    this.#ports = ports;
  }

  /** From now on errors are noted in this folder of logs. */
  logInto(folder: string): void {
    this.#folder = folder;
  }

  /** From now on the app is stopped before it ends. */
  follow(running: RunningApp): void {
    this.#running = running;
  }

  /** Takes what was thrown; only the first time it is shown. Does not throw. */
  readonly take = (thrown: unknown): void => {
    this.#note(thrown);
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    const end = () => this.#ports.end(FAULT);
    this.#goThrough(toAppError(thrown)).then(end, end);
  };

  async #goThrough(error: AppError): Promise<void> {
    const running = this.#running;
    const stopping = this.#inTime(running?.stop);
    for (let saving: Saving | undefined; ; ) {
      if ((await this.#ports.ask(error, saving)) === 'quit') break;
      saving = await this.#save(saving);
    }
    await stopping;
    await this.#inTime(running?.close);
  }

  /** The work, or its deadline. What it throws is noted where all such errors are. */
  async #inTime(work: (() => Promise<void>) | undefined): Promise<void> {
    if (work === undefined) return;
    const done = (async () => work())().catch((thrown: unknown) => this.#note(thrown));
    await Promise.race([done, this.#ports.clock.sleep(LONGEST_STOP)]);
  }

  /** @param before how it went the last time, which counts where the person cancels */
  async #save(before: Saving | undefined): Promise<Saving | undefined> {
    const path = await this.#ports.askWhere();
    if (path === undefined) return before;
    try {
      await this.#export(path);
      return { kind: 'saved', path };
    } catch (thrown) {
      return { kind: 'failed', error: toAppError(thrown) };
    }
  }

  async #export(path: string): Promise<void> {
    const { signal } = new AbortController();
    try {
      if (this.#running !== undefined) return await this.#running.exportForSupport(path, signal);
    } catch {
      // An app that has broken down may not know its own state; the logs are still there.
    }
    const [queue, policy] = [
      { states: {}, errors: {} },
      { sources: [], values: {}, ignored: [] },
    ];
    const facts = { version: this.#ports.version, settings: {}, connections: [], queue, policy };
    await exportForSupport({ logs: this.#folder ?? '', facts }, path, signal);
  }

  #note(thrown: unknown): void {
    this.#noted += 1;
    if (this.#noted > MOST_NOTED) return;
    try {
      const logs = this.#logs();
      if (logs !== undefined) noteFault(logs, thrown);
    } catch {
      // Telling the person matters more.
    }
  }

  #logs(): Pick<Logs, 'event'> | undefined {
    if (this.#running !== undefined) return this.#running.logs;
    const { clock, version } = this.#ports;
    if (this.#folder !== undefined) this.#ownLogs ??= openLogs({ folder: this.#folder, clock, version });
    return this.#ownLogs;
  }
}
