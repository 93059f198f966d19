/** @file What a room says, as facts, and how a person reads it. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Fact,
  type FactValue,
  fact,
  keyOfSaid,
  packed,
  type Said,
  says,
  unpacked,
  valuesWithNames,
} from '../../src-shared/languages/fact.ts';
import { factSchema, saidSchema } from '../../src-shared/languages/fact-schema.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { inEnglish, inWords, message, speaking } from '../../src-shared/languages/message.ts';

const catalogue = {
  '{path} must be a text, but is {value}.': '{path} muss ein Text sein, ist aber {value}.',
  'a list': 'eine Liste',
  '{count, plural, one {# file} other {# files}} of {name}':
    '{count, plural, one {# Datei} other {# Dateien}} von {name}',
  'No connection to {host}: {reason}': 'Keine Verbindung zu {host}: {reason}',
};
const inGerman = (said: Said | readonly Said[]): string =>
  speaking(languageFor('de', []), catalogue, () => inWords(said));

const wrongType = (path: string, value: Said) => fact('{path} must be a text, but is {value}.', { path, value });

const names = fc.oneof(fc.string(), fc.constantFrom('a list', '{"fact":"a list"}', '{value} $1 $& \\', '{"fact":'));
const { said: anySaid } = fc.letrec<{ said: Said; fact: Fact; value: FactValue }>((tie) => ({
  fact: fc.record(
    { fact: names, values: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { noNullPrototype: true }) },
    { requiredKeys: ['fact'] },
  ),
  said: fc.oneof({ depthSize: 'small' }, names, tie('fact')),
  value: fc.oneof({ depthSize: 'small' }, names, fc.integer(), tie('fact'), fc.array(tie('said'), { maxLength: 3 })),
}));

describe('A fact', () => {
  it('is said in the language of the reader, with the facts in it', () => {
    expect(inGerman(wrongType('a.b', fact('a list')))).toBe('a.b muss ein Text sein, ist aber eine Liste.');
    expect(inEnglish(wrongType('a.b', fact('a list')))).toBe('a.b must be a text, but is a list.');
  });

  it.each(['a list', '“b must be a text, but is c.”', '{value} $1 $& \\', 'line\nbreak'])(
    'leaves a name as it is, whatever it reads like: %j',
    (name) => {
      expect(inGerman(wrongType('a', name))).toBe(`a muss ein Text sein, ist aber ${name}.`);
    },
  );

  it('counts as the language does', () => {
    const files = (count: number) =>
      fact('{count, plural, one {# file} other {# files}} of {name}', { count, name: fact('a list') });
    expect([files(1), files(2000)].map(inGerman)).toEqual(['1 Datei von eine Liste', '2.000 Dateien von eine Liste']);
  });

  it('may be a value of a text of the window', () => {
    const values = { host: 'api.example', reason: [fact('a list'), 'ECONNREFUSED'] };
    const words = () => message('No connection to {host}: {reason}', values);
    expect(speaking(languageFor('de', []), catalogue, words)).toBe(
      'Keine Verbindung zu api.example: eine Liste ECONNREFUSED',
    );
  });

  it('is English where it is not translated', () => {
    expect(inGerman([fact('Something new.'), wrongType('a', '12')])).toBe(
      'Something new. a muss ein Text sein, ist aber 12.',
    );
  });

  it('is recognised by its text, whatever its values are', () => {
    expect([says(wrongType('a', '1'), wrongType('b', '2')), says('a list', fact('a list'))]).toEqual([true, false]);
  });
});

describe('What is said', () => {
  it('comes back from the text that it is stored as', () => {
    fc.assert(
      fc.property(anySaid, (said) => {
        expect(inEnglishOrFault(unpacked(packed(said)))).toBe(inEnglishOrFault(said));
      }),
    );
  });

  it('crosses a border unchanged', () => {
    fc.assert(
      fc.property(anySaid, (said) => {
        expect(saidSchema.parse(structuredClone(said))).toEqual(said);
      }),
    );
  });

  it('is told apart by its text and its values', () => {
    fc.assert(
      fc.property(names, names, (one, other) => {
        const same = keyOfSaid(wrongType('a', one)) === keyOfSaid(wrongType('a', other));
        expect(same).toBe(one === other);
      }),
    );
  });

  it('is no fact of a file that only looks like one', () => {
    expect(factSchema.safeParse({ fact: 'a', values: { b: true } }).success).toBe(false);
  });
});

it('A change of names reaches those within facts, and no word of ours', () => {
  const values = { problem: fact('{path} is a list', { path: '/tmp/a' }), path: '/tmp/a', count: 3 };
  expect(valuesWithNames(values, (name) => name.replace('/tmp/a', 'export.csv'))).toEqual({
    problem: fact('{path} is a list', { path: 'export.csv' }),
    path: 'export.csv',
    count: 3,
  });
});

/** Texts of the test may lack a value, which is the same fault before and after. */
function inEnglishOrFault(said: Said): string {
  try {
    return inEnglish(said);
  } catch (thrown) {
    return String(thrown);
  }
}
