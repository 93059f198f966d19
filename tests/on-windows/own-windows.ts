/** @file A Windows (Wine's) of one test file alone, whose registry it may change. */

import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wine } from './wine.ts';

export interface OwnWindows {
  /** The working folder of what it runs. */
  readonly folder: string;
  /** Runs a program of Windows to its end. */
  run(values: readonly string[], variables?: Readonly<Record<string, string>>): Ended;
  end(): void;
}

export interface Ended {
  exitCode: number | null;
  said: string;
}

export function openOwnWindows(): OwnWindows {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-own-windows-'));
  // Wine shows the folders of the person who has HOME, such as the desktop.
  const home = join(folder, 'home');
  mkdirSync(home);
  const [PATH, WINEPREFIX] = [process.env['PATH'], join(folder, 'prefix')];
  const environment = { PATH, HOME: home, ...wine.environment, WINEPREFIX };
  const run: OwnWindows['run'] = (values, variables = {}) => {
    // Into a file, since Node for Windows takes no pipes of this machine.
    const path = join(folder, 'said.txt');
    const file = openSync(path, 'w');
    const env = { ...environment, ...variables };
    const { status } = spawnSync(wine.program, values, { cwd: folder, env, stdio: ['ignore', file, file] });
    closeSync(file);
    return { exitCode: status, said: readFileSync(path, 'utf8') };
  };
  run(['wineboot', '-i']);
  run(['winecfg', '-v', 'win10']);
  return {
    folder,
    run,
    end: () => {
      spawnSync('wineserver', ['--kill'], { env: environment });
      rmSync(folder, { recursive: true });
    },
  };
}
