/** @file Programs of this machine, started with the paths of Windows in their arguments and as their folder. */

import { toThisMachine } from './windows-paths.ts';

const absolute = /^[A-Za-z]:\\/;

/** @param module `node:child_process` */
export function programsOnWindows(module: object): Record<string, unknown> {
  const played: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(module)) {
    const starts = /^(spawn|execFile|fork)/.test(name) && typeof value === 'function';
    played[name] = starts ? (...values: unknown[]) => value(...values.map(here)) : value;
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
