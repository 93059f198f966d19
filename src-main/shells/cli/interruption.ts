/** @file How a call is asked to stop: by Ctrl-C or a polite kill, twice if need be. */

import { exitCodes } from './exit-codes.ts';
import type { CommandLinePorts } from './ports.ts';

/** Two signals within this time are one: a terminal sends Ctrl-C to a program and to what started it. */
const SAME_INTERRUPT_MS = 500;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export class Interruption implements Disposable {
  readonly #ports: Pick<CommandLinePorts, 'events' | 'clock' | 'end'>;
  readonly #controller = new AbortController();
  #first: number | undefined;

  constructor(ports: Pick<CommandLinePorts, 'events' | 'clock' | 'end'>) {
    this.#ports = ports;
    for (const signal of signals) ports.events.on(signal, this.interrupt);
  }

  /** Aborts when the person interrupts; its reason is an Interrupted. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What a signal does: the first one aborts; a second one, later, ends the call where it stands. */
  readonly interrupt = (): void => {
    const now = this.#ports.clock.steady();
    if (this.#first !== undefined && now - this.#first > SAME_INTERRUPT_MS) this.#ports.end(exitCodes.leftInQueue);
    this.#first ??= now;
    this.#controller.abort(new Interrupted());
  };

  [Symbol.dispose](): void {
    for (const signal of signals) this.#ports.events.off(signal, this.interrupt);
  }
}

/** The person asked to stop; nothing is wrong. */
export class Interrupted extends Error {}
