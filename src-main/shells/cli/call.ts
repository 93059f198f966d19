/**
 * @file One call of the command line: what it prints to, and how it ends when somebody presses Ctrl-C. Loads nothing of what
 * commands work on; session.ts does, for those that need it.
 */

import type { Environment } from '../../credentials/environment.ts';
import type { KeyWrap } from '../../credentials/keyring.ts';
import type { SystemProxy } from '../../network/network.ts';
import { exitCodes } from './exit-codes.ts';
import type { Output } from './output.ts';

/** Two signals within this time are one: a terminal sends Ctrl-C to a program and to what started it. */
const SAME_INTERRUPT_MS = 500;

/** What the installed app gives to its command line; Node has neither. */
export interface SessionPorts {
  /** The system's key store, and whether it gives a key now. */
  openKeyStore?: (() => Promise<{ wrap: KeyWrap; isOpen: boolean }>) | undefined;
  /** The system's proxy settings; by default the proxy variables. */
  systemProxy?: SystemProxy | undefined;
}

/** What is to be done about an error that no part of the command has caught. */
interface OnFault {
  /** Notes it, where there is a log. */
  note: (thrown: unknown) => void;
  /** Ends all work, stores the progress and unlocks the data folder. */
  stop: () => Promise<void>;
}

export class Call {
  readonly output: Output;
  readonly environment: Environment;
  /** Aborts when the person interrupts; its reason is an Interrupted. */
  readonly interrupted: AbortSignal;
  readonly ports: SessionPorts;
  /** Set by what works with the data folder. */
  onFault: OnFault | undefined;

  constructor(output: Output, environment: Environment, ports: SessionPorts = {}) {
    this.output = output;
    this.environment = environment;
    this.ports = ports;
    this.interrupted = interruptSignal();
  }
}

/** Aborts at the first Ctrl-C (or a polite kill); a second one, later, ends the process where it stands. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  let first: number | undefined;
  const interrupt = () => {
    if (first !== undefined && performance.now() - first > SAME_INTERRUPT_MS) process.exit(exitCodes.leftInQueue);
    first ??= performance.now();
    controller.abort(new Interrupted());
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  return controller.signal;
}

/** The person asked to stop; nothing is wrong. */
export class Interrupted extends Error {}
