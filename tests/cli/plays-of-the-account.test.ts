/**
 * @file Whole plays of a clerk at the command line against a practice tenant, in which the account must stay right: a held twin, a
 * correction that is corrected again, and a source file that is gone when the report comes.
 */

import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noLines } from '../../src-shared/account.ts';
import { transaction } from '../check/sources.ts';
import { atNight } from '../harness/night.ts';
import { securityLog } from '../security-log.ts';
import { openPracticePlace } from './practice-place.ts';
import type { Workplace } from './tranship.ts';

const LINES = 20;
const asService = ['--on-invalid', 'service-decides', '--ingest-valid'];

/** Two of ten lines have a country that the service rejects. */
async function writeExport({ folder }: Workplace, name = 'export.jsonl'): Promise<string> {
  const countryOf = (n: number) => (n % 10 === 3 ? 'Sweden' : n % 10 === 7 ? 'Norway' : 'DE');
  const lines = Array.from({ length: LINES }, (_, n) => ({ ...transaction(n), payment_source_country: countryOf(n) }));
  const path = join(folder, name);
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

/** Corrects a submission by replacing a country, and sends what comes of it. */
async function fix({ folder, run }: Workplace, id: number, from: string, to: string) {
  const recipe = join(folder, `${to}.json`);
  await writeFile(
    recipe,
    JSON.stringify({ version: 1, steps: [{ step: 'replace', field: 'payment_source_country', from, to }] }),
  );
  const fixed = await run([
    'fix',
    String(id),
    '--recipe',
    recipe,
    '--out',
    join(folder, `${to}.jsonl`),
    '--add',
    '--json',
  ]);
  return { fixed, worked: await run(['work', '--until-idle', '--json']) };
}

const today = () => new Date().toISOString().slice(0, 10);

it('A clerk is led from a file with errors to its last accepted line, and told at each step what is open', async () => {
  await using place = await openPracticePlace();
  const { workplace } = place;
  const { run } = workplace;
  const file = await writeExport(workplace);
  expect(await run(['send', file, '--wait'])).toMatchObject({ exitCode: 1 });
  expect(await run(['queue', 'approve', '1', '--ingest-valid', '--reason', 'The valid lines first.'])).toMatchObject({
    exitCode: 0,
  });
  expect(await run(['work', '--until-idle'])).toMatchObject({ exitCode: 1 });
  const open = await run(['queue', 'open']);
  expect(open).toMatchObject({ exitCode: 1 });
  expect(open.stdout).toContain('16 accepted · 4 rejected');
  expect(open.stdout).toContain('tranship fix 1');

  const without = await run(['fix', '1']);
  expect(without).toMatchObject({ exitCode: 2 });
  // What it proposes for the findings of this very file, to be completed.
  expect(without.stdout).toContain('"field":"payment_source_country","from":"Sweden"');
  await fix(workplace, 1, 'Sweden', 'SE');
  await fix(workplace, 2, 'Norway', 'NO');
  expect(await run(['queue', 'open'])).toMatchObject({ exitCode: 0 });

  const ends = securityLog(workplace.home).filter(({ event }) => event === 'submission-ended');
  expect(ends.map(({ submission, state, account }) => ({ submission, state, account }))).toEqual([
    { submission: 1, state: 'partially-accepted', account: { ...noLines(), accepted: 16, rejected: 4 } },
    // The first correction was held, since it still had two faulty lines; the second stands for both.
    { submission: 3, state: 'processed', account: { ...noLines(), accepted: 4 } },
  ]);

  const rejected = (...more: string[]) =>
    run(['export', '1', '--rejected', ...more, '--out', join(workplace.folder, `rejected${more.length}.jsonl`)]);
  expect((await rejected()).stdout).toContain(`0 lines of ${LINES}`);
  expect((await rejected('--first')).stdout).toContain(`4 lines of ${LINES}`);
});

it('A statement that the core system contradicts ends with 1, and one that it confirms with 0', async () => {
  await using place = await openPracticePlace();
  const { workplace } = place;
  const { run, folder } = workplace;
  await run(['send', await writeExport(workplace), ...asService, '--wait']);
  const { amount, currency, created_at: created = '' } = transaction(0).modification;
  const saysTransactions = async (count: number) => {
    const path = join(folder, `${count}.csv`);
    const sum = Number(amount) * LINES;
    await writeFile(path, `day,currency,count,amount\n${created.slice(0, 10)},${currency},${count},${sum}\n`);
    return await run(['statement', '--from', today(), '--to', today(), '--control', path]);
  };
  expect(await saysTransactions(LINES)).toMatchObject({ exitCode: 0, stderr: '' });
  const contradicted = await saysTransactions(LINES + 1);
  expect(contradicted).toMatchObject({ exitCode: 1 });
  expect(contradicted.stdout).toContain('Difference from the core system. Missing in the files: 1 transaction');
});

it('A held file that has gone since under another number is not open, and nothing of it goes twice', async () => {
  await using place = await openPracticePlace();
  const { workplace, tenant } = place;
  const { run } = workplace;
  const file = await writeExport(workplace);
  expect((await run(['send', file, '--wait'])).exitCode).toBe(1);
  const sent = await run(['send', file, ...asService, '--wait', '--json']);
  expect(sent.submission.account).toEqual({ ...noLines(), accepted: 16, rejected: 4 });

  const inPart = await run(['resend', '1', '--dry-run', '--json']);
  expect(inPart.summary).toMatchObject({ kept: 4, leftOut: 16, goneWith: { submission: 2, lines: 16 } });
  await fix(workplace, 2, 'Sweden', 'SE');
  await fix(workplace, 3, 'Norway', 'NO');

  const before = tenant.batches().length;
  for (const more of [['--dry-run'], []]) {
    const resent = await run(['resend', '1', ...more]);
    expect(resent).toMatchObject({ exitCode: 0, stderr: '' });
    expect(resent.stdout).toContain('went with the submission 2, which has the same content: 20 lines are accepted');
  }
  await run(['work', '--until-idle']);
  expect(tenant.batches()).toHaveLength(before);
});

atNight(it)(
  'A correction that is itself accepted in part is corrected again, and receipt and statement follow both',
  async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const { run } = workplace;
    await run(['send', await writeExport(workplace), ...asService, '--wait']);

    const first = await fix(workplace, 1, 'Sweden', 'SE');
    expect(first.fixed.summary).toMatchObject({ kept: 4, corrects: 1 });
    expect(first.worked).toMatchObject({ exitCode: 1 });
    const second = await fix(workplace, 2, 'Norway', 'NO');
    expect(second.fixed.summary).toMatchObject({ kept: 2, corrects: 2 });
    expect(second.worked).toMatchObject({ exitCode: 0 });

    expect((await run(['receipt', '1', '--json'])).summary).toMatchObject({
      account: { ...noLines(), accepted: 16, rejected: 4 },
      corrected: {
        account: { ...noLines(), accepted: LINES },
        steps: [
          { submission: 2, lines: 4 },
          { submission: 3, lines: 2 },
        ],
      },
    });
    // First what became of it in the end, then how it came to that.
    const { stdout } = await run(['receipt', '1']);
    const told = ['Of 20 lines', 'Accepted: 20', 'sent again   in submission 2', 'Before anything was', 'Accepted: 16'];
    expect(told.map((words) => stdout.indexOf(words))).toEqual(
      told.map((words) => stdout.indexOf(words)).toSorted((one, other) => one - other),
    );
    expect(stdout).toContain('20 were accepted');
    expect(stdout).toContain(': 16 as first sent, 4 after correction.');
    expect((await run(['statement', '--from', today(), '--to', today(), '--json'])).summary).toMatchObject({
      reconciles: true,
      files: [{ submission: 1, account: { ...noLines(), accepted: LINES } }],
      total: { account: { ...noLines(), accepted: LINES } },
    });
  },
);

it('Where the source file is gone when the report comes, its lines are unknown until it is back, and it goes once', async () => {
  await using place = await openPracticePlace();
  const { workplace, tenant } = place;
  const { run } = workplace;
  const file = await writeExport(workplace);
  await run(['send', file, ...asService]);
  await rename(file, `${file}.away`);
  const without = await run(['work', '--until-idle', '--json']);
  expect(without.exitCode).toBe(1);
  expect(without.submission).toMatchObject({ state: 'unreported', account: { ...noLines(), unknown: LINES } });
  // Of what may be accepted, nothing goes by itself.
  expect((await run(['resend', '1', '--json'])).events[0]).toMatchObject({ code: 'submission.nothing-missing' });

  await rename(`${file}.away`, file);
  await run(['queue', 'retry', '1']);
  const back = await run(['work', '--until-idle', '--json']);
  expect(back.submission).toMatchObject({
    state: 'partially-accepted',
    account: { ...noLines(), accepted: 16, rejected: 4 },
  });
  expect(tenant.batches()).toHaveLength(1);
});
