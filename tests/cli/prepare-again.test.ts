/** @file What went to the service before is found in a plan, and left out where a person wants it. */

import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atNight } from '../harness/night.ts';
import { csvOf, paymentRow, paymentTemplate, uuid } from '../prepare/exports.ts';
import { openPracticePlace } from './practice-place.ts';
import { transactionLine } from './transactions.ts';

const range = (first: number, last: number) => Array.from({ length: last + 1 - first }, (_, at) => first + at);

/** Transactions 1 to 4 of November have been processed; in December 3 and 4 come again. */
async function sentPlace() {
  const place = await openPracticePlace();
  const { workplace } = place;
  const template = join(workplace.folder, 'template.json');
  await writeFile(template, JSON.stringify(paymentTemplate));
  const [november, december] = ['november.csv', 'december.csv'].map((name) => join(workplace.folder, name));
  await writeFile(november ?? '', csvOf(range(1, 4).map((number) => paymentRow(number))));
  await writeFile(
    december ?? '',
    csvOf(range(3, 7).map((number) => paymentRow(number, { id: uuid(number).toUpperCase() }))),
  );
  const out = (name: string) => join(workplace.folder, name);
  await workplace.run(['prepare', november ?? '', '--template', template, '--out', out('november')]);
  await workplace.run(['send', out('november'), '--wait']);
  const again = (...more: string[]) => workplace.run(['prepare', december ?? '', '--template', template, ...more]);
  return { ...place, out, again, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

it('A plan tells how many transactions were processed before, with which submission, and in which rows they stand now', async () => {
  await using place = await sentPlace();
  const plan = await place.again('--plan', '--json');
  expect(plan.exitCode).toBe(0);
  expect(plan.summary).toMatchObject({
    transactions: 5,
    upload: { batches: 1, batchesAMinute: 20, limitMs: 0 },
    processedBefore: {
      isCompared: true,
      transactions: 2,
      leftOut: 0,
      uncompared: 0,
      submissions: [
        {
          submission: 1,
          state: 'processed',
          transactions: 2,
          connection: 'environment',
          file: join(place.out('november'), 'november-001.jsonl'),
          first: [
            { source: 'december.csv', table: '', row: 2 },
            { source: 'december.csv', table: '', row: 3 },
          ],
        },
      ],
    },
  });
  const { stdout } = await place.again('--plan');
  expect(stdout).toContain('2 transactions went over any connection before:');
  expect(stdout).toContain('done): december.csv, rows 2, 3');
  expect(stdout).toContain('The service allows 20 uploads a minute');
});

it('What was processed before is left out on request, and the rest is sent without being held', async () => {
  await using place = await sentPlace();
  const done = await place.again('--out', place.out('december'), '--leave-out-processed', '--json');
  expect(done.exitCode).toBe(0);
  expect(done.summary).toMatchObject({
    rows: 5,
    transactions: 3,
    leftOut: 2,
    leftOutAsProcessed: 2,
    processedBefore: { transactions: 2, leftOut: 2, connection: 'environment' },
  });
  const lines = readFileSync(join(place.out('december'), 'december-001.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  const ids = lines.map((line) => String(JSON.parse(line).modification.external_id).toLowerCase());
  expect(ids).toEqual([5, 6, 7].map((number) => uuid(number)));
  const sent = await place.workplace.run(['send', place.out('december'), '--wait', '--json']);
  expect(sent).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
});

it('Without the passphrase of the data folder, nothing is said to be compared, and nothing written that leaves out too little', async () => {
  await using place = await sentPlace();
  const environment = { TRANSHIP_PASSPHRASE: 'correct horse battery staple' };
  const january = join(place.workplace.folder, 'january.jsonl');
  await writeFile(january, `${transactionLine()}\n`);
  await place.workplace.run(['send', january, '--wait'], { environment });
  const plan = await place.again('--plan', '--json');
  expect(plan.summary).toMatchObject({ processedBefore: { isCompared: false } });
  const left = await place.again('--out', place.out('december'), '--leave-out-processed');
  expect([left.exitCode, left.stderr]).toEqual([2, expect.stringContaining('TRANSHIP_PASSPHRASE')]);
  expect(existsSync(place.out('december'))).toBe(false);
});

atNight(it)('Kept, what was processed before is written as it is', async () => {
  await using place = await sentPlace();
  const done = await place.again('--out', place.out('december'), '--json');
  expect(done.summary).toMatchObject({ transactions: 5, leftOut: 0, processedBefore: { transactions: 2, leftOut: 0 } });
});

atNight(it)('Where everything was processed before, nothing is written', async () => {
  await using place = await sentPlace();
  const { workplace, out } = place;
  const call = [
    'prepare',
    join(workplace.folder, 'november.csv'),
    '--template',
    join(workplace.folder, 'template.json'),
  ];
  const done = await workplace.run([...call, '--out', out('again'), '--leave-out-processed']);
  expect(done.exitCode).toBe(2);
  expect(done.stderr).toContain('4 transactions went to the service before');
});

atNight(it)('What was sent under a key that is not here is told as not compared', async () => {
  await using place = await sentPlace();
  const call = ['prepare', place.out('december.csv'), '--template', place.out('template.json'), '--plan', '--json'];
  const without = await place.workplace.run(call, { environment: { TRANSHIP_CLIENT_SECRET: undefined } });
  expect(without.summary).toMatchObject({ transactions: 5, processedBefore: { isCompared: false, transactions: 0 } });
  const other = await place.workplace.run(call, { environment: { TRANSHIP_CLIENT_SECRET: 'another secret' } });
  expect(other.summary).toMatchObject({ processedBefore: { isCompared: true, transactions: 0, uncompared: 1 } });
});

it('What cannot be compared is never left out by guessing', async () => {
  await using place = await sentPlace();
  await place.workplace.run(['settings', 'set', '--id-index', 'off']);
  const plan = await place.again('--plan', '--json');
  expect(plan.summary).toMatchObject({ transactions: 5, processedBefore: { isCompared: false } });
  const done = await place.again('--out', place.out('december'), '--leave-out-processed');
  expect(done.exitCode).toBe(2);
  expect(done.stderr).toContain('It is not known what went to the service before');
  expect(existsSync(place.out('december'))).toBe(false);
});

it('An unknown connection is refused before anything is read', async () => {
  await using place = await sentPlace();
  const done = await place.again('--plan', '--connection', 'Nowhere');
  expect(done.exitCode).toBe(3);
});
