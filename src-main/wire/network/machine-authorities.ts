/**
 * @file The certificate authorities that come with this machine. They are read once, in a thread: some systems take up to
 * a minute for it, and meanwhile there is a window to serve. What needs them waits, for a while.
 */

import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { atMost, type Clock, SECOND, systemClock } from '../../ground/clock.ts';
import { threadFile } from '../../thread-file.ts';

/** Certificates in PEM form. */
export interface ReadAuthorities {
  certificates: readonly string[];
  /** Why those of the system are missing. */
  problem?: Said;
}

/** What came of reading them, for the log. */
export interface AuthoritiesReport {
  certificates: number;
  milliseconds: number;
  problem?: Said;
}

export interface MachineAuthoritiesPorts {
  /** Reads them all; may reject, or never end. */
  read: () => Promise<ReadAuthorities>;
  clock: Clock;
  /** What counts where they cannot be read. */
  trust?: MachineTrust;
}

/** Longer than the slowest computer that is known (48 s). */
const PATIENCE = 60 * SECOND;
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

export class MachineAuthorities {
  readonly #ports: MachineAuthoritiesPorts;
  readonly #listeners = new Set<(report: AuthoritiesReport) => void>();
  #reading: Promise<void> | undefined;
  #waiting: Promise<void> | undefined;
  #read: ReadAuthorities | undefined;
  /** What counts while there is no answer, once that was waited for. */
  #own: ReadAuthorities = { certificates: [] };
  readonly #reports: AuthoritiesReport[] = [];

  constructor(ports: MachineAuthoritiesPorts) {
    this.#ports = ports;
  }

  /** Begins to read them, so that they are there when the first request needs them. Returns at once. */
  start(): void {
    this.#reading ??= this.#begin();
  }

  /**
   * All of them, each once. Waits until they are read, for a minute; without an answer, those that come with Tranship
   * count until there is one. The same array as before, as long as nothing has changed. Never rejects.
   */
  async get(): Promise<readonly string[]> {
    this.#reading ??= this.#begin();
    if (this.#read === undefined) {
      this.#waiting ??= this.#waitFor(this.#reading);
      await this.#waiting;
    }
    return (this.#read ?? this.#own).certificates;
  }

  /** Why those of the system do not count now, for the person; undefined when they do, or were not needed yet. */
  get problem(): Said | undefined {
    return (this.#read ?? this.#own).problem;
  }

  /** Tells what came of reading them, also if that is known already. @returns ends it */
  follow(listener: (report: AuthoritiesReport) => void): () => void {
    this.#listeners.add(listener);
    for (const report of this.#reports) listener(report);
    return () => this.#listeners.delete(listener);
  }

  async #begin(): Promise<void> {
    const { read, clock } = this.#ports;
    const begun = clock.now();
    try {
      this.#read = await read();
    } catch (thrown) {
      const problem = thrown instanceof Error ? thrown.message : String(thrown);
      this.#read = { certificates: ownAuthorities(this.#ports.trust ?? {}), problem };
    }
    this.#tell(this.#read, clock.now() - begun);
  }

  async #waitFor(reading: Promise<void>): Promise<void> {
    await atMost(this.#ports.clock, PATIENCE, reading);
    if (this.#read !== undefined) return;
    this.#own = {
      certificates: ownAuthorities(this.#ports.trust ?? {}),
      problem: fact('the system did not give them within {seconds} s', { seconds: PATIENCE / SECOND }),
    };
    this.#tell(this.#own, PATIENCE);
  }

  #tell({ certificates, problem }: ReadAuthorities, milliseconds: number): void {
    const report = { certificates: certificates.length, milliseconds, ...(problem !== undefined && { problem }) };
    this.#reports.push(report);
    for (const listener of this.#listeners) listener(report);
  }
}

/** What decides which authorities are those of this machine. */
export interface MachineTrust {
  /** Those that the variables of this process add or put in place of the system's do not count. */
  withoutVariables?: boolean;
}

/** Through these, the person who starts Tranship can have OpenSSL read other files than those of the system. */
const variablesOfOpenssl = ['SSL_CERT_FILE', 'SSL_CERT_DIR'] as const;

/** Those that come with Tranship, and those of NODE_EXTRA_CA_CERTS if they count: no system is asked for them. */
function ownAuthorities({ withoutVariables = false }: MachineTrust): string[] {
  const added = withoutVariables ? [] : tls.getCACertificates('extra');
  return [...new Set([...tls.getCACertificates('bundled'), ...added])];
}

/** Reads them in a thread. */
export function readInThread(
  trust: MachineTrust = {},
  entry = threadFile('authorities-worker'),
): Promise<ReadAuthorities> {
  // Before the first look at the system's store, which is then remembered.
  if (trust.withoutVariables) for (const name of variablesOfOpenssl) delete process.env[name];
  return new Promise((resolve, reject) => {
    const worker = new Worker(entry, { name: 'authorities', workerData: trust, resourceLimits: MEMORY });
    // What needs them waits with a timer; nothing else has a reason to stay.
    worker.unref();
    // Only our own thread writes here.
    worker.once('message', (read: ReadAuthorities) => resolve(read));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`their thread ended with code ${code}`)));
  });
}

const withVariables = machineAuthoritiesOf({});
const withoutVariables = machineAuthoritiesOf({ withoutVariables: true });

function machineAuthoritiesOf(trust: MachineTrust): MachineAuthorities {
  return new MachineAuthorities({ read: () => readInThread(trust), clock: systemClock, trust });
}

/** Those of this machine, for the whole process. */
export function machineAuthorities(trust: MachineTrust = {}): MachineAuthorities {
  return trust.withoutVariables ? withoutVariables : withVariables;
}
