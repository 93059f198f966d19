/**
 * @file What several senders send together, each over a line of its own, and what the ledger does
 * for each batch. The service is a process of its own, and its journal has the times.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSampleExport } from '../../src-main/practice/sample-export.ts';
import { type JournalEntry, readJournal } from '../harness/opponent/journal.ts';
import { startOpponentProcess } from '../harness/opponent/own-process.ts';
import { printTable } from '../harness/printed-results.ts';
import { isFlawless } from '../team/trial/judge.ts';
import { playTrial, type TrialPlan } from '../team/trial/trial.ts';
import { TrialDesk } from '../team/trial/trial-desk.ts';

/** The line of each desk decides, and not the limit: 20 batches in 2 s. */
const plan = {
  batches: 40,
  batchBytes: 5_000_000,
  bytesPerSecond: 5_000_000,
  minute: 2000,
  lease: 30_000,
  seed: 1,
  kills: 0,
  crashes: 0,
  longestPeaceMs: 0,
  longestAbsenceMs: 0,
  longestOutageMs: 0,
  patienceMs: 600_000,
  durable: true,
} satisfies Omit<TrialPlan, 'desks'>;

export async function measureSenders(): Promise<void> {
  const head = ['senders', 'MB/s', 'batches/min', 'transactions of the ledger/batch', 'ms of the ledger/batch'];
  const rows: string[][] = [];
  const row = (name: string, journal: readonly JournalEntry[], cost: string[]) => {
    const stored = journal.filter((entry) => entry.stored);
    const seconds = (Math.max(...stored.map(({ until }) => until)) - Math.min(...journal.map(({ at }) => at))) / 1000;
    const megabytes = stored.reduce((total, { bytes }) => total + bytes, 0) / 1e6;
    rows.push([name, (megabytes / seconds).toFixed(1), ((60 * stored.length) / seconds).toFixed(0), ...cost]);
  };
  row('1, without a ledger', await sendAlone(), ['', '']);
  for (const desks of [1, 2, 4]) {
    const { journal, parts, verdict, cost } = await playTrial({ ...plan, desks });
    if (!isFlawless(verdict)) throw new Error(`Not all arrived as it should: ${JSON.stringify(verdict)}`);
    const ofBatch = (whole: number) => (whole / parts.length).toFixed(1);
    row(String(desks), journal, [ofBatch(cost.transactions), ofBatch(cost.milliseconds)]);
  }
  const { batches, batchBytes, bytesPerSecond } = plan;
  console.log(`${batches} batches of ${batchBytes / 1e6} MB, each desk with a line of ${bytesPerSecond / 1e6} MB/s`);
  printTable(head, rows);
}

/** The same file, as a desk sends it that has no team. */
async function sendAlone(): Promise<JournalEntry[]> {
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'tranship-bench-'));
  closing.defer(() => rm(folder, { recursive: true }));
  const [journal, file] = [join(folder, 'journal'), join(folder, 'export.jsonl')];
  const { minute, bytesPerSecond, batches, batchBytes, lease, seed } = plan;
  const service = closing.use(await startOpponentProcess({ journal, minute, bytesPerSecond }));
  await writeSampleExport(file, batches * batchBytes, seed);
  const places = { ledger: {}, access: service.access, share: folder, minute, lease };
  const desk = closing.use(await TrialDesk.open('alone', places));
  await desk.sendAlone(file, batchBytes);
  await service[Symbol.asyncDispose]();
  return await readJournal(journal);
}
