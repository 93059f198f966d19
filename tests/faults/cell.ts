/** @file One cell of the matrix: a file is sent, one fault happens at one moment, and the accounts must balance. */

import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { writeSampleExport } from '../../src-main/practice/sample-export.ts';
import { transactionLine } from '../cli/transactions.ts';
import { environmentOf, openWorkplace, type Workplace } from '../cli/tranship.ts';
import { type Fault, unheardReservations } from './faults.ts';
import { Gate } from './gate.ts';
import { isSent, isUnderway, type Moment, reach } from './moments.ts';
import { balance, leaksIn } from './proof.ts';

/** Files to send, written once for all cells. */
export interface Samples {
  folder: string;
  plain: string;
  /** The service refuses it with a report that is worth a download. */
  refused: string;
  /** Most of it is more than what fits between a process and a network that takes nothing: some 4 MB on loopback. */
  large: string;
  /** As large, and not the same. */
  other: string;
}

const PLAIN_BYTES = 1_000_000;
const LARGE_LINES = 200;
const LARGE_LINE_BYTES = 65_000;
const DUPLICATES = 1500;
/** Of the first of two batches. */
const FIRST_BATCH = 0.95;

export async function writeSamples(): Promise<Samples> {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-matrix-'));
  const path = (name: string) => join(folder, `${name}.jsonl`);
  const samples = {
    folder,
    plain: path('plain'),
    refused: path('refused'),
    large: path('large'),
    other: path('other'),
  };
  await writeSampleExport(samples.plain, PLAIN_BYTES);
  // Few long lines, which are read fast.
  const longLine = () => `${transactionLine().replace('Überweisung', 'Ü'.repeat(LARGE_LINE_BYTES / 2))}\n`;
  const large = Buffer.from(Array.from({ length: LARGE_LINES }, longLine).join(''));
  await writeFile(samples.large, large);
  await writeFile(samples.other, large.with(large.length - 20, 'x'.charCodeAt(0)));
  const shared = '7d4f7a5e-9c0b-4b0e-8d57-6a2f4bb1c001';
  await writeFile(samples.refused, Array.from({ length: DUPLICATES }, () => `${transactionLine(shared)}\n`).join(''));
  return samples;
}

export async function removeSamples({ folder }: Samples): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Resolves when all is as it must be; throws what is not. */
export async function runCell(fault: Fault, moment: Moment, samples: Samples): Promise<void> {
  await using gate = await Gate.open({
    pace: 20,
    limits: false,
    misfortunes: fault.isEarly === true ? [{ name: 'early-state' }] : [],
  });
  await using workplace = await openWorkplace(environmentOf(gate.connection));
  await shortenWaits(workplace);
  const isReport = moment === 'report download';
  const isRefused = fault.hitsFile === true && !isSent(moment);
  const sample = isReport ? samples.refused : isRefused || isUnderway(moment) ? samples.large : samples.plain;
  const content = await readFile(sample);
  const file = join(workplace.folder, 'export.jsonl');
  await copyFile(sample, file);
  const reaching = reach(gate, moment, workplace.home, fault.answers === true);
  const twoBatches = ['--max-batch', String(Math.round(content.length * FIRST_BATCH))];
  const options = isReport ? ['--on-invalid', 'service-decides'] : fault.hitsFile ? [] : twoBatches;
  const sending = workplace.startProcess(['send', file, '--wait', '--json', ...options]);
  const early = sending.ended.then(({ stdout, stderr }) => {
    throw new Error(`It ended before the moment “${moment}”:\n${stdout}\n${stderr}`);
  });
  const reached = await Promise.race([reaching, early]);

  const last = await fault.happen({ ...reached, moment, gate, workplace, sending, file, otherFile: samples.other });

  const submission = last.submissions[0] ?? (await workplace.run(['queue', 'list', '--json'])).submission;
  expect(submission.state).toBe(isRefused ? 'failed' : isReport ? 'rejected' : 'processed');
  const sent = [{ submission, content }];
  const { unanswered, ...accounts } = await balance(
    gate.counted,
    workplace,
    sent,
    isRefused ? 'nothing-arrived' : 'arrived',
  );
  expect(accounts).toEqual({ lost: [], doubled: [], unknown: [], wrong: [] });
  expect(unanswered.length).toBeLessThanOrEqual(unheardReservations(fault, moment));
  if (isReport) await expectReport(gate, workplace, submission.batches[0]?.batchId ?? '');
  expect(leaksIn(workplace.said(), gate.secrets)).toEqual([]);
}

/**
 * An upload that stands still is given up after a second, and without proof of arrival the service is asked as shortly as
 * can be set, so that no cell waits for minutes.
 */
async function shortenWaits({ home }: Workplace): Promise<void> {
  await mkdir(home, { mode: 0o700 });
  const transfer = { stallSeconds: 1, askSeconds: 1 };
  await writeFile(join(home, 'settings.json'), JSON.stringify({ transfer }), { mode: 0o600 });
}

/** The report was kept, byte for byte. */
async function expectReport(gate: Gate, workplace: Workplace, batchId: string): Promise<void> {
  const kept = await workplace.run(['report', batchId, '--json']);
  expect(kept.exitCode).toBe(0);
  const { reportPath = '' } = gate.tenant.batches().find((batch) => batch.batchId === batchId) ?? {};
  expect(await readFile(String(kept.summary['file']), 'utf8')).toBe(await readFile(reportPath, 'utf8'));
}
