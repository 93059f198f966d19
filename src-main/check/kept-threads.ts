/**
 * @file Threads that do one piece of work after the other. One that has finished waits a moment for the next: of ten thousand
 * small files, to start a thread for each takes longer than to check them. Light work may also wait for a thread that is at
 * other light work, since to be woken for each piece takes as long as to do it.
 */

import { availableParallelism } from 'node:os';
import type { ThreadName } from '../thread-rooms.ts';
import { Thread, type Waiter } from './thread.ts';

const CORES = availableParallelism();
const MOST_RESTING = CORES + 1;
/** So much light work a thread has at most. */
const MOST_LIGHT = 8;
/** So much light work is worth beginning ahead of its turn. */
export const MOST_AHEAD = CORES * MOST_LIGHT;
const LONGEST_REST_MS = 5000;

export interface Work<Assignment, Message> {
  assignment: Assignment;
  /** Of the file that it is about, for an error. */
  path: string;
  waiter: Waiter<Message>;
  /** Of light work, whether the answer is still wanted: if so, it is begun again where other work ended its thread. */
  isWanted?: (() => boolean) | undefined;
  /** Another entry, only for tests; its thread is not kept. */
  entry?: URL | undefined;
}

/** Work that a thread has. One of these is called once it is over or no longer wanted. */
export interface BegunWork {
  /** It was answered: the thread takes the next work, or ends in a while. It keeps no process alive. */
  rest(): Promise<void>;
  /** As of a thread. */
  stop(): Promise<void>;
  /** As of a thread. */
  abandon(): Promise<void>;
}

/** The threads of one entry, which takes assignments as messages, in order, and says of each that it is `done` or `failed`. */
export class KeptThreads<Assignment, Message extends { kind: string }> {
  readonly entry: ThreadName | URL;
  readonly #resting: KeptThread<Assignment, Message>[] = [];
  /** Those that have light work, and no other. */
  readonly #light = new Set<KeptThread<Assignment, Message>>();

  constructor(entry: ThreadName | URL) {
    this.entry = entry;
  }

  /** Gives the work to a thread that rests, or to a new one; light work, once each core has some, to the thread with least. */
  begin(work: Work<Assignment, Message>): BegunWork {
    let thread = this.#give(work, (next) => {
      thread = next;
    });
    return {
      rest: () => this.#rest(thread),
      stop: () => this.#end(thread, work, 'stop'),
      abandon: () => this.#end(thread, work, 'abandon'),
    };
  }

  /** @param onMoved told of the thread that has it in place of the first */
  #give(
    work: Work<Assignment, Message>,
    onMoved: (thread: KeptThread<Assignment, Message>) => void,
  ): KeptThread<Assignment, Message> {
    const { entry, path, isWanted } = work;
    const isLight = isWanted !== undefined && entry === undefined;
    const kept = entry === undefined ? (this.#resting.pop() ?? (isLight ? this.#leastLight() : undefined)) : undefined;
    const thread = kept ?? new KeptThread<Assignment, Message>(entry ?? this.entry, path, (gone) => this.#forget(gone));
    if (isLight) this.#light.add(thread);
    thread.take(work, () => {
      if (isWanted?.() === true) onMoved(this.#give(work, onMoved));
    });
    return thread;
  }

  #leastLight(): KeptThread<Assignment, Message> | undefined {
    if (this.#light.size < CORES) return undefined;
    const [least] = [...this.#light].sort((one, other) => one.has - other.has);
    return least !== undefined && least.has < MOST_LIGHT ? least : undefined;
  }

  async #rest(thread: KeptThread<Assignment, Message>): Promise<void> {
    if (thread.has > 0) return;
    this.#light.delete(thread);
    if (this.#resting.length >= MOST_RESTING) return await thread.stop();
    this.#resting.push(thread);
    thread.rest(LONGEST_REST_MS);
  }

  async #end(
    thread: KeptThread<Assignment, Message>,
    work: Work<Assignment, Message>,
    how: 'stop' | 'abandon',
  ): Promise<void> {
    // It is at other work. What it has not begun yet it does, and nothing hears the answer.
    if (thread.has > 0 && !thread.isAt(work)) return;
    this.#forget(thread);
    await thread[how]();
  }

  /** Of a thread that ends. */
  #forget(thread: KeptThread<Assignment, Message>): void {
    const at = this.#resting.indexOf(thread);
    if (at >= 0) this.#resting.splice(at, 1);
    this.#light.delete(thread);
    thread.moveWaiting();
  }
}

/** One thread, and the work it has: the first is under way, and the others wait. */
class KeptThread<Assignment, Message extends { kind: string }> {
  readonly #thread: Thread<Message>;
  #has: { work: Work<Assignment, Message>; move: () => void }[] = [];
  #end: ReturnType<typeof setTimeout> | undefined;
  readonly #onGone: (thread: this) => void;

  /** @param onGone called when it breaks down, or has rested for too long */
  constructor(entry: ThreadName | URL, path: string, onGone: (thread: KeptThread<Assignment, Message>) => void) {
    this.#onGone = onGone;
    this.#thread = new Thread({
      entry,
      path,
      data: undefined,
      onMessage: (message: Message) => this.#hear(message),
      onFailure: (error) => {
        const [first] = this.#has;
        this.#onGone(this);
        first?.work.waiter.onFailure(error);
      },
    });
  }

  /** So much work it has. */
  get has(): number {
    return this.#has.length;
  }

  isAt(work: Work<Assignment, Message>): boolean {
    return this.#has[0]?.work === work;
  }

  /** @param move gives the work to another thread, where this one ends before it */
  take(work: Work<Assignment, Message>, move: () => void): void {
    clearTimeout(this.#end);
    this.#has.push({ work, move });
    this.#nameFile();
    this.#thread.keepsProcess(true);
    this.#thread.post(work.assignment);
  }

  /** Keeps no process alive, and ends after so long. */
  rest(longestMs: number): void {
    this.#thread.keepsProcess(false);
    this.#end = setTimeout(() => {
      this.#onGone(this);
      void this.#thread.stop();
    }, longestMs).unref();
  }

  /** Gives what it has not begun to other threads, because it ends. */
  moveWaiting(): void {
    const waiting = this.#has.slice(1);
    this.#has = this.#has.slice(0, 1);
    for (const { move } of waiting) move();
  }

  /** As of a thread. */
  async stop(): Promise<void> {
    await this.#thread.stop();
  }

  /** As of a thread. */
  async abandon(): Promise<void> {
    await this.#thread.abandon();
  }

  #hear(message: Message): void {
    const [first] = this.#has;
    if (message.kind === 'done' || message.kind === 'failed') {
      this.#has.shift();
      this.#nameFile();
    }
    first?.work.waiter.onMessage(message);
  }

  #nameFile(): void {
    const [first] = this.#has;
    if (first !== undefined) this.#thread.path = first.work.path;
  }
}
