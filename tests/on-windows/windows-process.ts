/** @file A program of Windows as a process: what it has said so far, and how it ended. */

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, type FSWatcher, openSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { type Finished, Running } from '../cli/running.ts';
import { wine } from './wine.ts';

let started = 0;

export class WindowsProcess extends Running {
  readonly #child: ChildProcess;
  readonly #watchers: FSWatcher[] = [];

  /** @param folder for its output, and its working folder */
  constructor(program: string, args: readonly string[], folder: string, environment: NodeJS.ProcessEnv = {}) {
    super();
    const [stdout, stderr] = [this.#outlet('stdout', folder), this.#outlet('stderr', folder)];
    this.#child = spawn(wine.program, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...wine.environment, ...environment },
      stdio: ['ignore', stdout.file, stderr.file],
    });
    closeSync(stdout.file);
    closeSync(stderr.file);
    this.#child.once('exit', (exitCode: number | null) => {
      for (const watcher of this.#watchers) watcher.close();
      stdout.hear();
      stderr.hear();
      this.end(exitCode);
    });
  }

  /** Into a file, since Node for Windows takes no pipes of this machine. */
  #outlet(stream: 'stdout' | 'stderr', folder: string) {
    const path = join(folder, `${stream}-${started++}.txt`);
    const file = openSync(path, 'w');
    let heard = 0;
    const hear = () => {
      const text = readFileSync(path, 'utf8').slice(heard);
      heard += text.length;
      if (text !== '') this.hear(stream, text);
    };
    this.#watchers.push(watch(path, hear));
    return { file, hear };
  }

  override get pid(): number | undefined {
    return this.#child.pid;
  }

  override write(): void {
    throw new Error('It has no input.');
  }

  override endInput(): void {}

  /** Ends it as the task manager does. */
  async kill(): Promise<Finished> {
    if (!this.isOver) this.#child.kill('SIGKILL');
    return await this.ended;
  }
}
