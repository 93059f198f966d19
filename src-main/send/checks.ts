/** @file The checks that are due and under way: each begins when its turn comes, and ends when it is asked to. */

import { stat } from 'node:fs/promises';
import { AppError } from '../../src-shared/errors.ts';
import { type Clock, SECOND } from '../ground/clock.ts';
import type { SubmissionId } from './batch.ts';
import { addInOrder, type DueCheck, isDecidedFirst, nextCheck } from './check-order.ts';
import type { Submission } from './submission.ts';

/** Between two attempts at a file that another program has open; each waits for a minute by itself. */
const PAUSE = 5 * SECOND;

/** in-use: another program has the file open; the check is to be tried again. */
export type CheckResult = 'over' | 'in-use';

export interface ChecksPorts {
  clock: Pick<Clock, 'now' | 'sleep'>;
  /** So many files that a thread checks by itself are checked side by side. */
  cores: number;
  /** Checks one submission, and decides on it after what is decided before. Does not throw. */
  run: (id: SubmissionId, turn: CheckTurn, signal: AbortSignal) => Promise<CheckResult>;
  /** It has been let go, also one that was ended before its turn. */
  onOver: (id: SubmissionId) => void;
}

export interface CheckTurn {
  /** The size of its file. */
  bytes: number;
  /** Asked once it is checked: resolves when those under way that are decided before it have let it pass, or are over. */
  before: () => Promise<unknown>;
  /** It is decided soon, and in its turn: those after it need not wait for its end, and others are checked meanwhile. */
  letNext: () => void;
}

interface Check extends DueCheck {
  controller: AbortController;
  /** Of one under way, resolved once those after it need not wait for it. */
  passed: PromiseWithResolvers<void>;
  over: PromiseWithResolvers<void>;
}

export class Checks {
  readonly #ports: ChecksPorts;
  /** All that are not over; one that ends may have a successor already. */
  readonly #all = new Set<Check>();
  /** Those whose size is known, without those under way, in their order. */
  readonly #due: Check[] = [];
  readonly #underWay = new Set<Check>();

  constructor(ports: ChecksPorts) {
    this.#ports = ports;
  }

  /** Due or under way. */
  get count(): number {
    return new Set([...this.#all].map(({ id }) => id)).size;
  }

  /** Checks the file when its turn comes. */
  enqueue({ id, content }: Pick<Submission, 'id' | 'content'>): void {
    const check: Check = {
      id,
      bytes: 0,
      since: this.#ports.clock.now(),
      controller: new AbortController(),
      passed: Promise.withResolvers(),
      over: Promise.withResolvers(),
    };
    this.#all.add(check);
    void this.#await(check, content);
  }

  /** Ends the check of a submission, due or under way. */
  abort(id: SubmissionId): void {
    this.#end([...this.#all].filter((check) => check.id === id));
  }

  /** Ends all; resolves once they have let go. */
  async stop(): Promise<void> {
    const all = [...this.#all];
    this.#end(all);
    await Promise.all(all.map(({ over }) => over.promise));
  }

  #end(checks: readonly Check[]): void {
    for (const { controller } of checks) controller.abort(new AppError('upload.interrupted', {}));
    // The caller has not yet stored why.
    queueMicrotask(() => {
      for (const check of this.#due.filter(isEnded)) this.#letGo(check);
      this.#beginNext();
    });
  }

  async #await(check: Check, content: string): Promise<void> {
    // Its check says that a file cannot be found.
    check.bytes = await stat(content).then(
      ({ size }) => size,
      () => 0,
    );
    this.#addDue(check);
  }

  #addDue(check: Check): void {
    // It may have been ended in the meantime.
    if (isEnded(check)) this.#letGo(check);
    else addInOrder(this.#due, check);
    this.#beginNext();
  }

  #beginNext(): void {
    for (;;) {
      const next = nextCheck(this.#due, [...this.#underWay], this.#ports.cores);
      if (next === undefined) return;
      this.#take(next);
      void this.#run(next);
    }
  }

  /** From those that are due. */
  #take(check: Check): void {
    const place = this.#due.indexOf(check);
    if (place >= 0) this.#due.splice(place, 1);
  }

  async #run(check: Check): Promise<void> {
    const { id, bytes, controller } = check;
    const turn = { bytes, before: () => this.#before(check), letNext: () => this.#letNext(check) };
    this.#underWay.add(check);
    const result = await this.#ports.run(id, turn, controller.signal);
    this.#underWay.delete(check);
    check.passed.resolve();
    if (result === 'in-use') void this.#tryAgain(check);
    else this.#letGo(check);
    this.#beginNext();
  }

  async #before(check: Check): Promise<void> {
    const earlier = [...this.#underWay].filter((other) => isDecidedFirst(other, check));
    await Promise.all(earlier.map(({ passed }) => passed.promise));
  }

  #letNext(check: Check): void {
    check.isChecked = true;
    check.passed.resolve();
    this.#beginNext();
  }

  /** After a pause, in which others have their turn. */
  async #tryAgain(check: Check): Promise<void> {
    check.passed = Promise.withResolvers();
    check.isChecked = false;
    await this.#ports.clock.sleep(PAUSE, check.controller.signal).catch(() => {});
    this.#addDue(check);
  }

  #letGo(check: Check): void {
    this.#take(check);
    this.#all.delete(check);
    this.#ports.onOver(check.id);
    check.over.resolve();
  }
}

const isEnded = ({ controller }: Check): boolean => controller.signal.aborted;
