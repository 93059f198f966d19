import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineEditor } from '../../src-main/fixing/line-editor.ts';
import type { FieldStep } from '../../src-main/fixing/recipe.ts';

function edited(line: string | Buffer, ...steps: FieldStep[]): string | undefined {
  const editor = new LineEditor(steps.map((step, index) => ({ step, index })));
  return editor.edit(Buffer.from(line))?.bytes.toString('latin1');
}

const toSe: FieldStep = { step: 'replace', field: 'country', from: 'Sweden', to: 'SE' };

describe('Only the bytes of the value change', () => {
  it.each<[string, string, string]>([
    [
      'spacing',
      '{ "a" : 1.50 ,\t"country" : "Sweden" , "b":[ 1 ] } ',
      '{ "a" : 1.50 ,\t"country" : "SE" , "b":[ 1 ] } ',
    ],
    [
      'the spelling of numbers',
      '{"a":1e400,"b":-0.0,"c":12345678901234567890.10,"country":"Sweden"}',
      '{"a":1e400,"b":-0.0,"c":12345678901234567890.10,"country":"SE"}',
    ],
    ['the order of keys', '{"country":"Sweden","10":1,"2":1}', '{"country":"SE","10":1,"2":1}'],
    ['escapes elsewhere', '{"a":"\\u0041\\/\\"}","country":"Sweden"}', '{"a":"\\u0041\\/\\"}","country":"SE"}'],
    ['a key with escapes', '{"\\u0063ountry":"Sweden"}', '{"\\u0063ountry":"SE"}'],
    ['a value with escapes', '{"country":"\\u0053weden"}', '{"country":"SE"}'],
    ['every one of duplicate keys', '{"country":"Sweden","country":"Sweden"}', '{"country":"SE","country":"SE"}'],
    [
      'not one of the same name deeper down',
      '{"x":{"country":"Sweden"},"y":[{"country":"Sweden"}],"country":"Sweden"}',
      '{"x":{"country":"Sweden"},"y":[{"country":"Sweden"}],"country":"SE"}',
    ],
    [
      'not a text that looks like a field',
      '{"x":"\\"country\\":\\"Sweden\\"","country":"Sweden"}',
      '{"x":"\\"country\\":\\"Sweden\\"","country":"SE"}',
    ],
    ['a carriage return behind it', '{"country":"Sweden"}\r', '{"country":"SE"}\r'],
  ])('%s', (_, line, expected) => {
    expect(edited(line, toSe)).toBe(expected);
  });

  it.each<[string, string | Buffer]>([
    ['another value', '{"country":"SWEDEN"}'],
    ['another type', '{"country":["Sweden"]}'],
    ['no JSON', '{"country":"Sweden"'],
    ['more behind it', '{"country":"Sweden"}}'],
    ['a comma too many', '{"country":"Sweden",}'],
    ['a list', '[{"country":"Sweden"}]'],
    ['a broken escape', '{"country":"Sweden","x":"\\q"}'],
    ['nothing', ''],
    ['only an open quote', '{"'],
    ['not UTF-8', Buffer.concat([Buffer.from('{"country":"Sweden","x":"'), Buffer.from([0xff]), Buffer.from('"}')])],
    ['NUL', '{"country":"Sweden","x":"\0"}'],
    ['a byte order mark', '\uFEFF{"country":"Sweden"}'],
  ])('A line stays as it is: %s', (_, line) => {
    expect(edited(line, toSe)).toBeUndefined();
  });

  it('A field deeper down is found by its whole path', () => {
    const step: FieldStep = { step: 'upper-case', field: 'sender.unknown.risk' };
    expect(edited('{"unknown":{"risk":"low"},"sender":{"risk":"low","unknown":{"risk":"low"}}}', step)).toBe(
      '{"unknown":{"risk":"low"},"sender":{"risk":"low","unknown":{"risk":"LOW"}}}',
    );
  });

  it('A line that is nested deeper than the stack', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(edited(`{"x":${deep},"country":"Sweden"}`, toSe)).toBe(`{"x":${deep},"country":"SE"}`);
  });

  it('A line of 16 MiB', () => {
    const filler = 'x'.repeat(16 * 1024 * 1024 - 100);
    expect(edited(`{"x":"${filler}","country":"Sweden"}`, toSe)).toBe(`{"x":"${filler}","country":"SE"}`);
  });
});

describe('Each step', () => {
  it.each<[FieldStep, string, string | undefined]>([
    [{ step: 'replace', field: 'a', from: null, to: 'x' }, '{"a":null}', '{"a":"x"}'],
    [{ step: 'replace', field: 'a', from: 7, to: 'CARD' }, '{"a":7}', '{"a":"CARD"}'],
    [{ step: 'replace', field: 'a', from: 'x', to: 12.5 }, '{"a":"x"}', '{"a":12.5}'],
    [{ step: 'trim', field: 'a' }, '{"a":" \\tx \\u00a0"}', '{"a":"x"}'],
    [{ step: 'trim', field: 'a' }, '{"a":" 1 ","b":" 1 "}', '{"a":"1","b":" 1 "}'],
    [{ step: 'upper-case', field: 'a' }, '{"a":"de"}', '{"a":"DE"}'],
    [{ step: 'upper-case', field: 'a' }, '{"a":"D\\u0045"}', undefined],
    [{ step: 'number-from-text', field: 'a', decimal: '.' }, '{"a":"12.50"}', '{"a":12.50}'],
    [
      { step: 'number-from-text', field: 'a', decimal: '.' },
      '{"a":"12345678901234567890.10"}',
      '{"a":12345678901234567890.10}',
    ],
    [{ step: 'number-from-text', field: 'a', decimal: '.' }, '{"a":"1,234,567.50"}', '{"a":1234567.50}'],
    [{ step: 'number-from-text', field: 'a', decimal: ',' }, '{"a":"1.234,50"}', '{"a":1234.50}'],
    [{ step: 'number-from-text', field: 'a', decimal: ',' }, '{"a":"12,5"}', '{"a":12.5}'],
    [{ step: 'number-from-text', field: 'a', decimal: ',' }, '{"a":"12.5"}', undefined],
    [{ step: 'number-from-text', field: 'a', decimal: '.' }, '{"a":"12,5"}', undefined],
    [{ step: 'number-from-text', field: 'a', decimal: '.' }, '{"a":"0x10"}', undefined],
    [{ step: 'number-from-text', field: 'a', decimal: '.' }, '{"a":"007"}', undefined],
    [{ step: 'number-from-text', field: 'a', decimal: '.' }, '{"a":"NaN"}', undefined],
    [{ step: 'number-from-text', field: 'a', decimal: '.' }, '{"a":12}', undefined],
    [{ step: 'drop-field', field: 'a' }, '{ "a" : 1 , "b" : 2 }', '{ "b" : 2 }'],
    [{ step: 'drop-field', field: 'b' }, '{ "a" : 1 , "b" : {"x":[1]} }', '{ "a" : 1  }'],
    [{ step: 'drop-field', field: 'a' }, '{ "a" : 1 }', '{  }'],
    [{ step: 'drop-field', field: 'a' }, '{"a":1,"a":2,"b":3,"a":4}', '{"b":3}'],
    [{ step: 'drop-field', field: 'a.b' }, '{"a":{"b":1,"c":2}}', '{"a":{"c":2}}'],
    [{ step: 'drop-field', field: 'a' }, '{"b":1}', undefined],
    [{ step: 'set-missing', field: 'a', value: 'x' }, '{"b":1}', '{"b":1,"a":"x"}'],
    [{ step: 'set-missing', field: 'a', value: 'x' }, '{ }', '{"a":"x" }'],
    [{ step: 'set-missing', field: 'a', value: 'x' }, '{"a":null}', undefined],
    [{ step: 'set-missing', field: 'a', value: 'x' }, '{"\\u0061":1}', undefined],
    [{ step: 'set-missing', field: 'b.a', value: true }, '{"b":{"c":1},"a":1}', '{"b":{"c":1,"a":true},"a":1}'],
    [{ step: 'set-missing', field: 'b.a', value: true }, '{"b":7}', undefined],
    [{ step: 'set-missing', field: 'b.a', value: 'x' }, '{"c":1}', undefined],
    [{ step: 'set-missing', field: 'b.a', value: 'x', object: 'missing' }, '{"c":1}', '{"c":1,"b":{"a":"x"}}'],
    [{ step: 'set-missing', field: 'c.b.a', value: 'x', object: 'missing' }, '{ }', '{"c":{"b":{"a":"x"}} }'],
    [
      { step: 'set-missing', field: 'c.b.a', value: 1, object: 'missing' },
      '{"c":{"d":2}}',
      '{"c":{"d":2,"b":{"a":1}}}',
    ],
    [{ step: 'set-missing', field: 'b.a', value: 'x', object: 'missing' }, '{"b":{}}', undefined],
    [{ step: 'set-missing', field: 'b.a', value: 'x', object: 'missing' }, '{"b":null}', undefined],
    [{ step: 'set-missing', field: 'c.b.a', value: 'x', object: 'missing' }, '{"c":7}', undefined],
    [{ step: 'set-missing', field: 'b.a', value: 'x', object: 'missing', beside: 'c' }, '{"d":1}', undefined],
    [
      { step: 'strip-zone', field: 'a', zone: 'UTC' },
      '{"a":"2023-03-01T10:00:00.120+02:00"}',
      '{"a":"2023-03-01T08:00:00.120"}',
    ],
  ])('%j: %s', (step, line, expected) => {
    expect(edited(line, step)).toBe(expected);
  });

  it('Several steps work on what those before have left', () => {
    const steps: FieldStep[] = [
      { step: 'trim', field: 'a' },
      { step: 'upper-case', field: 'a' },
      { step: 'drop-field', field: 'b' },
      { step: 'set-missing', field: 'b', value: 2 },
      { step: 'set-missing', field: 'c', value: 3 },
    ];
    expect(edited('{"a":" x ","b":{"a":1}}', ...steps)).toBe('{"a":"X","b":2,"c":3}');
    expect(edited('{"b":1}', ...steps)).toBe('{"b":2,"c":3}');
  });

  it('What several steps add comes into one object, which the first of them makes', () => {
    const steps: FieldStep[] = [
      { step: 'drop-field', field: 'b' },
      { step: 'set-missing', field: 'b.a', value: 1, object: 'missing' },
      { step: 'set-missing', field: 'b.a', value: 2, object: 'missing' },
      { step: 'set-missing', field: 'b.c', value: 3 },
      { step: 'set-missing', field: 'b.d', value: 4, without: ['c'] },
    ];
    expect(edited('{"x":1}', ...steps)).toBe('{"x":1,"b":{"a":1,"c":3}}');
    expect(edited('{"b":"NB-7","x":1}', ...steps)).toBe('{"x":1,"b":{"a":1,"c":3}}');
  });

  it('What stands in a field that is dropped goes with it', () => {
    const steps: FieldStep[] = [
      { step: 'upper-case', field: 'a.x' },
      { step: 'drop-field', field: 'a' },
      { step: 'set-missing', field: 'a.y', value: 1 },
    ];
    expect(edited('{"b":1,"a":{"x":"de"}}', ...steps)).toBe('{"b":1}');
  });
});

/** Any JSON text of an object, in any spelling that JSON.stringify can give. */
const objects = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'é', '__proto__', 'a.b'), fc.jsonValue({ maxDepth: 3 }));
const anyLine = fc
  .tuple(objects, fc.constantFrom(undefined, 1, '\t'), fc.boolean())
  .map(([value, space, onlyAscii]) => {
    const text = JSON.stringify(value, undefined, space).replaceAll('\n', ' ');
    return onlyAscii
      ? text.replace(/[^ -~\t]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : text;
  });
const anyField = fc.constantFrom('a', 'b', 'a.a', 'a.b', 'c.b.a', 'é');

function parsed(text: string): Record<string, unknown> {
  return JSON.parse(text);
}

function textOf(line: string, ...steps: FieldStep[]): string {
  const editor = new LineEditor(steps.map((step, index) => ({ step, index })));
  return editor.edit(Buffer.from(line))?.bytes.toString() ?? line;
}

/** The same by an independent way: over the parsed value. */
function changedIn(
  value: unknown,
  [key = '', ...rest]: string[],
  change: (owner: Record<string, unknown>, key: string) => void,
): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const owner = value as Record<string, unknown>;
  if (rest.length === 0) change(owner, key);
  else if (Object.hasOwn(owner, key)) changedIn(owner[key], rest, change);
}

describe('Judged by JSON.parse', () => {
  it('Only the named field differs', () => {
    fc.assert(
      fc.property(anyLine, anyField, (line, field) => {
        const after = parsed(textOf(line, { step: 'upper-case', field }));
        const expected = parsed(line);
        changedIn(expected, field.split('.'), (owner, key) => {
          const value = Object.hasOwn(owner, key) ? owner[key] : undefined;
          if (typeof value === 'string') owner[key] = value.toUpperCase();
        });
        expect(after).toStrictEqual(expected);
      }),
    );
  });

  it('Only the named field is missing', () => {
    fc.assert(
      fc.property(anyLine, anyField, (line, field) => {
        const after = parsed(textOf(line, { step: 'drop-field', field }));
        const expected = parsed(line);
        changedIn(expected, field.split('.'), (owner, key) => delete owner[key]);
        expect(after).toStrictEqual(expected);
      }),
    );
  });

  it('Only the missing field is added', () => {
    fc.assert(
      fc.property(anyLine, anyField, (line, field) => {
        const after = parsed(textOf(line, { step: 'set-missing', field, value: 'é"\\' }));
        const expected = parsed(line);
        changedIn(expected, field.split('.'), (owner, key) => {
          if (!Object.hasOwn(owner, key)) owner[key] = 'é"\\';
        });
        expect(after).toStrictEqual(expected);
      }),
    );
  });

  it('Only an object that is missing is made, with the field', () => {
    fc.assert(
      fc.property(anyLine, anyField, (line, field) => {
        const after = parsed(textOf(line, { step: 'set-missing', field, value: 'é', object: 'missing' }));
        const expected = parsed(line);
        const objects = field.split('.').slice(0, -1);
        let isMade = false;
        for (let depth = 1; depth <= objects.length; depth++)
          changedIn(expected, objects.slice(0, depth), (owner, key) => {
            if (Object.hasOwn(owner, key)) return;
            owner[key] = {};
            isMade = true;
          });
        if (isMade)
          changedIn(expected, field.split('.'), (owner, key) => {
            owner[key] = 'é';
          });
        expect(after).toStrictEqual(expected);
      }),
    );
  });

  it('A second time changes nothing', () => {
    const steps: FieldStep[] = [
      { step: 'set-missing', field: 'c.b.a', value: 1, object: 'missing' },
      { step: 'trim', field: 'a' },
      { step: 'upper-case', field: 'b' },
      { step: 'number-from-text', field: 'c', decimal: '.' },
      { step: 'drop-field', field: 'é' },
      { step: 'set-missing', field: 'a', value: 'x' },
    ];
    fc.assert(
      fc.property(anyLine, (line) => {
        const once = textOf(line, ...steps);
        expect(textOf(once, ...steps)).toBe(once);
      }),
    );
  });

  it('Whatever the bytes, it comes to an end, and what it gives back is an object', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ',',
      ':',
      'a',
      '"a"',
      '"a":',
      '1',
      ' ',
      '\u00e9',
      'null',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const line = parts.join('');
        const after = textOf(line, { step: 'drop-field', field: 'a' }, { step: 'set-missing', field: 'b', value: 1 });
        if (after !== line) expect(typeof parsed(after)).toBe('object');
      }),
    );
  });
});
