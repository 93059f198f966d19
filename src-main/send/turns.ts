/** @file When to look for batches that may take their next step, and which of them go: soon after each change, or when a pause ends. */

import { SECOND } from '../ground/clock.ts';
import { Alarm } from './alarm.ts';
import type { Batch } from './batch.ts';
import type { RunnerPorts } from './runner-ports.ts';
import { type Ready, Slots, type Taken } from './slots.ts';

/** After a look it rests for so many times as long as that took, but not so long that a person notices. */
const LOOK_SHARE = 9;
const LONGEST_REST = SECOND / 4;

/** A batch that may take its next step, after a pause (ms). */
export interface Candidate extends Ready {
  pause: number;
}

interface TurnsPorts extends RunnerPorts {
  candidates: (now: number) => Iterable<Candidate>;
  taken: () => readonly Taken[];
  /** Has it take its step. @param giveBack gives its turn back, as `Slots.take` */
  begin: (ready: Ready, giveBack: () => void) => void;
  /** Its pause is over, and it waits only for its turn. */
  onDue: (batch: Batch) => void;
}

export class Turns {
  readonly #ports: TurnsPorts;
  readonly #slots: Slots;
  readonly #alarm: Alarm;
  #isScheduled = false;
  /** By the steady clock. Of thousands of batches a look takes milliseconds, and each file that is checked asks for one. */
  #restsUntil = Number.NEGATIVE_INFINITY;
  #running = false;

  constructor(ports: TurnsPorts) {
    this.#ports = ports;
    this.#slots = new Slots(ports.limits);
    this.#alarm = new Alarm(ports.clock, () => this.look());
  }

  get isRunning(): boolean {
    return this.#running;
  }

  start(): void {
    this.#running = true;
    this.lookSoon();
  }

  stop(): void {
    this.#running = false;
    this.#alarm.stop();
  }

  /** The submissions that a person looks at: the service is asked about them first. */
  watch(submissions: ReadonlySet<number>): void {
    this.#slots.watch(submissions);
  }

  /** Once what is being changed is stored, since steps begin then; a thousand changes at once are one reason to look. */
  lookSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.look();
    });
  }

  look(): void {
    if (!this.#running) return;
    const { clock, candidates, taken, begin, onDue } = this.#ports;
    const [now, began] = [clock.now(), clock.steady()];
    if (began < this.#restsUntil) {
      this.#alarm.set(now + this.#restsUntil - began);
      return;
    }
    const ready: Ready[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const candidate of candidates(now)) {
      if (candidate.pause > 0) next = Math.min(next, now + candidate.pause);
      else ready.push(candidate);
    }
    const firstOf = () => this.#slots.firstOf(ready, taken(), now);
    for (let first = firstOf(); first !== undefined && this.#running; first = firstOf()) {
      // Each is offered once: a step that ends at once, on a full disk for example, must not be offered for ever.
      ready.splice(ready.indexOf(first), 1);
      begin(first, this.#slots.take(first));
    }
    for (const { batch, slot } of ready) if (slot === 'upload' && batch.notBefore > 0) onDue(batch);
    const ended = clock.steady();
    this.#restsUntil = ended + Math.min(LONGEST_REST, LOOK_SHARE * (ended - began));
    this.#alarm.set(next);
  }
}
