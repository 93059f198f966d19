/**
 * @file Threads that do one piece of work after the other. One that has finished waits a moment for the next: of ten thousand
 * small files, to start a thread for each takes longer than to check them.
 */

import { availableParallelism } from 'node:os';
import type { ThreadName } from '../thread-file.ts';
import { Thread, type Waiter } from './thread.ts';

/** As many as are worth having: one for each core, and one that is ahead while a result is told. */
export const MOST_THREADS = availableParallelism() + 1;
const LONGEST_REST_MS = 5000;

/** The threads of one entry, each of which takes assignments as messages. */
export class KeptThreads<Assignment, Message> {
  readonly entry: ThreadName;
  readonly #resting: KeptThread<Message>[] = [];

  constructor(entry: ThreadName) {
    this.entry = entry;
  }

  /**
   * Gives the work to one that rests, or to a new one.
   * @param path of the file that it works on, for an error
   * @param entry another one only for tests; its thread is not kept
   */
  begin(assignment: Assignment, path: string, waiter: Waiter<Message>, entry?: URL): KeptThread<Message> {
    const resting = entry === undefined ? this.#resting.pop() : undefined;
    const thread = resting ?? new KeptThread<Message>(entry ?? this.entry, path, this.#resting);
    thread.take(assignment, path, waiter);
    return thread;
  }
}

export class KeptThread<Message> {
  readonly #thread: Thread<Message>;
  readonly #resting: KeptThread<Message>[];
  #waiter: Waiter<Message> | undefined;
  #end: ReturnType<typeof setTimeout> | undefined;

  /** @param resting all of its kind that rest */
  constructor(entry: ThreadName | URL, path: string, resting: KeptThread<Message>[]) {
    this.#resting = resting;
    this.#thread = new Thread({
      entry,
      path,
      data: undefined,
      onMessage: (message: Message) => this.#waiter?.onMessage(message),
      onFailure: (error) => {
        this.#leaveRest();
        this.#waiter?.onFailure(error);
      },
    });
  }

  take(assignment: unknown, path: string, waiter: Waiter<Message>): void {
    clearTimeout(this.#end);
    this.#waiter = waiter;
    this.#thread.path = path;
    this.#thread.keepsProcess(true);
    this.#thread.post(assignment);
  }

  /** It has answered: it takes the next work, or ends in a while. It keeps no process alive. */
  async rest(): Promise<void> {
    this.#waiter = undefined;
    if (this.#resting.length >= MOST_THREADS) return await this.#thread.stop();
    this.#resting.push(this);
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
    const at = this.#resting.indexOf(this);
    if (at >= 0) this.#resting.splice(at, 1);
  }
}
