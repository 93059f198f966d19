/**
 * @file `npm run demo`: the main workflow from start to end, with the installed program and the practice tenant as the
 * service. It prints each step, and ends with 0 only if every result is as expected.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFaultySample, writeSampleExport } from '../../src-main/practice/sample-export.ts';
import { type PracticeTenant, startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { size } from '../../src-main/shells/cli/wording.ts';
import { printTable } from '../harness/printed-results.ts';
import { runTranship } from './run-tranship.ts';

const EXPORT_BYTES = 100_000_000;
const BATCH_BYTES = 30_000_000;

const checkSummary = z.object({
  bytes: z.number(),
  sha256: z.string(),
  transactions: z.number(),
  errors: z.number(),
  durationMs: z.number(),
});
const sendSummary = z.object({
  submissions: z.array(
    z.object({
      state: z.string(),
      batches: z.array(
        z.object({
          batchId: z.string(),
          start: z.number(),
          end: z.number(),
          bytes: z.number(),
          lines: z.number(),
          sha256: z.string(),
          state: z.string(),
          remoteState: z.string(),
          attempts: z.number(),
        }),
      ),
    }),
  ),
});
const reportedLine = z.object({
  event: z.literal('entry'),
  line: z.number(),
  foundBy: z.enum(['check', 'service', 'both']),
  service: z.array(z.object({ code: z.string() })),
});

const expectations: { what: string; holds: boolean }[] = [];
const expectThat = (what: string, holds: boolean) => expectations.push({ what, holds });

async function demonstrate(tenant: PracticeTenant, folder: string): Promise<void> {
  const environment = {
    TRANSHIP_HOME: join(folder, 'home'),
    TRANSHIP_BASE_URL: tenant.baseUrl,
    TRANSHIP_TOKEN_URL: tenant.tokenUrl,
    TRANSHIP_CLIENT_ID: tenant.clientId,
    TRANSHIP_CLIENT_SECRET: tenant.clientSecret,
    TRANSHIP_SCOPE: tenant.scope,
  };
  const tranship = (...call: string[]) => runTranship(call, environment);
  const good = join(folder, 'export.jsonl');
  const faulty = join(folder, 'faulty.jsonl');

  const { lines } = await writeSampleExport(good, EXPORT_BYTES);
  // Of another seed: none of its transactions is in the good export.
  const planted = await writeFaultySample(faulty, 2);

  const goodCheck = await tranship('check', good);
  const { transactions, errors, bytes, sha256, durationMs } = checkSummary.parse(goodCheck.summary);
  expectThat('the good export passes the check, every line of it', goodCheck.exitCode === 0 && errors === 0);
  expectThat('the check read as many transactions as were written', transactions === lines);

  const faultyCheck = await tranship('check', faulty);
  const found = checkSummary.parse(faultyCheck.summary);
  expectThat('the faulty export fails the check', faultyCheck.exitCode === 1);
  expectThat('the check found every fault that was planted, and no other', found.errors === planted.length);

  const sent = await tranship('send', good, '--max-batch', String(BATCH_BYTES), '--wait');
  const batches = sendSummary.parse(sent.summary).submissions.flatMap((submission) => submission.batches);
  expectThat('the good export was sent in several batches', sent.exitCode === 0 && batches.length > 1);
  expectThat(
    'the service processed all of them',
    batches.every(({ remoteState }) => remoteState === 'PROCESSED'),
  );
  const stored = new Map(tenant.batches().map((batch) => [batch.batchId, batch]));
  const content = await readFile(good);
  const arrived = await Promise.all(
    batches.map(async ({ batchId, start, end }) => {
      const path = stored.get(batchId)?.path;
      return path !== undefined && content.subarray(start, end).equals(await readFile(path));
    }),
  );
  expectThat('the storage holds the bytes of the file, batch by batch', arrived.every(Boolean));
  expectThat('the batches cover the file without gap or overlap', coverage(batches) === bytes);

  const stopped = await tranship('send', faulty, '--wait');
  expectThat(
    'the faulty export is not sent by itself',
    stopped.exitCode === 1 && tenant.batches().length === batches.length,
  );

  const forced = await tranship('send', faulty, '--on-invalid', 'service-decides', '--wait');
  const refused = sendSummary.parse(forced.summary).submissions.flatMap((submission) => submission.batches);
  const [refusedBatch] = refused;
  expectThat(
    'sent past the check, the service refuses it',
    forced.exitCode === 1 && refusedBatch?.state === 'rejected',
  );

  const report = await tranship('report', refusedBatch?.batchId ?? '', '--out', join(folder, 'reports'));
  const reported = report.entries.map((entry) => reportedLine.parse(entry));
  const marked = new Set(reported.filter(({ foundBy }) => foundBy !== 'check').map(({ line }) => line));
  expectThat(
    'its report, a packed CSV file, is read by line',
    reported.length > 0 && reported.every(({ service }) => service.length > 0),
  );
  const duplicates = planted.filter(({ fault }) => fault === 'modification.duplicate');
  expectThat(
    'its report marks every line that shares a modification id',
    duplicates.every(({ line }) => marked.has(line)),
  );
  expectThat(
    'its report names no line that the check had not named',
    isSubset(marked, new Set(planted.map(({ line }) => line))),
  );

  const tokenRequests = tenant.requests.filter(({ endpoint }) => endpoint === 'token').length;
  expectThat('one token served all three runs', tokenRequests === 1);

  const rate = `${size((1000 * bytes) / durationMs)}/s`;
  printTable(
    ['step', 'result'],
    [
      ['export', `${size(bytes)}, ${lines} transactions, SHA-256 ${sha256.slice(0, 16)}…`],
      ['check', `${errors} errors in ${(durationMs / 1000).toFixed(1)} s (${rate})`],
      ['faulty export', `${found.errors} errors found, ${planted.length} planted`],
      [
        'report',
        `${reported.length} lines rejected by the service, ${duplicates.length} of them for a shared modification id`,
      ],
      ['token requests', String(tokenRequests)],
    ],
  );
  printTable(
    ['batch id', 'size', 'lines', 'uploads', 'state', 'the service says'],
    [...batches, ...refused].map((batch) => [
      batch.batchId,
      size(batch.bytes),
      String(batch.lines),
      String(batch.attempts),
      batch.state,
      batch.remoteState,
    ]),
  );
}

function coverage(batches: readonly { start: number; end: number }[]): number {
  return batches.reduce((end, batch) => (batch.start === end ? batch.end : Number.NaN), 0);
}

function isSubset(part: ReadonlySet<number>, whole: ReadonlySet<number>): boolean {
  return [...part].every((item) => whole.has(item));
}

const folder = await mkdtemp(join(tmpdir(), 'tranship-demo-'));
const tenant = await startPracticeTenant({ folder: join(folder, 'service'), reportShape: 'csv-gzip' });
const started = performance.now();
try {
  await demonstrate(tenant, folder);
} finally {
  await tenant.close();
  await rm(folder, { recursive: true, force: true });
}
printTable(
  ['expected', 'came out'],
  expectations.map(({ what, holds }) => [what, holds ? 'yes' : 'NO']),
);
const failures = expectations.filter(({ holds }) => !holds).length;
console.log(
  `${expectations.length - failures} of ${expectations.length} as expected, in ${((performance.now() - started) / 1000).toFixed(0)} s.`,
);
process.exitCode = failures === 0 ? 0 : 1;
