/**
 * @file Programs of this machine, started with the paths of Windows in their arguments and as their folder; and what
 * Windows itself brings: `reg.exe`, of a computer without a policy.
 */

import type { SpawnSyncReturns } from 'node:child_process';
import { win32 } from 'node:path';

import { toThisMachine } from './windows-paths.ts';

const absolute = /^[A-Za-z]:\\/;

/** @param module `node:child_process` */
export function programsOnWindows(module: object): Record<string, unknown> {
  const played: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(module)) {
    const starts = /^(spawn|execFile|fork)/.test(name) && typeof value === 'function';
    played[name] = starts ? (...values: unknown[]) => value(...values.map(here)) : value;
  }
  const { spawnSync } = played;
  if (typeof spawnSync === 'function') {
    played['spawnSync'] = (program: string, ...values: unknown[]) =>
      win32.basename(program) === 'reg.exe' ? registry(values[0]) : spawnSync(program, ...values);
  }
  return { ...played, default: played };
}

/** An argument, a list of them or the options of a start. */
function here(value: unknown): unknown {
  if (typeof value === 'string') return absolute.test(value) ? toThisMachine(value) : value;
  if (Array.isArray(value)) return value.map(here);
  if (typeof value === 'object' && value !== null && 'cwd' in value) return { ...value, cwd: here(value.cwd) };
  return value;
}

/** What `reg.exe` answers: only the keys beside those of Tranship are there. */
function registry(parameters: unknown): Pick<SpawnSyncReturns<Buffer>, 'status' | 'stdout'> {
  const [verb, key] = Array.isArray(parameters) ? parameters : [];
  const isThere = verb === 'query' && key === 'HKEY_LOCAL_MACHINE\\Software\\Policies';
  const said = `\r\n${key}\\Microsoft\r\n${key}\\Power\r\n`;
  return isThere ? { status: 0, stdout: Buffer.from(said) } : { status: 1, stdout: Buffer.alloc(0) };
}
