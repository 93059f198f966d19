/** @file Runs a TypeScript file of this folder as a real process, which a test may kill. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The Node that this project installs; the machine's own may be too old. */
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));

/** Starts `tests/send/<file>`; it ends with the test at the latest. */
export function startProcess(file: string, ...values: string[]): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', path, ...values], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Resolves with the first thing that the process prints. */
export async function firstOutput(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('its output is not piped');
  const [chunk] = await once(child.stdout, 'data');
  return String(chunk).trim();
}

/** Resolves once the process has ended, with the signal that ended it if one did. */
export async function ended(child: ChildProcess): Promise<string | undefined> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.signalCode ?? undefined;
}
