/** @file A worker thread as something that sends messages until it is stopped, or breaks down in one of many ways. */

import { extname } from 'node:path';
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import { AppError, type ErrorRecord } from '../../src-shared/errors.ts';

/** How the threads of a check are to be started. */
export interface ThreadStart<Message> {
  /** The entry: a file beside this one without its ending, or any address. */
  entry: string | URL;
  /** Of the source file, for the error. */
  path: string;
  data: unknown;
  onMessage(message: Message): void;
  /** Called with AppError `check.failed` when the thread breaks down or ends by itself; never after `stop`. */
  onFailure(error: AppError): void;
}

/**
 * What is made of one line is thrown away after it: a small nursery does, and saves 20 MB for each thread. A heap with a
 * bound is tidied up earlier; this one still holds whatever a line of 16 MiB may parse to.
 */
const resourceLimits: ResourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 512 };

export class Thread<Message> {
  readonly #worker: Worker;
  #isStopped = false;

  constructor({ entry, path, data, onMessage, onFailure }: ThreadStart<Message>) {
    // The same folder and kind of file as this one, as source and as bundle.
    const file = entry instanceof URL ? entry : new URL(`./${entry}${extname(import.meta.url)}`, import.meta.url);
    const fail = (reason: string, cause?: unknown): void => {
      if (!this.#isStopped) onFailure(new AppError('check.failed', { path, reason }, { cause }));
    };
    this.#worker = new Worker(file, { workerData: data, name: String(entry), resourceLimits });
    this.#worker.on('message', (message: Message) => {
      if (!this.#isStopped) onMessage(message);
    });
    this.#worker.on('messageerror', (error) => fail('a message of the check could not be read', error));
    this.#worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error), error));
    this.#worker.on('exit', (code) => fail(`its thread ended with code ${code}`));
  }

  post(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  /** Resolves once the thread, and every one that it has started, is gone. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker.terminate();
  }
}

/** The AppError that another thread has sent as a record. */
export function fromRecord({ code, params }: ErrorRecord): AppError {
  // The record was made from an AppError, which pairs each code with its own params.
  return new AppError(code, params as never);
}
