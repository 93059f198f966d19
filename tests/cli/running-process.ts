/** @file The built command line as a process of its own: for what only a process has. Processes end with their test. */

import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Finished, Running } from './running.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The Node that this project installs; the system's own may be too old. */
const node = join(root, 'node_modules/.bin/node');
const entry = join(root, 'out/main/tranship.js');
/** Where Node keeps what it has compiled, as it does for the launcher: a fifth of the work of a short call. */
export const compiled = join(root, 'node_modules/.cache/compiled');

export interface ProcessOptions {
  /** Added to the environment of the workplace; undefined removes a variable. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Another user, by numeric id. */
  uid?: number;
  /** Whether lines can be written to it; otherwise its input is empty. */
  hasInput?: boolean;
  /** What Node runs in place of the built command line: its options, the file, and what stands before the arguments. */
  program?: readonly string[];
  /** A program that starts it, with its parameters. */
  under?: readonly string[];
  /** A file that receives the output, or the error output. */
  stdout?: string;
  stderr?: string;
}

export class RunningProcess extends Running {
  readonly #child: ChildProcess;

  constructor(
    args: readonly string[],
    folder: string,
    { environment, uid, hasInput = false, program = [entry], under = [], stdout, stderr }: ProcessOptions,
  ) {
    super();
    const { PATH, LANG } = process.env;
    const [started = node, ...parameters] = [...under, node, ...program, ...args];
    this.#child = spawn(started, parameters, {
      cwd: folder,
      env: { PATH, LANG, HOME: '/nonexistent', NODE_COMPILE_CACHE: compiled, ...environment },
      // The process notices over this channel when the tests were killed, and ends too.
      stdio: [hasInput ? 'pipe' : 'ignore', outletTo(stdout), outletTo(stderr), 'ipc'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.hear('stdout', text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => this.hear('stderr', text));
    this.#child.once('close', (exitCode: number | null) => this.end(exitCode));
  }

  override get pid(): number | undefined {
    return this.#child.pid;
  }

  override write(text: string): void {
    this.#child.stdin?.write(text);
  }

  override endInput(): void {
    this.#child.stdin?.end();
  }

  kill(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<Finished> {
    if (!this.isOver) this.#child.kill(signal);
    return this.ended;
  }

  /** Stops reading its output, as `head` does after its last line. */
  hangUp(): void {
    this.#child.stdout?.destroy();
  }
}

function outletTo(file: string | undefined): 'pipe' | number {
  return file === undefined ? 'pipe' : openSync(file, 'a');
}
