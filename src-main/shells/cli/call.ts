/**
 * @file One call of the command line, as commands see it. Loads nothing of what commands work on; session.ts does, for those
 * that need it.
 */

import { homedir } from 'node:os';
import type { Clock } from '../../ground/clock.ts';
import type { Environment } from '../../ground/environment.ts';
import { findDataFolder } from '../../ground/files/find-data-folder.ts';
import { witnessFolder } from '../../ground/files/witness-folder.ts';
import type { MachinePolicy } from '../../policy/policy.ts';
import type { Interruption } from './interruption.ts';
import type { Output } from './output.ts';
import type { CommandLinePorts } from './ports.ts';

/** What is to be done about an error that no part of the command has caught. */
interface OnFault {
  /** Notes it, where there is a log. */
  note: (thrown: unknown) => void;
  /** Ends all work, stores the progress and unlocks the data folder. */
  stop: () => Promise<void>;
}

interface CallParts {
  ports: CommandLinePorts;
  output: Output;
  interruption: Interruption;
  policy: MachinePolicy;
}

export class Call {
  readonly output: Output;
  /** What the organisation has set on this computer. */
  readonly policy: MachinePolicy;
  readonly ports: CommandLinePorts;
  /** Set by what works with the data folder. */
  onFault: OnFault | undefined;
  readonly #interruption: Interruption;

  constructor({ ports, output, interruption, policy }: CallParts) {
    this.ports = ports;
    this.output = output;
    this.policy = policy;
    this.#interruption = interruption;
  }

  get environment(): Environment {
    return this.ports.environment;
  }

  get clock(): Clock {
    return this.ports.clock;
  }

  /** Aborts when the person interrupts; its reason is an Interrupted. */
  get interrupted(): AbortSignal {
    return this.#interruption.signal;
  }

  /** As Ctrl-C, where that is a key and no signal. */
  interrupt(): void {
    this.#interruption.interrupt();
  }

  /** The data folder. Found when it is needed, because some commands need none. @throws AppError folder.left-behind */
  get folder(): string {
    return findDataFolder(this.ports.environment, this.ports.folder);
  }

  /** Where the witness of the data folder is, outside of it. */
  get witnesses(): string {
    return witnessFolder(this.ports.environment, process.platform, homedir());
  }
}
