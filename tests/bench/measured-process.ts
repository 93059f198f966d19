/** @file Runs a program and measures it from outside, so that programs of any language are measured in the same way. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface Measured {
  milliseconds: number;
  /** Of the processor, on all cores; undefined where the system does not tell. */
  processorMs?: number | undefined;
  /** Resident memory at its peak; undefined where the system does not tell. */
  peakBytes?: number | undefined;
}

const SAMPLE_MS = 15;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** @throws Error where it ends with anything but 0 or one of `expected` */
export async function measureProcess(
  [program = '', ...parameters]: readonly string[],
  { stdout, expected = [0] }: { stdout?: string; expected?: readonly number[] } = {},
): Promise<Measured> {
  const output = stdout === undefined ? undefined : openSync(stdout, 'w');
  const started = performance.now();
  const child = spawn(program, parameters, { stdio: ['ignore', output ?? 'ignore', 'pipe'] });
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-2000);
  });
  const found: { processorMs?: number; peakBytes?: number } = {};
  const sampling = setInterval(() => Object.assign(found, sample(child.pid)), SAMPLE_MS);
  try {
    const [code] = await once(child, 'exit');
    const milliseconds = performance.now() - started;
    if (!expected.includes(Number(code))) throw new Error(`${program} ended with ${code}: ${words}`);
    return { milliseconds, ...found };
  } finally {
    clearInterval(sampling);
    if (output !== undefined) closeSync(output);
  }
}

function sample(pid: number | undefined): { processorMs?: number; peakBytes?: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const peak = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
    // The name in brackets may contain spaces; what follows is state, parents, faults and then the times.
    const times = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    const processorMs = (Number(times[11]) + Number(times[12])) * TICK_MS;
    return peak === undefined ? {} : { processorMs, peakBytes: Number(peak) * 1024 };
  } catch {
    // It has just ended, or this is not Linux.
    return {};
  }
}
