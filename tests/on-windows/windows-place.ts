/** @file A folder for one test, in which Windows' Node calls the command line and other programs hold files open. */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compilerFor } from '../../build/launcher/compile.ts';
import type { Finished } from '../cli/running.ts';
import { compiled } from '../cli/running-process.ts';
import { WindowsProcess } from './windows-process.ts';
import { onDriveZ, wine } from './wine.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = onDriveZ(join(root, 'out/main/tranship.js'));
const holding = onDriveZ(fileURLToPath(new URL('holding.cjs', import.meta.url)));

const source = fileURLToPath(new URL('ctrl-c.c', import.meta.url));

export interface WindowsPlace extends AsyncDisposable {
  /** As this machine sees it. */
  readonly folder: string;
  /** The data folder. */
  readonly home: string;
  start(args: readonly string[]): WindowsProcess;
  run(args: readonly string[]): Promise<Finished>;
  /** As start, in a console of its own, in which `press` presses Ctrl-C. */
  startInConsole(args: readonly string[]): { running: WindowsProcess; press: () => void };
  /**
   * Another program opens the file, exclusively, or for reading, so that it cannot be replaced; and holds it until it is
   * released, or for so many milliseconds.
   */
  hold(path: string, how: 'exclusively' | 'for-reading', duration?: number): Promise<HeldFile>;
}

export interface HeldFile extends AsyncDisposable {
  release(): Promise<void>;
}

/** @param environment of all its calls */
export async function openWindowsPlace(environment: Readonly<Record<string, string>> = {}): Promise<WindowsPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-on-windows-'));
  const home = join(folder, 'home');
  const variables = {
    TRANSHIP_HOME: onDriveZ(home),
    NODE_COMPILE_CACHE: onDriveZ(join(compiled, 'on-windows')),
    TRANSHIP_WITNESS: onDriveZ(join(folder, 'witness')),
    ...environment,
  };
  const processes: WindowsProcess[] = [];
  const begin = (args: readonly string[], started = wine.node) => {
    const running = new WindowsProcess(started, args, folder, variables);
    processes.push(running);
    return running;
  };
  const start = (args: readonly string[]) => begin([program, ...args]);
  return {
    folder,
    home,
    start,
    run: (args) => start(args).ended,
    startInConsole: (args) => {
      const ctrlC = join(folder, 'ctrl-c.exe');
      execFileSync(compilerFor(process.platform), ['-municode', '-static', '-o', ctrlC, source]);
      const pressed = join(folder, 'pressed');
      const running = begin([onDriveZ(pressed), onDriveZ(wine.node), program, ...args], ctrlC);
      return { running, press: () => writeFileSync(pressed, '') };
    },
    hold: async (path, how, duration) => {
      const holder = begin([holding, onDriveZ(path), how, ...(duration === undefined ? [] : [String(duration)])]);
      await holder.said(/held/);
      const release = async () => void (await holder.kill());
      return { release, [Symbol.asyncDispose]: release };
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(processes.map((one) => one.kill()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
