/**
 * @file The threads of checks. One that has finished waits a moment for the next file: of ten thousand small ones, to start a
 * thread for each takes longer than to check them.
 */

import { availableParallelism } from 'node:os';
import type { AppError } from '../../src-shared/errors.ts';
import type { CheckAssignment, CheckMessage } from './check-messages.ts';
import { Thread } from './thread.ts';

/** Who waits for a check. */
export interface CheckWaiter {
  onMessage(message: CheckMessage): void;
  /** As of a thread. */
  onFailure(error: AppError): void;
}

const LONGEST_REST_MS = 5000;
/** As many threads as are worth having: one for each core, and one that is ahead while a result is told. */
export const MOST_CHECK_THREADS = availableParallelism() + 1;
const resting: CheckThread[] = [];

export class CheckThread {
  readonly #thread: Thread<CheckMessage>;
  #waiter: CheckWaiter | undefined;
  #end: ReturnType<typeof setTimeout> | undefined;

  /** One that rests, or a new one. @param entry other than check-worker only for tests; its thread is not kept */
  static begin(assignment: CheckAssignment, waiter: CheckWaiter, entry?: URL): CheckThread {
    const { path } = assignment.request;
    const thread = (entry === undefined ? resting.pop() : undefined) ?? new CheckThread(path, entry);
    clearTimeout(thread.#end);
    thread.#waiter = waiter;
    thread.#thread.path = path;
    thread.#thread.keepsProcess(true);
    thread.#thread.post(assignment);
    return thread;
  }

  private constructor(path: string, entry: URL | undefined) {
    this.#thread = new Thread({
      entry: entry ?? 'check-worker',
      path,
      data: undefined,
      onMessage: (message: CheckMessage) => this.#waiter?.onMessage(message),
      onFailure: (error) => {
        this.#leaveRest();
        this.#waiter?.onFailure(error);
      },
    });
  }

  /** It has answered: it takes the next check, or ends in a while. It keeps no process alive. */
  async rest(): Promise<void> {
    this.#waiter = undefined;
    if (resting.length >= MOST_CHECK_THREADS) return await this.#thread.stop();
    resting.push(this);
    this.#thread.keepsProcess(false);
    this.#end = setTimeout(() => {
      this.#leaveRest();
      void this.#thread.stop();
    }, LONGEST_REST_MS).unref();
  }

  /** As of a thread. */
  async stop(): Promise<void> {
    await this.#thread.stop();
  }

  /** As of a thread. */
  async abandon(): Promise<void> {
    await this.#thread.abandon();
  }

  #leaveRest(): void {
    const at = resting.indexOf(this);
    if (at >= 0) resting.splice(at, 1);
  }
}
