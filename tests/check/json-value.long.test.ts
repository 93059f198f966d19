import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { jsonValueOf } from '../../src-main/check/rules/json-value.ts';

/** Text with an object, and its members in the order of JSON.parse. */
const members = (text: string) => Object.entries(Object(jsonValueOf(text)));

/** Objects that make V8 confuse the escaped keys of later ones. They must stay in use. */
const confusing: unknown[] = [];

beforeAll(() => {
  for (const first of ['x', 'y', 'a', '\\', '\\u', 'b\\', '\\u00']) {
    for (const next of ['\\', '\\u', 'b\\', '\\u0', '\\\\'])
      confusing.push(JSON.parse(JSON.stringify({ [first]: 1, [next]: 2 })));
  }
});

describe('Parsing JSON of others', () => {
  it.each([
    [
      '{"x":1,"\\u0061":2}',
      [
        ['x', 1],
        ['a', 2],
      ],
    ],
    [
      '{"x":1,"\\"":2}',
      [
        ['x', 1],
        ['"', 2],
      ],
    ],
    [
      '{"x":1,"\\n":2}',
      [
        ['x', 1],
        ['\n', 2],
      ],
    ],
    [
      '{"x":1,"\\\\":2}',
      [
        ['x', 1],
        ['\\', 2],
      ],
    ],
    [
      '{"x":1,"\\u0061c":2}',
      [
        ['x', 1],
        ['ac', 2],
      ],
    ],
    [
      '{"x":1,"b\\u0061":2}',
      [
        ['x', 1],
        ['ba', 2],
      ],
    ],
    [
      '{"x" : 1 ,\t"\\u0061"\r\n : 2}',
      [
        ['x', 1],
        ['a', 2],
      ],
    ],
    [
      '{"x":"\\":","\\u0061":"\\u0061"}',
      [
        ['x', '":'],
        ['a', 'a'],
      ],
    ],
    [
      '{"x":1,"\\u0061":2,"a":3}',
      [
        ['x', 1],
        ['a', 3],
      ],
    ],
    [
      '{"x":1,"a":2,"\\u0061":3,"y":4}',
      [
        ['x', 1],
        ['a', 3],
        ['y', 4],
      ],
    ],
    [
      '{"x":1,"\\u0031":2}',
      [
        ['1', 2],
        ['x', 1],
      ],
    ],
    [
      '{"x":1,"\\ue000":2,"\ue0000":3}',
      [
        ['x', 1],
        ['\ue000', 2],
        ['\ue0000', 3],
      ],
    ],
    [
      '{"x":1,"\\ud800":2}',
      [
        ['x', 1],
        ['\ud800', 2],
      ],
    ],
  ])('The members of %s are those that it spells', (text, expected) => {
    expect(members(text)).toEqual(expected);
  });

  it('A key __proto__ that is spelled with an escape is a key like any other', () => {
    const value = jsonValueOf('{"x":1,"\\u005f_proto__":{"a":1}}');
    expect(Object.keys(Object(value))).toEqual(['x', '__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('Escaped keys deep inside are right, deeper than a stack', () => {
    const levels = 200_000;
    let value = jsonValueOf(`${'{"x":1,"\\u0061":'.repeat(levels)}7${'}'.repeat(levels)}`);
    let found = 0;
    while (typeof value === 'object' && value !== null && Object.keys(value).join() === 'x,a') {
      value = 'a' in value ? value.a : undefined;
      found++;
    }
    expect({ value, found }).toEqual({ value: 7, found: levels });
  });

  it('What is no JSON is refused in the words of JSON.parse', () => {
    expect(() => jsonValueOf('{"\\u0061":}')).toThrow(`Unexpected token '}', "{"\\u0061":}" is not valid JSON`);
  });

  it('Any keys are right, also those that come again, in any spelling and after any other objects', () => {
    const character = fc.constantFrom('a', 'b', '\\', '"', 'u', '0', '\n', 'é', '\ue000', '😀', '\ud800');
    const key = fc.string({ unit: character, minLength: 1, maxLength: 4 });
    const spelled = fc.tuple(key, fc.infiniteStream(fc.boolean())).map(([text, escapes]) => ({
      text,
      json: `"${[...text].map((each) => spell(each, escapes.next().value === true)).join('')}"`,
    }));
    const object = fc.array(spelled, { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(object, { minLength: 1, maxLength: 8 }), (objects) => {
        for (const keys of objects) {
          const parsed = jsonValueOf(`{${keys.map(({ json }, at) => `${json}:${at}`).join(',')}}`);
          // Of several with one key, the last counts, at the place of the first.
          const expected = [...new Map(keys.map(({ text }, at) => [text, at]))];
          const isIndex = ([text]: [string, number]) => /^(?:0|[1-9]\d*)$/.test(text);
          confusing.push(parsed);
          expect(Object.entries(Object(parsed))).toEqual([
            ...expected.filter(isIndex),
            ...expected.filter((each) => !isIndex(each)),
          ]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

/** The JSON of one character, by units where it must or may be escaped. */
function spell(character: string, escaped: boolean): string {
  if (!escaped && character === '"') return '\\"';
  if (!escaped && character === '\\') return '\\\\';
  if (!escaped && character >= ' ' && character !== '\ud800') return character;
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
