/** @file What a report says is tied to the lines of its batch, and stands beside what our check found. */

import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { idOf, knownEntries, shapes } from './known-entries.ts';
import { readPlace, transactionLine } from './read-place.ts';

const lines = Array.from({ length: 12 }, (_, index) => transactionLine(index + 1));
const entry = (fields: object) => JSON.stringify({ ...fields, message: 'Wrong.' });
const report = (...entries: object[]) => entries.map(entry).join('\n');

const places = (rows: Awaited<ReturnType<ReturnType<typeof readPlace>['read']>>['rows']) =>
  rows.map(({ batchLine, service: [first], reason }) => [batchLine ?? reason, first?.tiedBy, first?.contradicts]);

test.each(Object.entries(shapes))('%s: the messages stand at the lines of the batch', async (_, content) => {
  const { rows } = await readPlace(lines).read(content);

  const found = rows.map(({ batchLine, modificationId, service }) => ({
    line: batchLine,
    id: modificationId,
    messages: service.flatMap(({ messages }) => messages),
  }));
  expect(found).toEqual(knownEntries);
});

test('a line that both found stands once, with what each says', async () => {
  const { rows, facts } = await readPlace(lines).read(report({ line: 3 }, { line: 5 }), { found: [2, 5] });

  expect(rows.map(({ batchLine, foundBy }) => [batchLine, foundBy])).toEqual([
    [2, 'check'],
    [3, 'service'],
    [5, 'both'],
  ]);
  expect(rows[2]).toMatchObject({
    check: [{ message: 'Our own finding.' }],
    service: [{ messages: [{ text: 'Wrong.' }] }],
  });
  expect(facts.rows).toEqual({ check: 1, service: 1, both: 1, unmatched: 0 });
});

test('a line with nothing but warnings is listed only where the service names it', async () => {
  const { rows } = await readPlace(lines).read(report({ line: 3 }), { warned: [2, 3] });

  expect(rows.map(({ batchLine, foundBy }) => [batchLine, foundBy])).toEqual([[3, 'both']]);
});

test('a line that only the check found tells its modification id as well', async () => {
  const { rows } = await readPlace(lines).read('', { found: [4] });

  expect(rows).toMatchObject([{ batchLine: 4, modificationId: idOf(4), foundBy: 'check' }]);
});

test.each([
  ['modification_external_id', idOf(4), 'modification'],
  ['transaction_external_id', idOf(1_000_004), 'transaction'],
  ['request_uuid', idOf(2_000_004).toUpperCase(), 'request'],
  ['id', idOf(1_000_004), 'transaction'],
])('by its %s alone, an entry finds its line', async (name, id, by) => {
  const { rows } = await readPlace(lines).read(report({ [name]: id }, { [name]: id }));

  expect(places(rows)).toEqual([[4, by, undefined]]);
});

test('where number and identifier contradict each other, the identifier wins, and the number is told', async () => {
  const { rows, facts } = await readPlace(lines).read(
    report(
      { line: 2, modification_id: idOf(9) },
      { line: 3, modification_id: idOf(3) },
      { line: 4, modification_id: idOf(4) },
    ),
  );

  expect(places(rows)).toEqual([
    [3, 'modification', undefined],
    [4, 'modification', undefined],
    [9, 'modification', 2],
  ]);
  expect(facts.contradictions).toBe(1);
});

test('of lines with the same identifier, the number tells which; without one, all are meant', async () => {
  const shared = [...lines.slice(0, 10), transactionLine(3), transactionLine(3)];
  const { read } = readPlace(shared);

  expect(places((await read(report({ line: 11, modification_id: idOf(3) }))).rows)).toEqual([
    [11, 'modification', undefined],
  ]);
  expect(places((await read(report({ modification_id: idOf(3) }))).rows).map(([line]) => line)).toEqual([3, 11, 12]);
});

test('identifiers prove that the service counts from 0, also for entries without one', async () => {
  const { rows, facts } = await readPlace(lines).read(
    report({ line: 3, modification_id: idOf(4) }, { line: 6, modification_id: idOf(7) }, { line: 9 }),
  );

  expect(places(rows).map(([line]) => line)).toEqual([4, 7, 10]);
  expect(facts.numbering).toEqual({ line: { first: 0, evidence: 'identifiers' } });
});

test.each([
  ['an index of 0', [0, 5], [1, 6], { first: 0, evidence: 'numbers' }],
  ['an index of the number of lines', [5, 12], [5, 12], { first: 1, evidence: 'numbers' }],
  ['nothing but the name', [5, 6], [6, 7], { first: 0, evidence: 'name' }],
])('an index is counted from where %s says', async (_, numbers, expected, numbering) => {
  const { rows, facts } = await readPlace(lines).read(report(...numbers.map((index) => ({ index }))));

  expect(places(rows).map(([line]) => line)).toEqual(expected);
  expect(facts.numbering).toEqual({ index: numbering });
});

test('entries that match no line stand at the end, each with its reason', async () => {
  const { rows, facts } = await readPlace(lines).read(
    report({ line: 13 }, { line: 0 }, { line: -4 }, { line: '99' }, { modification_id: idOf(77) }, {}, { line: 2 }),
  );

  expect(places(rows).map(([line]) => line)).toEqual([
    2,
    'beyond',
    'beyond',
    'beyond',
    'beyond',
    'unknown-id',
    'no-reference',
  ]);
  expect(facts.rows.unmatched).toBe(6);
});

test('several lines in one entry are several rows', async () => {
  const { rows } = await readPlace(lines).read(report({ lines: [2, 4, 4] }));

  expect(places(rows).map(([line]) => line)).toEqual([2, 4]);
});

test.each([
  ['gone', (path: string) => rmSync(path)],
  ['changed', (path: string) => writeFileSync(path, 'something else\n'.repeat(200))],
])('with a source file that is %s, numbers still count, and it is said', async (state, harm) => {
  const place = readPlace(lines);
  harm(place.sourcePath);

  const { rows, facts } = await place.read(report({ line: 3, modification_id: idOf(3) }, { modification_id: idOf(4) }));

  expect(places(rows)).toEqual([
    [3, 'number', undefined],
    ['unknown-id', undefined, undefined],
  ]);
  expect(facts.source).toBe(state);
});

test('the rows can be filtered and searched', async () => {
  const { table } = await readPlace(lines).read(
    `${entry({ line: 3 })}\n${JSON.stringify({ line: 5, message: '100 % wrong', field: 'sender' })}\n${entry({})}`,
    { found: [7] },
  );
  const { signal } = new AbortController();
  const search = async (text: string, foundBy: Parameters<typeof table.search>[0]['foundBy'] = []) =>
    table.at(await table.search({ text, foundBy }, 101, signal)).map(({ batchLine }) => batchLine);

  expect(table.rows(0, 10, ['service']).map(({ batchLine }) => batchLine)).toEqual([3, 5]);
  expect(table.rows(1, 1).map(({ batchLine }) => batchLine)).toEqual([5]);
  expect(await search('WRONG')).toEqual([3, 5, undefined]);
  expect(await search('0 %')).toEqual([5]);
  expect(await search('own finding')).toEqual([7]);
  expect(await search('wrong', ['service'])).toEqual([3, 5]);
  expect(await search('105')).toEqual([5]);
  expect(await search(idOf(3))).toEqual([3]);
});
