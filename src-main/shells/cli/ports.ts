/** @file What a call of the command line gets from the process around it: nothing else in this folder asks that process. */

import type { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../../ground/clock.ts';
import type { Environment } from '../../ground/environment.ts';
import type { MachinePolicy } from '../../policy/policy.ts';
import type { KeyWrap } from '../../wire/credentials/keyring.ts';
import type { SystemProxy } from '../../wire/network/routes.ts';

/** What is typed or piped in: `process.stdin` is one. Without a descriptor, it is a pipe in memory. */
export type Inlet = Readable & { isTTY?: boolean; fd?: number };

/** Where words go: `process.stdout` is one. */
export type Outlet = Writable & { isTTY?: boolean; columns?: number };

/**
 * All that surrounds one call; passed on whole, since some of it is asked for only when it is needed. A process has one call
 * (`portsOfProcess`). Tests have many in one process, also at the same time: after its end, nothing of a call stays.
 */
export interface CommandLinePorts {
  /** The languages of the system, the best first. */
  preferredLanguages: () => readonly string[];
  /** What follows the name of the program. */
  argv: readonly string[];
  /** Opened when it is first asked for. */
  readonly stdin: Inlet;
  stdout: Outlet;
  stderr: Outlet;
  environment: Environment;
  /** The options of the runtime itself, some of which a call refuses. */
  runtimeOptions: readonly string[];
  /** The working folder, where a relative TRANSHIP_HOME begins. */
  readonly folder: string;
  /** Its number in the system, by which people know who holds a data folder. */
  processId: number;
  clock: Clock;
  /** What the organisation has set on this computer. @throws AppError policy.unusable */
  policy: () => Promise<MachinePolicy>;
  /** Where signals arrive, by their names, and errors that nothing has caught: the process is one. */
  events: Pick<EventEmitter, 'on' | 'off'>;
  /** Ends the call with this exit code, once all that was printed is out; at a second Ctrl-C at once, amid the work. */
  end: (exitCode: number) => void;
  /** Of the installed app: the system's key store, and whether it gives a key now. */
  openKeyStore?: () => Promise<{ wrap: KeyWrap; isOpen: boolean }>;
  /** Of the installed app: the system's proxy settings; by default the proxy variables. */
  systemProxy?: SystemProxy | undefined;
}
