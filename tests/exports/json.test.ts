import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonReading, jsonTable } from '../../src-main/exports/json/json-table.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { everythingOf, never, recordsOf, sourceOf } from './source.ts';

async function open(text: string | Uint8Array, reading: Omit<JsonReading, 'format'> = {}, partBytes?: number) {
  const { table } = await jsonTable(sourceOf(text, partBytes), { format: 'json', ...reading }, never);
  return table;
}

describe('the same three rows are read', () => {
  const expected = [
    { id: 'T1', amount: '10.50', 'sender.name': 'Zoë' },
    { id: 'T2', amount: '12345678901234567890.10', 'sender.name': 'B "x" {' },
    { id: 'T3' },
  ];
  const [a, b, c] = [
    '{"id":"T1","amount":10.50,"sender":{"name":"Zoë"}}',
    '{"id":"T2","amount":12345678901234567890.10,"sender":{"name":"B \\"x\\" {"}}',
    '{"id":"T3","amount":null,"sender":{}}',
  ];
  const pretty = [
    '{\r\n  "id" : "T1",\r\n  "amount": 10.50,\r\n  "sender": {\r\n    "name": "Zoë"\r\n  }\r\n}',
    '{\n  "id": "T2",\n "amount"\n:\n12345678901234567890.10, "sender": {"name":"B \\"x\\" {"}\n}',
    '{\n\n"id":"T3"}',
  ];
  test.each([
    ['JSON Lines', `${a}\n${b}\n${c}\n`],
    ['JSON Lines with CRLF, without a last line end', `${a}\r\n${b}\r\n${c}`],
    ['JSON Lines with blank lines', `\n${a}\n\n  \n${b}\n\r\n${c}\n\n`],
    ['a list', `[${a},${b},${c}]`],
    ['a list with a line for each', `[\n${a},\n${b},\n${c}\n]\n`],
    ['a pretty-printed list', `[\n  ${pretty.join(',\n  ')}\n]`],
    ['objects on one line', `${a}${b} ${c}`],
    ['pretty-printed objects', pretty.join('\n')],
    ['a JSON text sequence', `\u001e${a}\n\u001e${b}\n\u001e${c}\n`],
    ['an object with a list', `{"transactions":[${a},${b},${c}]}`],
    [
      'an object with a list behind others',
      `{"count":null,"errors":[],"tags":["[{","b"],"export":{"at":null,"rows":[${pretty}]},"end":true}`,
    ],
    ['lists one after the other', `[${a}]\n[${b},${c}]`],
  ])('from %s', async (_, text) => {
    for (const partBytes of [1, 3, 1000]) {
      const table = await open(text, {}, partBytes);
      expect(await recordsOf(table)).toEqual(expected);
      expect((await everythingOf(table)).rows.map(({ number }) => number)).toEqual([1, 2, 3]);
    }
  });
});

test('the path of the list is detected and filled in', async () => {
  expect((await open('{"a":{"x/y":[{"id":1}]}}')).reading).toEqual({ format: 'json', list: '/a/x~1y' });
  expect((await open('[{"id":1}]')).reading).toEqual({ format: 'json', list: '' });
  expect((await open('{"id":1}\n{"id":2}')).reading).toEqual({ format: 'json' });
});

test('the longest of several lists is detected', async () => {
  const table = await open('{"warnings":[{"w":1}],"rows":[{"id":1},{"id":2}]}');
  expect(table.reading).toEqual({ format: 'json', list: '/rows' });
});

test('a list is read from the path that is named', async () => {
  const text = '{"rows":[{"id":1},{"id":2}],"other":{"rows":[{"id":3}]},"x/y":[{"id":4}]}';
  expect(await recordsOf(await open(text, { list: '/other/rows' }))).toEqual([{ id: '3' }]);
  expect(await recordsOf(await open(text, { list: '/x~1y' }))).toEqual([{ id: '4' }]);
});

test('pages with a list each are read one after the other where the path is named', async () => {
  const table = await open('{"rows":[{"id":1}]}\n{"rows":[{"id":2},{"id":3}]}', { list: '/rows' });
  expect(await recordsOf(table)).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
});

test('an object with a list is itself the row where the top of the text is named', async () => {
  expect(await recordsOf(await open('{"id":1,"tags":[{"a":1}]}', { list: '' }))).toEqual([
    { id: '1', tags: '[{"a":1}]' },
  ]);
});

test('a path that is not there is named in the error', async () => {
  await expect(open('{"rows":[{"id":1}]}', { list: '/row' })).rejects.toMatchObject({
    code: 'file.export-unreadable',
    detail: '/exports/payments: There is no list at /row in it.',
  });
});

test('numbers stay exactly as they are written', async () => {
  const numbers = ['0', '-0', '1.50', '1E+15', '0.10000000000000001', '12345678901234567890123', '-1.0e-7', '1e400'];
  const table = await open(numbers.map((number) => `{"n":${number}}`).join('\n'));
  expect((await recordsOf(table)).map(({ n }) => n)).toEqual(numbers);
});

test('booleans are words, null and an empty object are no cell, an empty text is an empty cell', async () => {
  const { rows } = await everythingOf(await open('{"a":true,"b":false,"c":null,"d":{},"e":"","f":1}'));
  expect(rows[0]).toMatchObject({ number: 1, cells: ['true', 'false', '', '1'] });
});

test('a list within a row stays JSON, with its numbers as written and without the space between its values', async () => {
  const table = await open('{"a": [ 1.50 , "x  [\\" y" , { "b" : [ ] } ],\n"z":1}{"a":[],"z":2}');
  expect((await recordsOf(table)).map(({ a }) => a)).toEqual(['[1.50,"x  [\\" y",{"b":[]}]', '[]']);
});

test('escapes in texts and keys are decoded', async () => {
  const table = await open('{"na\\u006de":"a\\n\\t\\"\\\\\\/\\u00e9\\ud83d\\ude00","\\ud83d\\ude00":"b"}\n');
  expect(await recordsOf(table)).toEqual([{ name: 'a\n\t"\\/é😀', '😀': 'b' }]);
});

test('what is stored as a number, as true or as a list is told from a text that looks the same', async () => {
  const lines = [
    '{"a":1.234,"b":"1.234","c":{"d":5}}',
    '{"a":"1.234","b":1.234}',
    '{"a":true,"b":"true","c":{"d":[1]}}',
  ];
  const { rows } = await everythingOf(await open([...lines, '{"a":null,"late":7}'].join('\n')));
  expect(rows.map(({ stored }) => stored)).toEqual([[0, 2], [1], [0, 2], expect.anything()]);
});

test('a key that appears late is among the other cells of its row', async () => {
  const early = Array.from({ length: 1200 }, () => '{"id":"early"}').join('\n');
  const table = await open(`${early}\n{"id":"x","sender":{"late":1}}`, {}, 4000);
  expect(table.columns).toEqual(['id']);
  const { rows } = await everythingOf(table);
  expect(rows.at(-1)).toMatchObject({ number: 1201, cells: ['x'], others: [['sender.late', '1']] });
});

describe('a row is faulty, and the others are read, where', () => {
  test.each([
    ['it is cut off', '{"id":', /broken JSON|ends/],
    ['a comma is missing', '{"id":1 "b":2}', /comma/],
    ['a comma is too many', '{"id":1,}', /name of a field/],
    ['a number has a leading zero', '{"id":01}', /value was expected/],
    ['a number has a plus', '{"id":+1}', /value was expected/],
    ['it has NaN', '{"id":NaN}', /value was expected/],
    ['a word is continued', '{"id":trueish}', /value was expected/],
    ['it has single quotes', "{'id':1}", /in quotes/],
    ['a key comes twice', '{"id":1,"id":1}', /“id” twice/],
    ['a key comes twice, once spelled with an escape', '{"id":1,"i\\u0064":1}', /“id” twice/],
    ['a key comes twice, first as null', '{"id":null,"id":1}', /“id” twice/],
    ['a key of an inner object comes twice', '{"id":1,"s":{"n":1,"n":2}}', /“s.n” twice/],
    ['a dotted key and an inner object mean the same column', '{"id":1,"s.n":2,"s":{"n":1}}', /“s.n” twice/],
    ['it has half of a character', '{"id":"\\ud83d"}', /half of a character/],
    ['a list has half of a character', '{"id":["\\udc00"]}', /half of a character/],
    ['an escape is unknown', '{"id":"\\x41"}', /broken text/],
    ['a text has a tab', '{"id":"a\tb"}', /control character/],
    ['a list is broken', '{"id":[1,]}', /broken list/],
    ['it is a list', '[1,2]', /no JSON object/],
    ['it is a number', '7', /no JSON object/],
    ['something follows', '{"id":1} x', /continues after the object/],
    ['two objects stand on the line', '{"id":1}{"id":2}', /continues after the object/],
  ])('%s', async (_, line, message) => {
    const { rows, faults } = await everythingOf(await open(`{"id":"a"}\n{"id":"a"}\n${line}\n{"id":"b"}`));
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 4]);
    const said = faults.map((fault) => ({ number: fault.number, message: inEnglish(fault.message) }));
    expect(said).toEqual([{ number: 3, message: expect.stringMatching(message) }]);
    expect(said[0]?.message).toMatch(/^Row 3 .*\.$/);
  });

  test('its bytes are no UTF-8', async () => {
    const text = new TextEncoder().encode('{"id":"a"}\n{"id":"?"}\n{"id":"b"}');
    text[18] = 0xff;
    const { rows, faults } = await everythingOf(await open(text));
    expect(rows.map(({ cells }) => cells)).toEqual([['a'], ['b']]);
    expect(faults).toEqual([{ number: 2, message: 'Row 2 has bytes that are no characters in UTF-8.' }]);
  });

  test('it is nested too deeply, or a list in it is', async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const deepList = `{"id":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const { rows, faults } = await everythingOf(
      await open(`{"id":"a"}\n{"id":"a"}\n${deep}\n${deepList}\n{"id":"b"}`, {}, 50_000),
    );
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 5]);
    expect(faults.map(({ number }) => number)).toEqual([3, 4]);
  });

  test('it is larger than a row may be', async () => {
    const large = `{"id":"${'x'.repeat(17 * 1024 * 1024)}"}`;
    for (const text of [
      `{"id":"a"}\n{"id":"a"}\n${large}\n{"id":"b"}`,
      `[{"id":"a"},{"id":"a"},${large},{"id":"b"}]`,
    ]) {
      const { rows, faults } = await everythingOf(await open(text, {}, 65_536));
      expect(rows.map(({ number }) => number)).toEqual([1, 2, 4]);
      expect(faults).toEqual([{ number: 3, message: 'Row 3 is larger than 16 MB.' }]);
    }
  });

  test('it is an element of a list, and the brackets are right', async () => {
    const { rows, faults } = await everythingOf(
      await open('[{"id":1},{"id" 2},null,"x",7,[1],{"id":"a\nb"},{"id":8}]'),
    );
    expect(rows.map(({ number }) => number)).toEqual([1, 8]);
    expect(faults.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 7]);
  });
});

test.each([
  ['a bracket is the wrong one', '[{"id":1},{"id":[2}}]', /row 2, at byte 19 of the text, ] was expected, not }/],
  ['the list ends within a row', '[{"id":1},{"id":', /ends within row 2/],
  ['the list ends within a text', '[{"id":1},{"id":"', /ends within row 2/],
  ['the list is not closed', '[{"id":1},{"id":2}', /ends after row 2/],
  ['a bracket is too many', '[{"id":1}]]', /nothing was open/],
])('a text is refused with the place where %s', async (_, text, message) => {
  const read = async () => await everythingOf(await open(text));
  await expect(read()).rejects.toMatchObject({
    code: 'file.export-unreadable',
    detail: expect.stringMatching(message),
  });
});

test.each(['', ' \n', '[]', '{"rows":[]}'])('a text without rows is refused: %j', async (text) => {
  const read = async () => await open(text);
  if (text === '{"rows":[]}') expect((await everythingOf(await read())).rows).toHaveLength(1);
  else await expect(read()).rejects.toMatchObject({ detail: '/exports/payments: There are no rows in it.' });
});

test('reading stops with the reason of the signal', async () => {
  const table = await open('{"id":1}\n{"id":2}');
  const stopped = new AbortController();
  stopped.abort(new Error('stopped'));
  await expect(table.pieces(stopped.signal)[Symbol.asyncIterator]().next()).rejects.toThrow('stopped');
});

test('cells come back as they were written, in every arrangement and however the bytes come', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }).map((text) => ({ json: JSON.stringify(text), cell: text })),
    fc.tuple(fc.bigInt(), fc.nat()).map(([whole, part]) => ({ json: `${whole}.${part}`, cell: `${whole}.${part}` })),
    fc.constantFrom({ json: 'null', cell: undefined }, { json: 'true', cell: 'true' }),
  );
  const keys = fc.uniqueArray(
    fc.string({ minLength: 1 }).filter((key) => !key.includes('.')),
    { minLength: 1, maxLength: 6 },
  );
  const rows = keys.chain((names) =>
    fc.tuple(
      fc.constant(names),
      fc.array(fc.array(cell, { minLength: names.length, maxLength: names.length }), { minLength: 2, maxLength: 8 }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom('lines', 'list', 'pretty', 'inside'),
      fc.integer({ min: 1, max: 40 }),
      async ([names, table], how, partBytes) => {
        const separator = how === 'pretty' ? '\n' : '';
        const objects = table.map(
          (cells) =>
            `{${separator}${names.map((name, at) => `${JSON.stringify(name)}:${separator}${cells[at]?.json}`).join(`,${separator}`)}}`,
        );
        const text = {
          lines: objects.join('\n'),
          list: `[${objects}]`,
          pretty: objects.join('\n'),
          inside: `{"a":{"rows":[${objects}]}}`,
        }[how];
        const records = await recordsOf(await open(text, {}, partBytes));
        const expected = table.map((cells) =>
          names.map((name, at) => [name, cells[at]?.cell] as const).filter(([, written]) => written !== undefined),
        );
        expect(records.map((record) => Object.entries(record).sort())).toEqual(
          expected.map((entries) => entries.map((entry) => [...entry]).sort()),
        );
      },
    ),
    { numRuns: 300 },
  );
});
