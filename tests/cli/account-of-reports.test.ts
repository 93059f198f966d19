/**
 * @file The account of a file of which the service leaves out lines that the check could not know: in whatever shape its reports come,
 * what is exported as accepted was processed, to the line.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Clock } from '../../src-main/ground/clock.ts';
import type { PracticeTenant } from '../../src-main/practice/tenant.ts';
import { type ReportShape, reportShapes } from '../../src-shared/misfortune-meanings.ts';
import { fewerByDay } from '../harness/night.ts';
import { hastenedClock } from '../hastened-clock.ts';
import { openPracticePlace, type PracticePlace } from './practice-place.ts';
import { transactionLine, writeLines } from './transactions.ts';
import type { Workplace } from './tranship.ts';

const LINES = 30;
const KNOWN = 'customer-4711';
/** Of batches of 10 lines: the first and last of one, neighbours, and none of the third. */
const rejected = new Set([1, 4, 10, 12, 13, 19]);

/** Beyond what can be read, or what a few seconds are enough for: see tests/practice and tests/records/reports. */
const left = ['gzip-bomb', 'large-entries', 'million-entries'];
const unclear = ['text', 'html', 'cut-off', 'cut-off-gzip', 'wrong-lines'];

async function exported(workplace: Workplace, outcome: 'accepted' | 'rejected' | 'unknown'): Promise<string[]> {
  const out = join(workplace.folder, outcome);
  const ended = await workplace.run(['export', '1', `--${outcome}`, '--out', out, '--json']);
  expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  return (await readFile(out, 'utf8')).split('\n').filter(Boolean);
}

/** The lines that the tenant has processed, as it has stored them. */
async function processedBy(tenant: PracticeTenant): Promise<string[]> {
  const lines: string[] = [];
  for (const { state, path } of tenant.batches()) {
    if (state !== 'PROCESSED' || path === undefined) continue;
    lines.push(...(await readFile(path, 'utf8')).split('\n').filter((line) => line.includes(KNOWN)));
  }
  return lines;
}

const shapes = reportShapes.filter((shape) => !left.includes(shape));

/** Sends 30 lines in three batches, of which the tenant leaves out some. */
async function sendTo({ workplace }: PracticePlace, clock?: Clock) {
  const lines = Array.from({ length: LINES }, (_, at) => {
    const line = transactionLine();
    return rejected.has(at + 1) ? line.replace(KNOWN, 'customer-0815') : line;
  });
  const file = await writeLines(workplace, lines, 'export.jsonl');
  const most = String(Buffer.byteLength(`${lines[0]}\n`) * 10);
  const call = ['send', file, '--max-batch', most, '--ingest-valid', '--wait', '--json'];
  return { lines, sent: await workplace.run(call, clock && { clock }) };
}

it('reports that the service has only minutes after it has processed their batches are waited for', async () => {
  const clock = hastenedClock(100);
  const misfortunes = [{ name: 'service-status', status: 404, endpoint: 'validation-result', times: 9 } as const];
  await using place = await openPracticePlace({ onboarded: new Set([KNOWN]), misfortunes, clock });

  const { sent } = await sendTo(place, clock);

  expect(sent.submission.account).toMatchObject({
    accepted: LINES - rejected.size,
    rejected: rejected.size,
    unknown: 0,
  });
  expect(await exported(place.workplace, 'accepted')).toEqual(await processedBy(place.tenant));
});

it.each<ReportShape>(fewerByDay(shapes, 5))('reports in the shape %s', async (reportShape) => {
  await using place = await openPracticePlace({ reportShape, onboarded: new Set([KNOWN]) });
  const { workplace, tenant } = place;

  const { lines, sent } = await sendTo(place);
  const [accepted, refused, unknown] = [
    await exported(workplace, 'accepted'),
    await exported(workplace, 'rejected'),
    await exported(workplace, 'unknown'),
  ];

  expect(sent.exitCode).toBe(1);
  const processed = await processedBy(tenant);
  expect(processed).toHaveLength(LINES - rejected.size);
  expect(sent.submission.account).toMatchObject({
    accepted: accepted.length,
    rejected: refused.length,
    unknown: unknown.length,
    invalid: 0,
    leftOut: 0,
    pending: 0,
    unsent: 0,
  });
  expect([...accepted, ...refused, ...unknown].sort()).toEqual([...lines].sort());
  if (unclear.includes(reportShape)) {
    expect(accepted).toEqual(lines.slice(20));
    expect(refused).toEqual([]);
  } else {
    expect(accepted).toEqual(processed);
    expect(unknown).toEqual([]);
  }
});
