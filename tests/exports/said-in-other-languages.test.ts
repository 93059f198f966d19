/** @file All that reading an export says is wrong with it is known in the other languages: read from the sources. */

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { namedFormat } from '../../src-main/exports/format-names.ts';
import { recognise } from '../../src-main/exports/recognise.ts';
import { describeError } from '../../src-shared/errors.ts';
import { formats } from '../../src-shared/formats.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { speaking } from '../../src-shared/languages/message.ts';
import { inSpokenWords } from '../../src-shared/retold/reasons.ts';
import { inBrackets, isTranslated } from '../languages/bracketed.ts';

const folder = fileURLToPath(new URL('../../src-main/exports/', import.meta.url));
const sources = globSync('**/*.ts', { cwd: folder }).map((name) => readFileSync(`${folder}${name}`, 'utf8'));

/** The literals that the group of an expression finds, with a value in place of each variable part. */
function literals(pattern: RegExp): string[] {
  return sources.flatMap((source) =>
    [...source.matchAll(pattern)].map(([, literal = '']) => literal.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, '77')),
  );
}

const isOfParts = /^It is 77\b|^It cannot .*: 77\.$|that 77: “77”|^Its column “77” 77|, 77, not 77\.$/;
const literal = /('[^'\n]*'|`[^`]*`)/.source;
const sentences = [
  ...literals(new RegExp(`(?:unreadable|tooMuch)\\(\\s*[\\w.#]+,\\s*${literal}`, 'g')),
  ...literals(new RegExp(`new (?:BrokenXml|BrokenJson|ParquetProblem)\\(\\s*${literal}`, 'g')),
  ...literals(new RegExp(`new ParquetProblem\\(\\s*${literal.replaceAll('(', '(?:')},\\s*${literal}`, 'g')),
  ...literals(new RegExp(`(?:remedy(?: =|:)|const [A-Z_]+ =) ${literal}`, 'g')).filter((text) =>
    /^[A-Z].* .*\.$/.test(text),
  ),
  ...literals(new RegExp(`damaged\\(\\s*(?:this\\.#)?source,\\s*${literal}`, 'g')).map(
    (how) => `It cannot be read as a workbook of Excel: ${how}.`,
  ),
  ...literals(new RegExp(`refusedEntry\\([\\w.]+, ${literal}`, 'g')).map(
    (problem) => `There is an entry in it that ${problem}: “a.csv”.`,
  ),
  ...literals(new RegExp(`unreadableColumn\\([^,]+, ${literal}`, 'g')).map((how) => `Its column “a” ${how}.`),
  ...literals(new RegExp(`kind: 'foreign',\\s*name: ${literal}`, 'g')).map((name) => `It is ${name}.`),
  ...literals(/^ {2}\['[^\n]+?', ('an? [^\n]+?'), (?:[A-Z]|')/gm).map((name) => `It is ${name}.`),
]
  // What is put together of parts is below, with each of them.
  .filter((text) => !isOfParts.test(text))
  .map((text) => text.replace(/\. 77$/, '.').replace(/: 77$/, ': its words are those of a library.'));

it('finds what the sources say', () => {
  expect(sentences).toContain('It is an image.');
  expect(sentences).toContain('The workbook is protected by a password.');
  expect(sentences.length).toBeGreaterThan(90);
});

it.each([...new Set(sentences)])('“%s”', (sentence) => {
  expect(isTranslated(inBrackets(() => inSpokenWords({ problem: sentence })).problem)).toBe(true);
});

it.each(['nothing was open', '] was expected'])('a bracket that does not fit: %s', (wanted) => {
  const problem = `In row 7, at byte 90 of the text, ${wanted}, not }.`;
  expect(isTranslated(inBrackets(() => inSpokenWords({ problem })).problem)).toBe(true);
});

it.each(['', ', up to row 1,204'])('how much of a damaged file could be read%s', (rows) => {
  for (const readable of ['nothing', 'the first 1.2 MB']) {
    const words = inBrackets(() => inSpokenWords({ readable: `${readable}${rows}` }));
    expect(isTranslated(words.readable)).toBe(true);
  }
  for (const packing of ['gzip file', 'Zstandard file', 'bzip2 file', 'zip archive', 'tar archive'])
    expect(isTranslated(inBrackets(() => inSpokenWords({ packing })).packing)).toBe(true);
});

it('a format in place of another is named in the language, too', () => {
  for (const format of formats)
    for (const other of formats) {
      const problem = `It is ${namedFormat(format)}, and not ${namedFormat(other)}, as was asked for.`;
      const words = inBrackets(() => inSpokenWords({ problem })).problem;
      expect([isTranslated(words), words.match(/⟦/g)?.length]).toEqual([true, 3]);
    }
});

it('an image is an image in German and French, and in English where no other language is spoken', async () => {
  const found = recognise(Buffer.from('89504e470d0a1a0a', 'hex'));
  if (found.kind !== 'foreign') throw new Error('it was taken for an export');
  const params = { path: 'a.csv', problem: `It is ${found.name}.`, remedy: found.remedy };
  const said = async (code: string) => {
    const language = languageFor(code, []);
    const catalogue = await language.load();
    return speaking(language, catalogue, () => describeError({ code: 'file.export-unreadable', params }));
  };
  expect(await said('de')).toMatchObject({
    detail: 'a.csv: Das ist ein Bild.',
    remedy: 'Exportieren Sie die Transaktionen als CSV, XLSX, Parquet, XML oder JSON.',
  });
  expect(await said('fr')).toMatchObject({ detail: 'a.csv\u202f: C’est une image.' });
  expect(await said('en')).toMatchObject({ detail: 'a.csv: It is an image.' });
});
