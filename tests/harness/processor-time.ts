/**
 * @file How long this process and all that it started have computed: unlike the time on the clock, it does not grow when
 * the machine has other work.
 */

import { readdirSync, readFileSync } from 'node:fs';

interface Computed {
  parent: number;
  seconds: number;
}

/** What Linux counts in /proc, whatever the processor. */
const TICKS_PER_SECOND = 100;

// Chosen when the file is loaded: tests that play another system change the name of the platform.
const measure = process.platform === 'linux' ? ofAllProcesses : ofThisProcess;

/**
 * Seconds that this process has computed, with those that it started. A process counts while it lives, and after its end
 * if somebody waited for it; beyond Linux, only this process counts.
 */
export function processorTime(): number {
  return measure();
}

function ofThisProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

function ofAllProcesses(): number {
  const all = new Map<number, Computed>();
  for (const name of readdirSync('/proc')) {
    const computed = /^\d+$/.test(name) ? computedBy(name) : undefined;
    if (computed !== undefined) all.set(Number(name), computed);
  }
  const isOurs = (id: number): boolean => {
    const parent = all.get(id)?.parent;
    return id === process.pid || (parent !== undefined && isOurs(parent));
  };
  let seconds = 0;
  for (const [id, computed] of all) if (isOurs(id)) seconds += computed.seconds;
  return seconds;
}

/** The process may have ended since it was listed: then its time counts with that of its parent. */
function computedBy(id: string): Computed | undefined {
  try {
    return statusOf(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param line of /proc/…/stat: the name stands in parentheses, and may contain any character */
export function statusOf(line: string): Computed {
  const [, parent = 0, ...others] = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  // In user mode and in the system, then the same of the children that were waited for.
  const ticks = others.slice(9, 13).reduce((sum, each) => sum + each, 0);
  return { parent, seconds: ticks / TICKS_PER_SECOND };
}
