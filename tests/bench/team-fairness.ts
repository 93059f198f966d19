/** @file How a limit is shared by desks that all want more than there is: who gets how much, and what asking for it costs. */

import { setTimeout as passTime } from 'node:timers/promises';
import type { Budget } from '../../src-main/wire/service/shared-turns.ts';
import { median } from '../harness/printed-results.ts';
import type { BenchDesk } from './team-bench-desk.ts';

export interface Sharing {
  /** What those at even places got on average, which are near, and those at odd ones. */
  nearAndFar: string;
  least: number;
  median: number;
  most: number;
  /** Jain's index: 1 where all got the same, 1/n where one got all. */
  index: number;
  /** The most that went within one window. */
  mostInWindow: number;
  /** Of all windows but the first. */
  perWindow: number;
  questionsPerTurn: number;
  /** For one turn, in windows. */
  longestWait: number;
}

/** Each desk sends one request after the other, each answered at once, for so many windows. */
export async function shareFairly(
  desks: readonly BenchDesk[],
  { limit, ...budget }: Budget,
  windows: number,
): Promise<Sharing> {
  const over = new AbortController();
  const start = performance.now();
  const times: number[] = [];
  const waits: number[] = [];
  for (const desk of desks) desk.questions = 0;
  const each = desks.map(async (desk) => {
    let got = 0;
    for (let since = performance.now(); ; since = performance.now()) {
      const isSent = await desk.send({ ...budget, limit }, over.signal).then(
        () => true,
        (thrown: unknown) => {
          if (!over.signal.aborted) throw thrown;
          return false;
        },
      );
      const now = performance.now();
      waits.push(now - since);
      if (!isSent) return got;
      got += 1;
      times.push(now);
    }
  });
  await Promise.race([passTime(windows * limit.window), Promise.all(each)]);
  over.abort();
  const gotByDesk = await Promise.all(each);
  const got = gotByDesk.toSorted((a, b) => a - b);
  const meanOf = (parity: number) => {
    const some = gotByDesk.filter((_, index) => index % 2 === parity);
    return (some.reduce((all, one) => all + one, 0) / some.length).toFixed(1);
  };
  const questions = desks.reduce((sum, desk) => sum + desk.questions, 0);
  const sum = got.reduce((all, one) => all + one, 0);
  const squares = got.reduce((all, one) => all + one * one, 0);
  const later = times.filter((time) => time > start + limit.window).length;
  return {
    nearAndFar: `${meanOf(0)}, ${meanOf(1)}`,
    least: got.at(0) ?? 0,
    median: median(got),
    most: got.at(-1) ?? 0,
    index: sum ** 2 / (got.length * squares),
    mostInWindow: mostWithin(times, limit.window),
    perWindow: later / (windows - 1),
    questionsPerTurn: questions / sum,
    longestWait: Math.max(...waits) / limit.window,
  };
}

function mostWithin(times: readonly number[], window: number): number {
  let [most, first] = [0, 0];
  for (const [at, time] of times.entries()) {
    while ((times[first] ?? 0) <= time - window) first += 1;
    most = Math.max(most, at - first + 1);
  }
  return most;
}
