/** @file `tranship prepare` without a template: a stored one with the look of the export, or none where the columns are the fields. */

import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { csvOf, paymentRow, paymentTemplate, uuid } from '../prepare/exports.ts';
import { openWorkplace, type Workplace } from './tranship.ts';

const rows = [1, 2, 3].map((number) => paymentRow(number));

async function openDesk() {
  const workplace = await openWorkplace();
  const place = (name: string) => join(workplace.folder, name);
  const file = async (name: string, content: string) => {
    await writeFile(place(name), content);
    return place(name);
  };
  const store = async (changes: Partial<typeof paymentTemplate> = {}) =>
    await workplace.run([
      'template',
      'import',
      await file('template.json', JSON.stringify({ ...paymentTemplate, ...changes })),
    ]);
  return { workplace, place, file, store, [Symbol.asyncDispose]: () => workplace[Symbol.asyncDispose]() };
}

const linesIn = (out: string): string[] =>
  readdirSync(out)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(out, name), 'utf8').trimEnd().split('\n'));

const usedAt = async (workplace: Workplace) =>
  (await workplace.run(['template', 'list', '--json'])).events[0]?.['usedAt'];

it('The export of the next day is prepared by the stored template, which is named', async () => {
  await using desk = await openDesk();
  const { workplace, place } = desk;
  await desk.store();
  const done = await workplace.run(['prepare', await desk.file('december.csv', csvOf(rows)), '--out', place('out')]);
  expect(done).toMatchObject({ exitCode: 0, stderr: '' });
  expect(done.stdout).toContain('The export has the look of the stored template “Payments of the old system”.');
  expect(linesIn(place('out'))).toHaveLength(3);
  expect(await usedAt(workplace)).toBeTypeOf('number');
});

it('What of the export has changed without being read is told', async () => {
  await using desk = await openDesk();
  await desk.store();
  const withBic = csvOf(rows).replace(/$/gm, ';X').replace('country;X', 'country;BIC').replace(/^;X$/gm, '');
  const done = await desk.workplace.run(['prepare', await desk.file('december.csv', withBic), '--plan']);
  expect(done.exitCode).toBe(0);
  expect(done.stdout).toContain(
    'Since the template “Payments of the old system” was made, the export has changed: “BIC” is new.',
  );
});

it('Where a column has gone that the template reads, nothing is prepared, and the difference is named', async () => {
  await using desk = await openDesk();
  await desk.store();
  const withoutCountry = await desk.file('december.csv', csvOf(rows).replace(/;[^;\n]*$/gm, ''));
  const done = await desk.workplace.run(['prepare', withoutCountry, '--out', desk.place('out')]);
  expect(done.exitCode).toBe(2);
  expect(done.stderr).toContain('The stored template “Payments of the old system” is near.');
  expect(done.stderr).toContain('“country” has gone');
});

it('A template is used with what has changed where that is asked: the currency stands in the name of the amount', async () => {
  await using desk = await openDesk();
  await desk.store();
  const changed = csvOf(rows)
    .replace('amount;currency', 'amount EUR')
    .replaceAll(/;EUR(?=;|$)/gm, '');
  const file = await desk.file('december.csv', changed);
  const near = await desk.workplace.run(['prepare', file, '--out', desk.place('out')]);
  expect(near).toMatchObject({ exitCode: 2 });
  expect(near.stderr).toContain('--template "Payments of the old system" --take-changes');
  const call = ['prepare', file, '--template', 'Payments of the old system', '--out', desk.place('out')];
  expect((await desk.workplace.run(call)).exitCode).not.toBe(0);
  const done = await desk.workplace.run([...call, '--take-changes', '--force']);
  expect(done).toMatchObject({ exitCode: 0, stderr: '' });
  expect(linesIn(desk.place('out')).map((line) => JSON.parse(line).modification.currency)).toEqual([
    'EUR',
    'EUR',
    'EUR',
  ]);
});

it('Of two templates that fit, the better is used, and the other is named', async () => {
  await using desk = await openDesk();
  await desk.store({ name: 'Without a column', columns: paymentTemplate.columns.slice(0, -1), fields: {} });
  await desk.store();
  const done = await desk.workplace.run(['prepare', await desk.file('december.csv', csvOf(rows)), '--plan']);
  expect(done.stdout).toContain('the look of the stored template “Payments of the old system”');
  expect(done.stdout).toContain('The stored template “Without a column” fits, too.');
});

it('Transactions that are nearly right need no template, every digit stays, and what is beside the fields is named', async () => {
  await using desk = await openDesk();
  const transaction = (number: number, amount: string, camel = false) =>
    `{"${camel ? 'requestUuid' : 'request_uuid'}":"${uuid(number, 3)}","sender":{"${camel ? 'byExternalId' : 'by_external_id'}":"C-1"},"receiver":{"${camel ? 'byExternalId' : 'by_external_id'}":"C-2"},"modification":{"${camel ? 'externalId' : 'external_id'}":"${uuid(number)}","amount":${amount},"currency":"EUR"}}`;
  const amounts = ['1E5', '9007199254740993', '0.10'];
  const items = amounts.map((amount, at) => `{"seq":${at},"data":${transaction(at + 1, amount, true)}}`);
  const source = await desk.file('own.json', `\uFEFF{"items":[\r\n${items.join(',\r\n')}\r\n]}`);
  const done = await desk.workplace.run(['prepare', source, '--out', desk.place('out')]);
  expect(done).toMatchObject({ exitCode: 0, stderr: '' });
  expect(done.stdout).toContain('The columns are the fields of a transaction: no template is needed.');
  expect(done.stdout).toContain('Left out, because they are no fields: “seq”.');
  expect(linesIn(desk.place('out'))).toEqual(amounts.map((amount, at) => transaction(at + 1, amount)));
});

it('A payment message needs no template; the risk of unknown parties is given with the call', async () => {
  await using desk = await openDesk();
  const { workplace, place } = desk;
  const message = await readFile(new URL('../prepare/payment-files/40-pain001-03.xml', import.meta.url), 'utf8');
  const export_ = await desk.file('orders.xml', message);
  const without = await workplace.run(['prepare', export_, '--plan']);
  expect(without.exitCode).toBe(1);
  expect(without.stdout).toContain('A payment message (pain.001)');
  const risk = ['--set', 'receiver.unknown.risk_assessment=low'];
  const done = await workplace.run(['prepare', export_, '--out', place('out'), ...risk]);
  expect(done.exitCode).toBe(0);
  expect(linesIn(place('out')).every((line) => line.includes('"risk_assessment":"low"'))).toBe(true);
  const wrong = await workplace.run(['prepare', export_, '--plan', '--set', 'risk']);
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('must be a field and its value')]);
});
