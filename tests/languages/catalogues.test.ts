/** @file The texts of the sources, and their translations. */

import { describe, expect, it } from 'vitest';
import {
  argumentsOf,
  faultsOfText,
  faultsOfTranslation,
  missingIn,
  readCatalogue,
  staleIn,
} from '../../build/languages/catalogues.ts';
import { allTexts, textsInGrammar } from '../../build/languages/help-texts.ts';
import { messagesIn } from '../../build/languages/messages.ts';
import { languages } from '../../src-shared/languages/languages.ts';

const { uses, faults } = allTexts();

describe('The texts of the sources', () => {
  it('are found', () => {
    expect(uses.length).toBeGreaterThan(50);
    expect(uses.find(({ text }) => text === 'Nothing in the queue')?.file).toBe('src-renderer/queue/empty-queue.tsx');
  });

  it('are literals, so that all of them are known', () => {
    expect(faults).toEqual([]);
  });

  it('are in the form of ICU, with the plurals of English', () => {
    expect(
      uses.flatMap(({ file, line, text }) => faultsOfText(text, 'en').map((fault) => `${file}:${line} ${fault}`)),
    ).toEqual([]);
  });

  it('get a value for each name in braces, and no other', () => {
    const odd = uses.flatMap(({ file, line, text, values }) => {
      const wanted = [...argumentsOf(text).keys()].sort().join();
      return values === undefined || values.toSorted().join() === wanted
        ? []
        : [`${file}:${line} ${wanted}: ${values}`];
    });
    expect(odd).toEqual([]);
  });
});

describe.each(languages.filter(({ code }) => code !== 'en').map(({ code }) => code))('The translations: %s', (code) => {
  const catalogue = readCatalogue(code);

  it('are complete', () => {
    expect(missingIn(catalogue, uses).map(({ key }) => key)).toEqual([]);
  });

  it('have none that no source uses', () => {
    expect(staleIn(catalogue, uses)).toEqual([]);
  });

  it('fit their texts', () => {
    const odd = uses.flatMap(({ text, key }) => {
      const translation = catalogue[key];
      return translation === undefined
        ? []
        : faultsOfTranslation(text, translation, code).map((fault) => `${key}: ${fault}`);
    });
    expect([...new Set(odd)]).toEqual([]);
  });
});

describe('A source', () => {
  const read = (source: string) => messagesIn(source, 'a.tsx');

  it.each([
    ["message('Queue')", 'Queue', []],
    ['message(`It’s {name}`, { name: file.name })', 'It’s {name}', ['name']],
    ["message('{a} {b}', { a, 'b': 1 })", '{a} {b}', ['a', 'b']],
    ["message('Open', {}, { context: 'state' })", 'state ⟩ Open', []],
    ["message('{a}', given)", '{a}', undefined],
    ["message('{a}', { ...given })", '{a}', undefined],
    ["const view = <p title={message('In markup')}>{name}</p>", 'In markup', []],
  ])('%s', (source, key, values) => {
    expect(read(source)).toMatchObject({ uses: [{ key, line: 1 }], faults: [] });
    expect(read(source).uses[0]?.values).toEqual(values);
  });

  it.each([
    'message(title)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source as it would be written
    'message(`Batch ${place}`)',
    "message('Batch ' + place)",
    "message(isOne ? 'file' : 'files')",
    'message()',
    "message('Open', {}, { context })",
    "message('Open', {}, options)",
  ])('is refused with %s', (source) => {
    expect(read(`\n${source}`)).toEqual({ uses: [], faults: [expect.stringContaining('a.tsx:2')] });
  });

  it('is the grammar of the help, whose literals are found where it has them', () => {
    const printed = new Set(['write it', 'write all', '<file>']);
    const grammar = "\ncommand('export <id>', 'write all')\n  .option('--out <file>', 'write it').conflicts('all');";
    expect(textsInGrammar(grammar, 'a.ts', printed).map(({ key, line }) => [key, line])).toEqual([
      ['write all', 2],
      ['<file>', 3],
      ['write it', 3],
    ]);
  });

  it('is not asked for what only looks like a text', () => {
    expect(read("// message('comment')\nconst a = \"message('text')\"; error.message; send.message('x')").uses).toEqual(
      [],
    );
  });
});

describe('A translation', () => {
  const files = '{count, plural, one {# file} other {# files}} of {name}';
  const kinds = '{kind, select, test {Test} other {Else}}';

  it.each([
    ['Queue', 'Warteschlange', 'de'],
    [files, '{name}: {count, plural, one {# Datei} other {# Dateien}}', 'de'],
    [files, '{name}: {count, plural, =0 {nichts} one {# Datei} other {# Dateien}}', 'de'],
    [files, 'Von {name}: {count, number}', 'de'],
    [files, '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}} z {name}', 'pl'],
    [kinds, '{kind, select, test {Probe} other {Sonst}}', 'de'],
    ['It’s done', 'C’est fait', 'fr'],
  ])('of “%s” as “%s” (%s) fits', (text, translation, code) => {
    expect(faultsOfTranslation(text, translation, code)).toEqual([]);
  });

  it.each([
    [files, '{count, plural, one {# Datei} other {# Dateien}}', 'de', '{name} is missing'],
    [files, '{count, plural, one {# Datei} other {# Dateien}} von {datei}', 'de', '{name} is missing'],
    [files, '{count, plural, other {# Dateien}} von {name}', 'de', 'the plural lacks “one”'],
    [files, '{count, plural, one {# plik} other {# pliki}} z {name}', 'pl', 'the plural lacks “few”'],
    [files, '{count, plural, one {# Datei}} von {name}', 'de', 'ICU'],
    [files, '{count, plural, one {# Datei} other {# Dateien} von {name}', 'de', 'ICU'],
    [files, '{count} von {name}', 'de', 'instead of'],
    [kinds, '{kind, select, probe {Probe} other {Sonst}}', 'de', 'instead of'],
    ['Queue', '{name}', 'de', '{name} has no value'],
    ['Queue', ' ', 'de', 'empty'],
  ])('of “%s” as “%s” (%s) is refused', (text, translation, code, fault) => {
    expect(faultsOfTranslation(text, translation, code).join()).toContain(fault);
  });

  it('is missing or stale', () => {
    const { uses: some } = messagesIn("message('A'); message('B'); message('A')", 'a.ts');
    expect(missingIn({ B: 'b', C: 'c' }, some)).toEqual([{ key: 'A', files: ['a.ts:1', 'a.ts:1'] }]);
    expect(staleIn({ B: 'b', C: 'c', A: 'a' }, some)).toEqual(['C']);
  });
});
