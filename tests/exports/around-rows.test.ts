/** @file What stands around the rows of XML and JSON is in each row, as far as it stands before them. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { jsonTable } from '../../src-main/exports/json/json-table.ts';
import { xmlTable } from '../../src-main/exports/xml/xml-table.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { open as openExport } from './reading-all.ts';
import { everythingOf, never, recordsOf, sourceOf } from './source.ts';

const BEHIND = 'Values that stand behind the rows are not read: each row has only those that stand before them.';
const TOO_MUCH =
  'What stands before the rows is not read: it is broken, or more than each row can repeat (200 values or 16 kB).';

async function xml(text: string, element: string, partBytes = 10_000) {
  const { table, notes } = await xmlTable(sourceOf(text, partBytes), { format: 'xml', element }, never);
  return { table, notes, records: await recordsOf(table), faults: (await everythingOf(table)).faults };
}

async function json(text: string, list: string, partBytes = 10_000) {
  const { table, notes } = await jsonTable(sourceOf(text, partBytes), { format: 'json', list }, never);
  return { table, notes, records: await recordsOf(table), faults: (await everythingOf(table)).faults };
}

describe('XML', () => {
  test.each([1, 7, 10_000])(
    'the next statement replaces the values of the one before, in parts of %i bytes',
    async (partBytes) => {
      const text = `<d><m><h><i>M</i></h>
      <s n="1"><acct><iban>DE1</iban></acct><ccy>EUR</ccy><r><v>1</v></r><r><v>2</v></r></s>
      <s n="2"><acct><bban>77</bban></acct><r><v>3</v></r></s>
    </m></d>`;
      const { records, notes } = await xml(text, '/d/m/s/r', partBytes);
      expect(records).toEqual([
        { v: '1', 'm/h/i': 'M', 's/@n': '1', 's/acct/iban': 'DE1', 's/ccy': 'EUR' },
        { v: '2', 'm/h/i': 'M', 's/@n': '1', 's/acct/iban': 'DE1', 's/ccy': 'EUR' },
        { v: '3', 'm/h/i': 'M', 's/@n': '2', 's/acct/bban': '77' },
      ]);
      expect(notes).toEqual([]);
    },
  );

  it('leaves out what comes behind the first row, and says so', async () => {
    const { records, notes } = await xml('<a><x>1</x><r><v>1</v></r><y>2</y><r><v>2</v></r><z>3</z></a>', '/a/r');
    expect(records).toEqual([
      { v: '1', 'a/x': '1' },
      { v: '2', 'a/x': '1' },
    ]);
    expect(notes).toEqual([BEHIND]);
  });

  it('tells elements of one name on the way apart', async () => {
    const { records } = await xml('<a k="1"><x>2</x><a k="3"><x>4</x><r><v>5</v></r></a></a>', '/a/a/r');
    expect(records).toEqual([{ v: '5', 'a/@k': '1', 'a/x': '2', 'a/a/@k': '3', 'a/a/x': '4' }]);
  });

  it('reads prefixes, space, CDATA and nil as within rows', async () => {
    const { records } = await xml(
      `<q:a xmlns:q="u" xmlns:xsi="w" xsi:schemaLocation="x y"><q:h> <q:i> x </q:i><q:n xsi:nil="true"/>\n<q:c><![CDATA[<&>]]></q:c></q:h><q:r>1</q:r><q:r>2</q:r></q:a>`,
      '/a/r',
    );
    expect(records).toEqual([
      { r: '1', 'a/h/i': ' x ', 'a/h/c': '<&>' },
      { r: '2', 'a/h/i': ' x ', 'a/h/c': '<&>' },
    ]);
  });

  it('gives a column of another name to what the rows have themselves', async () => {
    const { table, records } = await xml('<o id="1"><r><o id="2"/></r><r><v>3</v></r></o>', '/o/r');
    expect(table.columns).toEqual(['o/@id', 'o', 'v', '/o/@id']);
    expect(records).toEqual([
      { 'o/@id': '2', o: '', '/o/@id': '1' },
      { v: '3', '/o/@id': '1' },
    ]);
  });

  it('refuses a row in which such a column comes late, instead of mixing the two', async () => {
    const text = `<o id="1">${'<r><v>1</v></r>'.repeat(1000)}<r><o id="2"/></r><r><v>2</v></r></o>`;
    const { records, faults } = await xml(text, '/o/r', 1000);
    expect(faults).toEqual([{ number: 1001, message: 'Row 1001 has “o/@id” twice: within it and around it.' }]);
    expect(records).toHaveLength(1001);
    expect(records.at(-1)).toEqual({ v: '2', 'o/@id': '1' });
  });

  test.each([
    ['a value of 20 kB', `<i>${'x'.repeat(20_000)}</i>`],
    ['values of 20 kB together', `<i>${'x'.repeat(2000)}</i>`.repeat(10)],
    ['201 values', '<i>1</i>'.repeat(201)],
    ['201 attributes', `<i ${Array.from({ length: 201 }, (_, at) => `a${at}=""`).join(' ')}/>`],
    ['many elements without a value', Array.from({ length: 5000 }, (_, at) => `<i${at}><x y=""/></i${at}>`).join('')],
  ])('%s before the rows are not repeated in them, and the other levels are', async (_, head) => {
    const { records, notes } = await xml(`<a><id>7</id><b>${head}<r>1</r><r>2</r></b></a>`, '/a/b/r');
    expect(records).toEqual([
      { r: '1', 'a/id': '7' },
      { r: '2', 'a/id': '7' },
    ]);
    expect(notes).toEqual([TOO_MUCH]);
  });

  it('takes no more from a thousand attributes of elements on the way', async () => {
    const attributes = Array.from({ length: 150 }, (_, at) => `a${at}="v"`).join(' ');
    const path = Array.from({ length: 200 }, (_, at) => `e${at}`);
    const text = `${path.map((name) => `<${name} ${attributes}>`).join('')}<r>1</r>${path
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')}`;
    const { table, notes } = await xml(text, `/${path.join('/')}/r`);
    expect(table.columns).toHaveLength(1 + 150);
    expect(notes).toEqual([TOO_MUCH]);
  });
});

describe('JSON', () => {
  test.each([1, 7, 10_000])('what stands before the list is in each row, in parts of %i bytes', async (partBytes) => {
    const text = `{ "account" : "DE\\u0031[{\\"", "no": null, "sum": 10.500, "open": true,
      "owner": {"name": "Zoë", "tags": ["x]", {"a": [1]}], "address": {"city": "Köln"}},
      "errors": [{"code": "[1]"}], "empty": {}, "transactions": [{"id": 1}, {"id": 2}] }`;
    const around = {
      account: 'DE1[{"',
      sum: '10.500',
      open: 'true',
      'owner.name': 'Zoë',
      'owner.address.city': 'Köln',
    };
    const { records, notes } = await json(text, '/transactions', partBytes);
    expect(records).toEqual([
      { id: '1', ...around },
      { id: '2', ...around },
    ]);
    expect(notes).toEqual([]);
  });

  it('the next object in the same file replaces the values', async () => {
    const page = (account: string, rows: string) => `{"export":{${account}"rows":[${rows}]}}`;
    const text = `${page('"account":"A",', '{"v":1},{"v":2}')}\n${page('"bank":"B",', '{"v":3}')}${page('', '{"v":4}')}`;
    const { records } = await json(text, '/export/rows');
    expect(records).toEqual([
      { v: '1', 'export.account': 'A' },
      { v: '2', 'export.account': 'A' },
      { v: '3', 'export.bank': 'B' },
      { v: '4' },
    ]);
  });

  it('leaves out what comes behind the list, and says so', async () => {
    const { records, notes } = await json('{"a":1,"rows":[{"v":1}],"b":2}', '/rows');
    expect(records).toEqual([{ v: '1', a: '1' }]);
    expect(notes).toEqual([BEHIND]);
  });

  it('gives a column of another name to what the rows have themselves', async () => {
    const { table, records } = await json('{"id":"E","at":"x","rows":[{"id":1},{"v":2}]}', '/rows');
    expect(table.columns).toEqual(['id', 'v', '/id', 'at']);
    expect(records).toEqual([
      { id: '1', '/id': 'E', at: 'x' },
      { v: '2', '/id': 'E', at: 'x' },
    ]);
  });

  it('refuses a row in which such a column comes late, instead of mixing the two', async () => {
    const rows = [...new Array<string>(5000).fill('{"v":1}'), '{"id":9}', '{"v":2}'];
    const { records, faults } = await json(`{"id":"E","rows":[${rows.join(',')}]}`, '/rows');
    expect(faults).toEqual([{ number: 5001, message: 'Row 5001 has “id” twice: within it and around it.' }]);
    expect(records).toHaveLength(5001);
    expect(records.at(-1)).toEqual({ v: '2', id: 'E' });
  });

  it('reads what stands around behind a list of a hundred thousand others', async () => {
    const others = new Array<string>(100_000).fill('{"a":[1,"]"]}').join(',');
    const { records, notes } = await json(`{"accounts":[${others}],"id":7,"rows":[{"v":1}]}`, '/rows');
    expect(records).toEqual([{ v: '1', id: '7' }]);
    expect(notes).toEqual([]);
  });

  test.each([
    ['a value of 20 kB', `"i":"${'x'.repeat(20_000)}"`],
    ['a value of a megabyte', `"i":"${'x'.repeat(1_000_000)}"`],
    ['201 values', Array.from({ length: 201 }, (_, at) => `"k${at}":${at}`).join(',')],
    ['a member twice', '"i":1,"i":2'],
  ])('%s before the list are not repeated in the rows', async (_, head) => {
    const { records, notes } = await json(`{${head},"rows":[{"v":1},{"v":2}]}`, '/rows');
    expect(records).toEqual([{ v: '1' }, { v: '2' }]);
    expect(notes).toEqual([TOO_MUCH]);
  });
});

test.each([
  ['XML', '<a><id>7</id><r><v>1</v></r><r><v>2</v></r><end>8</end></a>', ['v', 'a/id']],
  ['JSON', '{"id":7,"rows":[{"v":1},{"v":2}],"end":8}', ['v', 'id']],
])('a note about %s is among the facts of the export', async (_, text, columns) => {
  const path = join(temporaryFolder(), 'export.dat');
  writeFileSync(path, text);
  const { tables, facts } = await openExport([path]);
  expect(tables.map((table) => table.columns)).toEqual([columns]);
  expect(facts.files.map(({ notes }) => notes)).toEqual([[BEHIND]]);
});
