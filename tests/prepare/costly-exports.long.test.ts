/**
 * @file Files that cost too much on purpose: each is refused in words or read, in little memory, and while it is looked at, the
 * thread that has the window to serve has nothing to do.
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { propose } from '../../src-main/prepare/proposal.ts';
import { AppError } from '../../src-shared/errors.ts';
import { type CostlyFile, costlyFiles } from '../exports/costly/costly-files.ts';
import { fewerByDay } from '../harness/night.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const MB = 1024 * 1024;
/** What looking at any file may take, besides what there is without it. */
const MOST_MEMORY = 400 * MB;
/** Of the processor, on the thread that asks: what it takes to start a thread and to receive its answer. */
const MOST_PROCESSOR_MS = 1000;
const SAMPLE_MS = 10;

async function written({ ending, write }: CostlyFile) {
  const folder = temporaryFolder();
  const path = join(folder, `export.${ending}`);
  await write(path);
  expect(statSync(path).size).toBeGreaterThan(0);
  return { folder, path };
}

function proposal({ folder, path }: { folder: string; path: string }, signal: AbortSignal) {
  const sources = [{ path, name: 'export' }];
  return propose({ sources, reading: undefined, workFolder: folder, kept: [], name: 'Test' }, signal);
}

/** What became of it, and what that cost. */
async function lookedAt(file: CostlyFile) {
  const place = await written(file);
  const before = process.memoryUsage().rss;
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, SAMPLE_MS);
  const started = process.threadCpuUsage();
  try {
    const outcome = await proposal(place, new AbortController().signal).then(
      ({ examined }) => ({ columns: Math.max(...examined.tables.map(({ columns }) => columns.length)) }),
      (thrown: unknown) => (thrown instanceof AppError ? { code: thrown.code } : { thrown }),
    );
    const { user, system } = process.threadCpuUsage(started);
    return { outcome, memory: most - before, processorMs: (user + system) / 1000 };
  } finally {
    clearInterval(sampling);
  }
}

const all = Object.entries(costlyFiles).flatMap(([format, files]) =>
  fewerByDay(files, 3).map((file) => [format, file.name, file] as const),
);

it.each(all)('%s: %s', async (_, __, file) => {
  const { outcome, memory, processorMs } = await lookedAt(file);
  if ('columns' in outcome) expect(outcome.columns).toBeLessThanOrEqual(5000);
  else expect(outcome).toEqual({ code: expect.stringMatching(/^file\.export-(unreadable|damaged)$/) });
  expect(processorMs).toBeLessThan(MOST_PROCESSOR_MS);
  expect(memory).toBeLessThan(MOST_MEMORY);
});

it('ends at once where the person does not wait for it', async () => {
  const place = await written(costlyFiles.json[0] ?? expect.unreachable());
  const stop = new AbortController();
  const proposed = proposal(place, stop.signal);
  stop.abort(new Error('the person has cancelled'));
  await expect(proposed).rejects.toThrow('the person has cancelled');
});
