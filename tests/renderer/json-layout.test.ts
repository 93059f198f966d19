import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Layout, layOut, placesOf } from '../../src-renderer/json-text/json-layout.ts';

const rowsOf = (layout: Layout) => (layout.kind === 'laid-out' ? layout.rows : []);
const shown = (layout: Layout) => rowsOf(layout).map(({ depth, text }) => '  '.repeat(depth) + text);
const marked = (layout: Layout) => rowsOf(layout).flatMap(({ text, marked }) => (marked ? [text] : []));

const line =
  '{"sender":{"by_external_id":"a","unknown":{"external_id":"x"}},"modification":{"amount":12345678901234567890.10,"tags":["a","b"]},"empty":{}}';

describe('A line of JSON', () => {
  it('A line of JSON is laid out one key a row', () => {
    expect(shown(layOut('{"a": 1,"b":[true,{}], "c" :null}', ''))).toEqual([
      '{',
      '  "a": 1,',
      '  "b": [',
      '    true,',
      '    {}',
      '  ],',
      '  "c": null',
      '}',
    ]);
  });

  it('The layout keeps numbers and escapes as they are spelled', () => {
    expect(shown(layOut('{"n":12345678901234567890.10,"t":"\\u00e9\\n"}', ''))).toEqual([
      '{',
      '  "n": 12345678901234567890.10,',
      '  "t": "\\u00e9\\n"',
      '}',
    ]);
  });

  it('The layout does not change the meaning of the JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const laidOut = shown(layOut(text, '')).join('\n');
        expect(JSON.parse(laidOut)).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('The marked place', () => {
  it('The row of a nested value is marked', () => {
    expect(marked(layOut(line, 'sender.unknown.external_id'))).toEqual(['"external_id": "x"']);
  });

  it('The whole object is marked when the path leads to one', () => {
    expect(marked(layOut(line, 'sender.unknown'))).toEqual(['"unknown": {', '"external_id": "x"', '}']);
  });

  it('An element of a list is marked', () => {
    expect(marked(layOut(line, 'modification.tags.1'))).toEqual(['"b"']);
  });

  it('Both of two equal keys are marked', () => {
    expect(marked(layOut('{"a":1,"b":2,"a":3}', 'a'))).toEqual(['"a": 1,', '"a": 3']);
  });

  it('A key that contains dots is marked', () => {
    expect(marked(layOut('{"additional_fields":{"x.y":1}}', 'additional_fields.x.y'))).toEqual(['"x.y": 1']);
  });

  it('The nearest enclosing value is marked when the value is missing', () => {
    const layout = layOut(line, 'sender.unknown.full_name');
    expect(marked(layout)).toEqual(['"unknown": {', '"external_id": "x"', '}']);
    expect(layout).toMatchObject({ missing: 'sender.unknown.full_name' });
  });

  it('Nothing is marked when even the start of the path is missing', () => {
    const layout = layOut(line, 'receiver.by_external_id');
    expect(marked(layout)).toEqual([]);
    expect(layout).toMatchObject({ missing: 'receiver.by_external_id' });
  });

  it('Nothing is marked for a finding about the whole line', () => {
    expect(layOut(line, '')).not.toHaveProperty('missing');
    expect(marked(layOut(line, ''))).toEqual([]);
  });

  it('A place is marked for every path of a value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.dictionary(fc.string(), fc.integer())), (value) => {
        for (const [key, inner] of Object.entries(value)) {
          for (const innerKey of Object.keys(inner)) {
            expect(marked(layOut(JSON.stringify(value), `${key}.${innerKey}`))).not.toEqual([]);
          }
        }
      }),
    );
  });
});

describe('A line that is not JSON', () => {
  it.each([
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a":01}', 6],
    ["{'a':1}", 1],
    ['{"a":1} {"b":2}', 8],
    ['{"a":"x', 5],
    ['', 0],
  ])('The line %j is shown unchanged, and breaks at character %i', (text, brokenAt) => {
    expect(layOut(text, 'a')).toEqual({ kind: 'raw', brokenAt });
  });

  it('A line may be nested without limit', () => {
    expect(layOut('['.repeat(100_000), '')).toMatchObject({ kind: 'raw' });
  });

  it('No line breaks the page', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (text, path) => void layOut(text, path)));
  });
});

describe('The beginning of a very long line', () => {
  it('The beginning of a long line is laid out as far as it goes', () => {
    expect(shown(layOut('{"a":1,"b":{"c":"unfini', 'a', true))).toEqual(['{', '  "a": 1,', '  "b": {', '…']);
  });

  it('The beginning of a long line is shown unchanged if it breaks before its end', () => {
    expect(layOut('{"a":1,,"b":{"c":"unfini', 'a', true)).toEqual({ kind: 'raw', brokenAt: 7 });
  });

  it('The beginning of a long line still has its place marked', () => {
    expect(marked(layOut('{"a":1,"b":{"c":"unfini', 'a', true))).toEqual(['"a": 1,']);
  });
});

describe('The place of a path in a text', () => {
  const found = (text: string, path: string) =>
    placesOf(text, [path]).flatMap((places) => places.map(({ from, to }) => text.slice(from, to)));

  it('is the key with its value', () => {
    expect(found(line, 'sender.unknown.external_id')).toEqual(['"external_id":"x"']);
    expect(found('{\n  "a" :\n 1.50 }', 'a')).toEqual(['"a" :\n 1.50']);
  });

  it('of an object is its key and where it begins', () => {
    expect(found(line, 'modification')).toEqual(['"modification":{']);
  });

  it('is each of two equal keys', () => {
    expect(found('{"a":1,"a":3}', 'a')).toEqual(['"a":1', '"a":3']);
  });

  it('is an element of a list', () => {
    expect(found(line, 'modification.tags.1')).toEqual(['"b"']);
  });

  it('of a missing field is the nearest value around it', () => {
    expect(found(line, 'sender.unknown.full_name')).toEqual(['"unknown":{']);
    expect(found(line, 'receiver')).toEqual(['{']);
    expect(found('[1]', '')).toEqual(['[']);
  });

  it('of a text that is no JSON is the first character that does not fit', () => {
    expect(found('{"a": oops}', '')).toEqual(['o']);
    expect(found('{"a":', 'a')).toEqual([':']);
    expect(placesOf('', ['a'])).toEqual([[{ from: 0, to: 0 }]]);
  });

  it('is found for each of several paths', () => {
    expect(placesOf('{"a":1,"b":2}', ['b', 'a'])).toEqual([[{ from: 7, to: 12 }], [{ from: 1, to: 6 }]]);
  });
});
