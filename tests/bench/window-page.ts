/** @file For the window benchmark: how busy the page is, and how soon it responds to a person. */

import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import type { Tab } from './window-serve.ts';

/** A task that holds up the page for longer is felt. */
const LONG_MS = 50;

const trace = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      ts: z.number(),
      dur: z.number().optional(),
      /** Of the processor, without the time in which others had it. */
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.unknown().optional() }).optional(),
    }),
  ),
});

export interface TaskTimes {
  /** Milliseconds. */
  longest: number;
  /** Of the longest by this measure, without the time in which other programs had the processor. */
  longestOwn: number;
  /** How many took longer than 50 ms. */
  long: number;
  /** A second, while scrolling. */
  frames: number | undefined;
}

/** Watches the main thread of the page for so many seconds, while `act` is done, if anything. */
export async function taskTimes(
  browser: Browser,
  page: Page,
  seconds: number,
  act?: (page: Page, seconds: number) => Promise<number>,
): Promise<TaskTimes> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  const frames = act === undefined ? undefined : await act(page, seconds);
  if (act === undefined) await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString()));
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const tasks = traceEvents
    .filter(({ name }) => name === 'RunTask')
    .filter(({ pid, tid }) => mains.some((main) => main.pid === pid && main.tid === tid))
    .map(({ dur = 0, tdur = dur }) => ({ whole: dur / 1000, own: tdur / 1000 }));
  return {
    longest: Math.max(0, ...tasks.map(({ whole }) => whole)),
    longestOwn: Math.max(0, ...tasks.map(({ own }) => own)),
    long: tasks.filter(({ whole }) => whole > LONG_MS).length,
    frames,
  };
}

/** Scrolls through the list, down and up; returns the frames that were painted a second. */
export async function scroll(page: Page, seconds: number): Promise<number> {
  return z.number().parse(await page.evaluate(`bench.scroll(${seconds})`));
}

/** Picks a file in the page, and waits until it is offered. */
export async function measureUpload(page: Page, path: string): Promise<{ ms: number; heapMegabytes: number }> {
  const session = await page.context().newCDPSession(page);
  const stored = page.waitForResponse((response) => response.url().includes('/inbox'), { timeout: 600_000 });
  const began = performance.now();
  await page.setInputFiles('input[type=file]', path);
  await (await stored).finished();
  const ms = performance.now() - began;
  return { ms, heapMegabytes: (await session.send('Runtime.getHeapUsage')).usedSize / 1e6 };
}

/** The waiting times of a person who works with many submissions at once. */
export async function measureBulk(page: Page, tab: Tab) {
  const results: { name: string; ms: number; bar?: number }[] = [];
  const search = page.getByRole('searchbox').first();
  results.push({
    name: 'search: slowest key until the next frame',
    ms: await slowestKey(page, () => search.pressSequentially('branch-4_2026', { delay: 60 })),
    bar: 200,
  });
  await search.fill('');
  const ended = (await allSubmissions(tab)).filter(({ state }) => isEnded(state));
  const ids = ended.map(({ id }) => id);
  const began = performance.now();
  let slowest = 0;
  let isDone = false;
  const removing = tab.call('queue.remove', { ids }).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const asked = performance.now();
    await tab.call('app.info', undefined);
    slowest = Math.max(slowest, performance.now() - asked);
  }
  await removing;
  results.push({
    name: `${ids.length.toLocaleString('en')} submissions removed`,
    ms: performance.now() - began,
    bar: 5000,
  });
  results.push({ name: '… the slowest answer to another call meanwhile', ms: slowest, bar: 200 });
  return results;
}

/** Also those that a snapshot leaves out. */
async function allSubmissions(tab: Tab) {
  const { submissions, older } = await tab.call('queue.snapshot', undefined);
  const all = [...submissions];
  for (let before = older?.before; before !== undefined; ) {
    const piece = await tab.call('queue.older', { before });
    all.push(...piece.submissions);
    before = piece.before;
  }
  return all;
}

/** Milliseconds from the slowest key to the frame after it. */
async function slowestKey(page: Page, type: () => Promise<void>): Promise<number> {
  await page.evaluate('bench.watchKeys()');
  await type();
  await page.evaluate('new Promise((resolve) => bench.afterNextFrame(resolve))');
  return z.number().parse(await page.evaluate('Math.max(...bench.keys)'));
}

/** Whether a submission has ended, so that it can be removed from the queue. */
export function isEnded(state: string): boolean {
  return ['processed', 'rejected', 'failed', 'cancelled', 'check-failed'].includes(state);
}
