/** @file A worker thread that sends messages until it is stopped, and reports every way of breaking down. */

import { type Transferable, Worker } from 'node:worker_threads';
import { AppError, assertNever, fromRecord } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { threadSurroundings } from '../ground/thread-surroundings.ts';
import { threadFile } from '../thread-file.ts';
import type { ThreadName } from '../thread-rooms.ts';
import type { AnswerMessage } from './thread-answer.ts';

/** Who waits for what a thread tells. */
export interface Waiter<Message> {
  onMessage(message: Message): void;
  /** Called with what its breaking down means when the thread breaks down or exits unexpectedly; never after `stop`. */
  onFailure(error: AppError): void;
}

/** The start data of a thread. */
export interface ThreadStart<Message> extends Waiter<Message> {
  entry: ThreadName | URL;
  /** The path of the source file, for the error. */
  path: string;
  data: unknown;
  /** Room for objects made lately; little by default. */
  youngMb?: number;
  /** What its breaking down means; that the check has failed, by default. */
  failure?: 'check.failed' | 'fix.failed' | 'preparation.failed';
}

/** Objects made for one line are discarded after it, so a small young generation is enough and saves 20 MB a thread. */
const YOUNG_MB = 2;
/**
 * A bounded heap is collected earlier. This bound still holds everything that a line of 16 MiB was seen to parse to: 490 MB,
 * where it is nothing but nested lists.
 */
const HEAP_MB = 768;
/** How long one who cancels waits for a thread. */
const LONGEST_STOP_MS = 250;

/** Whether a thread has ended because it would have taken more. */
export function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

export class Thread<Message> {
  readonly #worker: Worker;
  #isStopped = false;
  /** Of the source file that it works on now, for an error. */
  path: string;

  constructor({
    entry,
    path,
    data,
    youngMb = YOUNG_MB,
    failure = 'check.failed',
    onMessage,
    onFailure,
  }: ThreadStart<Message>) {
    this.path = path;
    const file = entry instanceof URL ? entry : threadFile(entry);
    const fail = (reason: Said, cause?: unknown): void => {
      if (!this.#isStopped) onFailure(new AppError(failure, { path: this.path, reason }, { cause }));
    };
    const resourceLimits = { maxYoungGenerationSizeMb: youngMb, maxOldGenerationSizeMb: HEAP_MB };
    this.#worker = new Worker(file, {
      workerData: data,
      name: String(entry),
      resourceLimits,
      env: threadSurroundings(),
    });
    this.#worker.on('message', (message: Message) => {
      if (!this.#isStopped) onMessage(message);
    });
    this.#worker.on('messageerror', (error) => fail(fact('a message of its thread could not be read'), error));
    this.#worker.on('error', (error) => fail(reasonOf(error), error));
    this.#worker.on('exit', (code) => fail(fact('its thread ended with code {code}', { code })));
  }

  post(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  /** Whether the process goes on while the thread is there. It does, unless this says otherwise. */
  keepsProcess(isKept: boolean): void {
    if (isKept) this.#worker.ref();
    else this.#worker.unref();
  }

  /** Resolves once the thread, and every thread it started, has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker.terminate();
  }

  /**
   * As `stop`, for one who does not want the work any more, and waits only for a moment: a thread amid a call of the system, such as
   * a read on a share that is away, ends once that returns.
   */
  async abandon(clock: Clock = systemClock): Promise<void> {
    const stopped = new AbortController();
    const longEnough = clock.sleep(LONGEST_STOP_MS, stopped.signal).catch(() => {});
    await Promise.race([this.stop(), longEnough]);
    stopped.abort();
  }
}

function reasonOf(error: unknown): Said {
  if (isOutOfMemory(error)) return fact('it needs more than {megabytes} MB of memory', { megabytes: HEAP_MB });
  return error instanceof Error ? error.message : String(error);
}

export interface AnswerOptions<Progress> {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Starts a thread for one answer, and stops it however that ends. The thread gives it with `answerHere`.
 * Rejects with the AppError that the thread answers with, with that of its breaking down, or with the signal's reason.
 */
export async function answerOfThread<Answer, Progress = never>(
  start: Omit<ThreadStart<unknown>, keyof Waiter<unknown>>,
  options: AnswerOptions<Progress> = {},
): Promise<Answer> {
  const begin = (waiter: Waiter<AnswerMessage<Answer, Progress>>) => new Thread({ ...start, ...waiter });
  return await answered(begin, (thread) => thread.stop(), options);
}

/**
 * The answer of a thread that `begin` has work for it. Rejects as `answerOfThread`, and stops the thread then.
 * @param letGo of a thread that has answered
 */
export async function answered<Answer, Progress, Worker extends Pick<Thread<unknown>, 'stop' | 'abandon'>>(
  begin: (waiter: Waiter<AnswerMessage<Answer, Progress>>) => Worker,
  letGo: (thread: Worker) => Promise<void>,
  { signal, onProgress }: AnswerOptions<Progress>,
): Promise<Answer> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const onMessage = (message: AnswerMessage<Answer, Progress>): void => {
    switch (message.kind) {
      case 'progress':
        onProgress?.(message.progress);
        return;
      case 'done':
        resolve(message.answer);
        return;
      case 'failed':
        reject(fromRecord(message.error));
        return;
      default:
        assertNever(message);
    }
  };
  const thread = begin({ onMessage, onFailure: reject });
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const answer = await promise;
    await letGo(thread);
    return answer;
  } catch (thrown) {
    await (signal?.aborted === true ? thread.abandon() : thread.stop());
    throw thrown;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
