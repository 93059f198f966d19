/**
 * @file Corrections that leave lines for later: nothing of those goes by itself, each line has one outcome in the end, and what is given
 * up, corrected again or sent after all is told once.
 */

import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { noLines } from '../../src-shared/account.ts';
import type { RecipeStep } from '../../src-shared/contract.ts';
import { openPracticePlace, type PracticePlace } from './practice-place.ts';
import { transactionLine, writeLines } from './transactions.ts';

const KNOWN = 'customer-4711';
const unknownTo = (name: string) => transactionLine().replace(KNOWN, name);
const inCountry = (name: string) => transactionLine().replace('"DE"', JSON.stringify(name));
const country = (from: string, to: string): RecipeStep => ({
  step: 'replace',
  field: 'payment_source_country',
  from,
  to,
});
const customer = (from: string): RecipeStep => ({ step: 'replace', field: 'sender.by_external_id', from, to: KNOWN });

/** Corrects a submission, keeps what stays faulty, and works until nothing is left to do. */
async function correct({ workplace }: PracticePlace, id: number, steps: readonly RecipeStep[]) {
  const recipe = JSON.stringify({ version: 1, steps: [...steps, { step: 'drop-refused' }] });
  const path = await writeLines(workplace, [recipe], `recipe-${id}.json`);
  const out = join(workplace.folder, `corrected-${id}.jsonl`);
  const fixed = await workplace.run(['fix', `${id}`, '--recipe', path, '--out', out, '--add', '--keep-rest']);
  expect(fixed).toMatchObject({ exitCode: 0, stderr: '' });
  await workplace.run(['work', '--until-idle']);
  return fixed.stdout;
}

async function states({ workplace }: PracticePlace): Promise<string[]> {
  const { submissions } = await workplace.run(['queue', 'list', '--json']);
  return submissions.map(({ state }: { state: string }) => state);
}

const accountsSchema = z.object({ corrected: z.looseObject({ account: z.unknown() }) });

/** What receipt and statement say of the first file in the end. */
async function toldOf({ workplace }: PracticePlace) {
  const { corrected } = accountsSchema.parse((await workplace.run(['receipt', '1', '--json'])).summary);
  const day = new Date().toISOString().slice(0, 10);
  const statement = (await workplace.run(['statement', '--from', day, '--to', day, '--json'])).summary;
  expect(statement).toMatchObject({ reconciles: true, total: { account: corrected.account } });
  expect(statement.files).toHaveLength(1);
  return corrected;
}

/** Every line that ever arrived, as often as it did. */
async function arrivedAt({ tenant }: PracticePlace): Promise<string[]> {
  const paths = tenant.batches().flatMap(({ path }) => path ?? []);
  const contents = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return contents.flatMap((content) => content.split('\n').filter(Boolean));
}

it('Lines that stay faulty are kept as a submission of their own, until they are corrected as well', async () => {
  await using place = await openPracticePlace();
  const { workplace } = place;
  const upper = inCountry('Norway');
  const lines = [transactionLine(), inCountry('Sweden'), upper.replace('"FR"', '"fr"')];
  const file = await writeLines(workplace, lines, 'export.jsonl');
  await workplace.run(['send', file, '--wait']);
  const early = await workplace.run(['fix', '1', '--with-edits', '--out', 'early.jsonl', '--keep-rest']);
  expect(early).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('are added with --add') });

  const steps = [country('Sweden', 'SE'), { step: 'upper-case' as const, field: 'payment_target_country' }];
  expect(await correct(place, 1, steps)).toContain('1 line stays to be corrected, as submission 3.');
  // What the steps have mended of it stays, and is told as a change of this file.
  expect(await readFile(join(workplace.folder, 'corrected-1.rest.jsonl'), 'utf8')).toBe(`${upper}\n`);
  const changes = join(workplace.folder, 'changes.csv');
  await workplace.run(['export', '3', '--changes', '--out', changes]);
  expect(await readFile(changes, 'utf8')).toMatch(
    /\r\n3,1,Written in capital letters,payment_target_country,"""fr""","""FR""",[^,]+,,[^,]+,1,3,3,,[^,]+,1250,EUR,[^,]+\r\n/,
  );
  expect(await states(place)).toEqual(['corrected', 'processed', 'held']);
  // All of it is in the two others: nothing of it goes a second time.
  expect((await workplace.run(['resend', '1'])).stderr).toContain('corrected');
  expect(await toldOf(place)).toMatchObject({ account: { ...noLines(), accepted: 2, invalid: 1 } });

  // The receipt says the same.
  expect((await workplace.run(['receipt', '1', '--json'])).summary).toMatchObject({
    corrections: [
      { submission: 2, lines: 2, changed: 1, leftOut: { lines: 0 } },
      { submission: 3, isRest: true, lines: 1, changed: 1, changes: [{ before: '"fr"', after: '"FR"' }] },
    ],
  });

  // And why the rest was not sent, as the page of the file.
  expect((await workplace.run(['receipt', '1'])).stdout).toContain(
    'Not sent, and why:\n  1 Source country: not a code, in the file for example “Norway” (1,250.00 EUR)\n',
  );

  // Its digests are those of the lists that can be had.
  const digests = [2, 3].map(async (id) => {
    const list = join(workplace.folder, `list-${id}.JSONL`);
    expect(await workplace.run(['export', `${id}`, '--changes', '--out', list])).toMatchObject({ exitCode: 0 });
    return { logSha256: hash('sha256', await readFile(list), 'hex') };
  });
  expect((await workplace.run(['receipt', '1', '--json'])).summary).toMatchObject({
    corrections: await Promise.all(digests),
  });
  expect(await workplace.run(['export', '1', '--changes', '--out', 'none.jsonl'])).toMatchObject({ exitCode: 2 });

  // Nothing stays: there is no file of it.
  expect(await correct(place, 3, [country('Norway', 'NO')])).not.toContain('to be corrected');
  // The file tells all that was changed of it, each by its correction, and where the line is in the first file.
  const table = join(workplace.folder, 'all-changes.csv');
  const all = await workplace.run(['export', '1', '--changes', '--out', table, '--json']);
  const by = { at: expect.any(String) };
  expect(all.summary['changes']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ submission: 2, step: 'replace', before: '"Sweden"', by: expect.objectContaining(by) }),
      expect.objectContaining({ submission: 3, step: 'upper-case' }),
      expect.objectContaining({ submission: 4, step: 'replace', before: '"Norway"' }),
    ]),
  );
  expect(await readFile(table, 'utf8')).toMatch(
    /\r\n1,1,Value replaced,.*"""NO""",[^,]+,,[^,]+,3,4,3,,[^,]+,1250,EUR,[^,]+\r\n/,
  );
  expect(await states(place)).toEqual(['corrected', 'processed', 'corrected', 'processed']);
  expect(await toldOf(place)).toMatchObject({
    account: { ...noLines(), accepted: 3 },
    steps: [
      { submission: 2, lines: 2 },
      { submission: 3, lines: 1 },
      { submission: 4, lines: 1 },
    ],
  });
  expect(await workplace.run(['queue', 'open'])).toMatchObject({ exitCode: 0 });
});

it('A line that only the service found wrong does not go again by itself, though the check finds nothing in it', async () => {
  await using place = await openPracticePlace({ onboarded: new Set([KNOWN]) });
  const { workplace } = place;
  const lines = [transactionLine(), unknownTo('customer-0815'), unknownTo('customer-9999')];
  const file = await writeLines(workplace, lines, 'export.jsonl');
  await workplace.run(['send', file, '--ingest-valid', '--wait']);
  await correct(place, 1, [customer('customer-9999')]);
  const arrivedOnce = (line = '') => arrivedAt(place).then((all) => all.filter((one) => one === line).length);
  expect(await arrivedOnce(lines[1])).toBe(1);
  expect((await states(place)).slice(0, 2)).toEqual(['corrected', 'processed']);
  expect(await toldOf(place)).toMatchObject({ account: { ...noLines(), accepted: 2, unsent: 1 } });
  expect(await workplace.run(['queue', 'open'])).toMatchObject({ exitCode: 1 });

  await correct(place, 3, [customer('customer-0815')]);
  expect(await arrivedOnce(lines[1])).toBe(1);
  expect(await toldOf(place)).toMatchObject({ account: { ...noLines(), accepted: 3 } });
});

it('A correction of what stayed that is rejected in part leaves again only what was rejected', async () => {
  await using place = await openPracticePlace({ onboarded: new Set([KNOWN]) });
  const { workplace } = place;
  const lines = [
    transactionLine(),
    inCountry('Sweden'),
    inCountry('Norway').replace(KNOWN, 'customer-0815'),
    'no json',
  ];
  const file = await writeLines(workplace, lines, 'export.jsonl');
  await workplace.run(['send', file, '--ingest-valid', '--wait']);
  await correct(place, 1, [country('Sweden', 'SE')]);
  await correct(place, 3, [country('Norway', 'NO')]);
  expect(await toldOf(place)).toMatchObject({ account: { ...noLines(), accepted: 2, rejected: 1, invalid: 1 } });
  const last = (await states(place)).length;
  await workplace.run(['queue', 'cancel', `${last}`]);
  expect((await toldOf(place)).account).toEqual({ ...noLines(), accepted: 2, rejected: 1, leftOut: 1 });
});

it('Of two lines that share an id and say different things, none goes without a person, though one was mended', async () => {
  await using place = await openPracticePlace();
  const { workplace } = place;
  const [good, line] = [transactionLine(), inCountry('Sweden')];
  const other = line.replace('Sweden', 'DE').replace('RETAIL', 'CORPORATE');
  const file = await writeLines(workplace, [good, line, other], 'export.jsonl');
  await workplace.run(['send', file, '--wait']);
  await correct(place, 1, [country('Sweden', 'SE')]);
  expect(await arrivedAt(place)).toEqual([good]);
  expect((await toldOf(place)).account).toEqual({ ...noLines(), accepted: 1, invalid: 2 });
});

it('Both corrections given up, the file corrected again and sent: neither of the two can be tried again', async () => {
  await using place = await openPracticePlace();
  const { workplace } = place;
  const lines = [transactionLine(), inCountry('Sweden'), inCountry('Norway')];
  const file = await writeLines(workplace, lines, 'export.jsonl');
  await workplace.run(['send', file, '--wait']);
  const recipe = (steps: readonly RecipeStep[]) =>
    writeLines(workplace, [JSON.stringify({ version: 1, steps: [...steps, { step: 'drop-refused' }] })], 'any.json');
  const [out, later] = ['first.jsonl', 'second.jsonl'].map((name) => join(workplace.folder, name));
  const path = await recipe([country('Sweden', 'SE')]);
  await workplace.run(['fix', '1', '--recipe', path, '--out', out ?? '', '--add', '--keep-rest']);
  expect(await workplace.run(['queue', 'cancel', '3', '2'])).toMatchObject({ exitCode: 0 });
  expect(await states(place)).toEqual(['held', 'cancelled', 'cancelled']);

  const both = await recipe([country('Sweden', 'SE'), country('Norway', 'NO')]);
  await workplace.run(['fix', '1', '--recipe', both, '--out', later ?? '', '--add']);
  await workplace.run(['work', '--until-idle']);
  const arrived = await arrivedAt(place);
  expect(arrived).toHaveLength(3);
  for (const id of ['2', '3']) await workplace.run(['queue', 'retry', id]);
  await workplace.run(['work', '--until-idle']);
  expect(await arrivedAt(place)).toEqual(arrived);
  expect(await toldOf(place)).toMatchObject({ account: { ...noLines(), accepted: 3 } });
});

it('Without the map of what stayed, no line is told twice', async () => {
  await using place = await openPracticePlace();
  const { workplace } = place;
  const file = await writeLines(
    workplace,
    [transactionLine(), inCountry('Sweden'), inCountry('Norway')],
    'export.jsonl',
  );
  await workplace.run(['send', file, '--wait']);
  await correct(place, 1, [country('Sweden', 'SE')]);
  const database = new DatabaseSync(join(workplace.home, 'queue.db'));
  database.exec('DELETE FROM line_maps WHERE submission = 3');
  database.close();
  const day = new Date().toISOString().slice(0, 10);
  const statement = await workplace.run(['statement', '--from', day, '--to', day, '--json']);
  // The first file is as its corrections replaced it, and each of them is told by itself.
  expect(statement.summary).toMatchObject({
    reconciles: true,
    files: [
      { submission: 1, account: { ...noLines(), leftOut: 3 } },
      { submission: 2, account: { ...noLines(), accepted: 2 } },
      { submission: 3, account: { ...noLines(), invalid: 1 } },
    ],
    total: { account: { ...noLines(), leftOut: 3, accepted: 2, invalid: 1 } },
  });
});
