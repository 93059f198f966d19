/**
 * @file The built command line as a function, in the process of the test: what surrounds a call is in memory. Built, so that
 * its threads start as they ship, and Node compiles it once for all tests.
 */

import { EventEmitter } from 'node:events';
import { createRequire, enableCompileCache } from 'node:module';
import { PassThrough, Writable } from 'node:stream';
import { type Clock, systemClock } from '../../src-main/ground/clock.ts';
import { policyOf } from '../../src-main/policy/policy.ts';
import type { CommandLinePorts } from '../../src-main/shells/cli/ports.ts';
import { deriveKeysOnce } from './derived-once.ts';
import { type Finished, Running } from './running.ts';
import { compiled } from './running-process.ts';

interface BuiltCommandLine {
  runCommandLine(ports: CommandLinePorts): Promise<void>;
}

const load = createRequire(import.meta.url);
deriveKeysOnce();

/** By Node itself: the runner of the tests would read every built file again for each file of tests. */
function builtCommandLine(): BuiltCommandLine {
  enableCompileCache(compiled);
  return load('../../out/main/command-line.js');
}

/** What the runtime or the system asks the process itself for. */
const ofProcess = /^(NODE_|SSL_CERT_|TMPDIR$|HOME$|PATH$|TZ$|LANG$)/;

export interface CallOptions {
  /** Added to the environment of the workplace; undefined removes a variable. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Whether lines can be written to it; otherwise its input is empty. */
  hasInput?: boolean;
  /** What the organisation has set, as its file says it. */
  policy?: object;
  clock?: Clock;
}

export class RunningCall extends Running {
  readonly #events = new EventEmitter();
  readonly #stdin: PassThrough & { fd?: number } = new PassThrough();

  constructor(args: readonly string[], folder: string, options: CallOptions) {
    super();
    const { environment = {}, hasInput = false, policy, clock = systemClock } = options;
    for (const [name, value] of Object.entries(environment)) {
      if (value !== undefined && ofProcess.test(name)) throw new Error(`Only a process of its own obeys ${name}.`);
    }
    // As a closed input: with lines or without, a pipe could still have some.
    if (!hasInput) Object.assign(this.#stdin.end(), { fd: -1 });
    const { runCommandLine } = builtCommandLine();
    void runCommandLine({
      argv: args,
      environment,
      folder,
      clock,
      events: this.#events,
      stdin: this.#stdin,
      stdout: this.#outlet('stdout'),
      stderr: this.#outlet('stderr'),
      runtimeOptions: [],
      processId: process.pid,
      preferredLanguages: () => [],
      policy: async () => policyOf(policy === undefined ? [] : [{ place: '/etc/tranship/policy.json', raw: policy }]),
      end: (exitCode) => this.end(exitCode),
    });
  }

  override get pid(): number {
    return process.pid;
  }

  /** The events that it listens to. */
  get listening(): (string | symbol)[] {
    return this.#events.eventNames();
  }

  override write(text: string): void {
    this.#stdin.write(text);
  }

  override endInput(): void {
    this.#stdin.end();
  }

  /** Sends a signal that the call hears. */
  kill(signal: 'SIGINT' | 'SIGTERM'): Promise<Finished> {
    this.#events.emit(signal);
    return this.ended;
  }

  /** Ends what is left of it when its test ends. */
  async stop(): Promise<void> {
    if (!this.isOver) await this.kill('SIGINT');
  }

  #outlet(stream: 'stdout' | 'stderr'): Writable {
    const decoder = new TextDecoder();
    return new Writable({
      write: (bytes: Buffer, _encoding, done) => {
        this.hear(stream, decoder.decode(bytes, { stream: true }));
        done();
      },
    });
  }
}
