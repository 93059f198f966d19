/**
 * @file One run over the lines of a file: each line is recorded, sent, and its result recorded, many at the same time.
 * A line is sent only once the journal has its number, and sent again only if it has certainly not arrived.
 */

import { type AppError, type ErrorRecord, toAppError } from '../../src-shared/errors.ts';
import type { LineResult } from '../../src-shared/posting-shapes.ts';
import { after, type Clock, SECOND } from '../ground/clock.ts';
import type { Passage } from '../wire/service/service-client.ts';
import type { AfterFailure } from './after-failure.ts';
import type { JournalEntry } from './journal-record.ts';
import { Outage } from './outage.ts';
import { type PostTransaction, send } from './send.ts';
import type { TransactionLine } from './source.ts';

export interface RunPorts {
  post: PostTransaction;
  clock: Clock;
  /** Uniform in [0, 1). */
  random: () => number;
  /** How long to wait for a service that does not reply (ms), depending on whether it ever has. */
  patience: (everAnswered: boolean) => number;
  /** Resolves once the entry is on the disk. */
  note: (entry: JournalEntry) => Promise<void>;
  onResult: (result: LineResult) => void;
  /** Something delays the lines; it may heal by itself. */
  onTrouble: (error: ErrorRecord) => void;
}

/** finished: nothing is left to send · unreachable: the time to wait is over · failed: it cannot continue */
export type RunEnding = { kind: 'finished' | 'interrupted' | 'unreachable' } | { kind: 'failed'; error: AppError };

interface Underway {
  passage: Readonly<Passage>;
  abort: () => void;
}

/** How long a run that is ending waits for the replies to what it has sent. */
const LAST_ANSWERS_MS = 10 * SECOND;

export class PostingRun {
  readonly #ports: RunPorts;
  readonly #lines: AsyncIterator<TransactionLine>;
  readonly #outage: Outage;
  /** Aborts when no further line is to be sent. */
  readonly #stop = new AbortController();
  /** Aborts when the lines under way are to be ended too. */
  readonly #done = new AbortController();
  readonly #underway = new Set<Underway>();
  #ending: RunEnding = { kind: 'finished' };

  constructor(ports: RunPorts, lines: AsyncIterator<TransactionLine>) {
    this.#ports = ports;
    this.#lines = lines;
    this.#outage = new Outage(ports);
  }

  /**
   * Sends the lines, up to `concurrency` at the same time, in their order as far as that allows. Call it once only.
   * When the signal aborts, nothing more is sent, and lines under way may still get their replies.
   */
  async run(concurrency: number, signal: AbortSignal): Promise<RunEnding> {
    const interrupt = () => this.#end({ kind: 'interrupted' });
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt);
    try {
      await Promise.all(Array.from({ length: concurrency }, () => this.#sendLines()));
    } finally {
      signal.removeEventListener('abort', interrupt);
      this.#done.abort();
      await this.#lines.return?.();
    }
    return this.#ending;
  }

  async #sendLines(): Promise<void> {
    try {
      while (!this.#stop.signal.aborted) {
        const { value: line, done } = await this.#lines.next();
        if (done === true) return;
        await this.#sendLine(line);
      }
    } catch (thrown) {
      this.#end({ kind: 'failed', error: toAppError(thrown) });
    }
  }

  async #sendLine(line: TransactionLine): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const permission = await this.#outage.permission(this.#stop.signal).catch(() => undefined);
      if (permission === undefined) return;
      try {
        if (await this.#tryLine(line, permission)) return;
      } finally {
        if (permission.triesForAll) this.#outage.tried();
      }
    }
  }

  /** Whether this run has finished with the line. */
  async #tryLine(line: TransactionLine, { triesForAll }: { triesForAll: boolean }): Promise<boolean> {
    const { note, post, clock } = this.#ports;
    await note({ begun: line.number });
    const controller = new AbortController();
    if (this.#stop.signal.aborted) controller.abort();
    const { passage, ended } = send(post, line, clock, controller.signal);
    const underway = { passage, abort: () => controller.abort() };
    this.#underway.add(underway);
    const { result, error, run } = await ended;
    this.#underway.delete(underway);
    await note(result === undefined ? { returned: line.number } : { result });
    if (result !== undefined) this.#ports.onResult(result);
    if (error !== undefined) this.#judge(error, run, { triesForAll, inDoubt: result !== undefined });
    else if (result !== undefined && result.outcome !== 'unknown') this.#outage.answered();
    return result !== undefined;
  }

  #judge(error: AppError, run: AfterFailure['run'], how: { triesForAll: boolean; inDoubt: boolean }): void {
    if (run === 'ends') {
      this.#end({ kind: 'failed', error });
      return;
    }
    // The service asked to wait: the rate limits take care of it.
    if (run === 'goes-on' && !how.inDoubt) this.#outage.answered();
    else this.#outage.failed({ ...how, wasAnswered: error.code.startsWith('service.') });
    const { lasts, everAnswered } = this.#outage;
    // A single line with an unknown outcome delays nothing; its result reports it.
    if (!how.inDoubt || lasts !== undefined) this.#ports.onTrouble(error.toRecord());
    if (lasts !== undefined && lasts > 0 && lasts >= this.#ports.patience(everAnswered))
      this.#end({ kind: 'unreachable' });
  }

  /**
   * The first reason counts. Requests of which nothing can have arrived are aborted; the others may still get their
   * replies for a while.
   */
  #end(ending: RunEnding): void {
    if (this.#stop.signal.aborted) return;
    this.#ending = ending;
    this.#stop.abort();
    for (const { passage, abort } of this.#underway) if (!passage.mayHaveArrived) abort();
    const giveUp = () => {
      for (const { abort } of this.#underway) abort();
    };
    after(this.#ports.clock, LAST_ANSWERS_MS, giveUp, this.#done);
  }
}
