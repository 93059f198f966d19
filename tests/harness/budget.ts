/** @file How long test files may compute, so that the tests stay quick. Pure. */

import type { Result } from './results.ts';

/** In seconds of a processor: what any file may take, and what those that take more, and say so in their name, may together. */
export const budget = { file: 20, longFiles: 90 };

/** How often its budget a file takes before it fails a run: one that is a little late on a busy machine is only named. */
export const TOLERANCE = 2;

export interface FileTime {
  file: string;
  seconds: number;
}

/**
 * How long each file has computed, the longest first.
 * @param slowness how many times longer everything takes than on a usual machine
 */
export function timesOf(results: readonly Result[], slowness: number): FileTime[] {
  const byFile = Map.groupBy(results, ({ file }) => file);
  const times = [...byFile].map(([file, its]) => ({
    file,
    seconds: its.reduce((sum, { seconds }) => sum + seconds, 0) / slowness,
  }));
  return times.sort((a, b) => b.seconds - a.seconds);
}

/** What takes longer than it may, as sentences; none when all is well. */
export function excesses(times: readonly FileTime[], tolerance = 1): string[] {
  const above = times.filter(({ seconds }) => seconds > budget.file * tolerance);
  const isLong = ({ file }: FileTime) => /\.long\.(test|spec)\./.test(file);
  const together = above.filter(isLong).reduce((sum, { seconds }) => sum + seconds, 0);
  const single = above.filter((time) => !isLong(time));
  return [
    ...single.map(
      ({ file, seconds }) =>
        `${file} computes for ${shown(seconds)}: more than ${shown(budget.file)} are only for a file named .long`,
    ),
    ...(together > budget.longFiles * tolerance
      ? [
          `The files above ${shown(budget.file)} compute for ${shown(together)} together: they have ${shown(budget.longFiles)}`,
        ]
      : []),
  ];
}

export const shown = (seconds: number): string => `${seconds.toFixed(1)} s`;
