/** @file Rows that a preparation refused stay part of the account of what was sent, until they are prepared again or settled elsewhere. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { csvOf, paymentRow, paymentTemplate } from '../prepare/exports.ts';
import { openPracticePlace } from './practice-place.ts';

/** Four rows, of which the second and the fourth have no amount that can be read: two files would be sent without them. */
async function sentPlace() {
  const place = await openPracticePlace();
  const { workplace } = place;
  const at = (name: string) => join(workplace.folder, name);
  const rows = [1, 2, 3, 4].map((number) => paymentRow(number, number % 2 === 0 ? { amount: 'zwölf' } : {}));
  writeFileSync(at('november.csv'), csvOf(rows));
  writeFileSync(at('template.json'), JSON.stringify(paymentTemplate));
  const prepare = (from: string, to: string) =>
    workplace.run(['prepare', from, '--template', at('template.json'), '--out', at(to), '--split', 'count:1']);
  await prepare(at('november.csv'), 'out');
  const sent = await workplace.run(['send', at('out'), '--wait']);
  const refused = join(at('out'), 'refused-rows-001.csv');
  return { ...place, at, prepare, sent, refused, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

const remark = '2 rows of november.csv were refused by the preparation, and are not in these files.';

it('Rows that were refused are named where the files are sent, listed, stated and proved', async () => {
  await using place = await sentPlace();
  const { workplace, at, sent, refused } = place;
  expect(sent.stdout).toContain(remark);
  expect(sent.stdout).toContain(refused);
  const listed = await workplace.run(['queue', 'list', '--json']);
  const manifest = { manifest: expect.any(String), exports: [{ export: 'november.csv', rows: 2, file: refused }] };
  expect(listed.summary).toMatchObject({ submissions: [{ refusedRows: manifest }, { refusedRows: manifest }] });
  expect((await workplace.run(['queue', 'list'])).stdout).toContain('2 rows refused by the preparation');
  const day = new Date().toISOString().slice(0, 10);
  const page = at('statement.html');
  const statement = await workplace.run(['statement', '--to', day, '--out', page]);
  const stated = '2 rows of november.csv were refused by the preparation: they are in no file, and NOT COUNTED HERE.';
  expect(statement.stdout).toContain(stated);
  expect(readFileSync(page, 'utf8')).toContain(stated);
  expect((await workplace.run(['receipt', '1'])).stdout).toContain(remark);
  expect((await workplace.run(['history'])).stdout).toContain(remark);
});

it('While rows are refused something is open, until their file was corrected, prepared and sent', async () => {
  await using place = await sentPlace();
  const { workplace, at, prepare, refused } = place;
  const open = await workplace.run(['queue', 'open']);
  expect(open.exitCode).toBe(1);
  expect(open.stdout).toContain(remark);
  expect(open.stdout).not.toContain('every line was accepted');
  writeFileSync(refused, readFileSync(refused, 'utf8').replaceAll('zwölf', '12,00'));
  await prepare(refused, 'again');
  expect((await workplace.run(['queue', 'open'])).exitCode).toBe(1);
  await workplace.run(['send', at('again'), '--wait']);
  const settled = await workplace.run(['queue', 'open']);
  expect(settled).toMatchObject({ exitCode: 0, stderr: '' });
  expect(settled.stdout).toContain('Nothing is open: every line was accepted.');
});

it('A person can say, with a reason, that refused rows are settled elsewhere', async () => {
  await using place = await sentPlace();
  const { workplace } = place;
  const without = await workplace.run(['queue', 'settle-refused', '1']);
  expect(without).toMatchObject({ exitCode: 2 });
  const settled = await workplace.run(['queue', 'settle-refused', '1', '--reason', 'Test rows of the old system']);
  expect(settled).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await workplace.run(['queue', 'open'])).toMatchObject({ exitCode: 0 });
  const twice = await workplace.run(['queue', 'settle-refused', '2', '--reason', 'Again']);
  expect(twice.exitCode).toBe(2);
  expect(twice.stderr).toContain('No refused rows are open');
  const day = new Date().toISOString().slice(0, 10);
  const statement = await workplace.run(['statement', '--to', day]);
  expect(statement.stdout).toContain('Test rows of the old system');
  expect((await workplace.run(['history'])).stdout).toContain('Test rows of the old system');
});
