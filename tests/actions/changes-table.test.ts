/** @file The table of changes: a row for each field of each line, as a person reads it, with the payment that the line is. */

import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changesTable } from '../../src-main/actions/changes-table.ts';
import { tableSpeaker } from '../../src-main/actions/receipts.ts';
import { changeLogOf } from '../../src-main/send/correction/corrected-file.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
import { toldMoment } from '../../src-shared/spreadsheet.ts';
import { check } from '../check/sources.ts';
import { sampleSubmission } from '../send/samples.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { signal } = new AbortController();
const store = { submission: () => undefined, lines: { map: () => undefined } };
const lineOf = (id: string, amount: string, country = 'SE') =>
  `{"payment_external_id":"${id}","country":"${country}","modification":{"amount":${amount},"currency":"EUR"}}`;

/** Line 2 of a file was left out, line 3 typed by hand and put into form by a step, line 4 put into form. */
async function corrected() {
  const path = join(temporaryFolder(), 'payments.corrected.jsonl');
  const content = `${lineOf('p1', '1')}\n${lineOf('p3', '3416.82', 'NO')}\n${lineOf('p4', '12')}\n`;
  writeFileSync(path, content);
  const { summary } = await check(content);
  const checked = { ...summary, modifiedAt: statSync(path).mtimeMs };
  const made = { ...sampleSubmission({ name: path, content: path, check: checked }), id: submissionIdSchema.parse(2) };
  const form = { step: 'number-from-text', field: 'modification.amount' };
  const entries = [
    { line: 2, step: 'by-hand', payment: { ids: ['p2'], amount: '7' }, reason: 'Paid in cash.' },
    {
      line: 3,
      newLine: 2,
      step: 'by-hand',
      before: lineOf('p3', '1', 'Norge'),
      after: lineOf('p3', '"3416,82"', 'NO'),
    },
  ];
  const written = [
    ...entries.map((entry) => JSON.stringify(entry)),
    `${JSON.stringify({ line: 3, newLine: 2, ...form }).slice(0, -1)},"before":"3416,82","after":3416.82,"at":"2026-11-30T10:04:00Z"}`,
    `${JSON.stringify({ line: 4, newLine: 3, ...form }).slice(0, -1)},"before":"12","after":12}`,
  ];
  writeFileSync(changeLogOf(path), written.map((entry) => `${entry}\n`).join(''));
  return { made };
}

async function rowsOf(list: Awaited<ReturnType<typeof corrected>>, language?: string): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of changesTable({ app: { store }, signal }, [list], await tableSpeaker(language)))
    pieces.push(piece);
  return pieces.join('').trim().split('\r\n').slice(1);
}

it('A line by hand is a row for each field, with values as people write them and the payment as it is sent', async () => {
  const rows = await rowsOf(await corrected(), 'en');
  expect(rows).toEqual([
    '2,,Left out by hand,,,,,,,,,2,Paid in cash.,p2,7.00,,',
    '3,2,Corrected by hand,country,Norge,NO,,,,,,3,,p3,3416.82,EUR,',
    `3,2,Corrected by hand · Written as a number,Amount · modification.amount,1.00,3416.82,,${toldMoment('2026-11-30T10:04:00Z')},,,,3,,p3,3416.82,EUR,`,
    '4,3,Written as a number,Amount · modification.amount,12 (a text),12.00,,,,,,4,,p4,12.00,EUR,',
  ]);
});

it('Its numbers have the decimals of the language', async () => {
  expect((await rowsOf(await corrected(), 'de'))[2]).toContain(';1,00;3416,82;');
});

it('Programs read values as they stand in the line', async () => {
  expect((await rowsOf(await corrected()))[1]).toBe(
    '3,2,Corrected by hand,country,"""Norge""","""NO""",,,,,,3,,p3,3416.82,EUR,',
  );
});

it('The payments of lines are not guessed where the file is gone', async () => {
  const list = await corrected();
  rmSync(list.made.content);
  expect((await rowsOf(list, 'en')).map((row) => row.split(',').at(-4))).toEqual(['p2', '', '', '']);
});
