/** @file What people read about the formats of exports, held against their table. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { allMessages } from '../../build/languages/messages.ts';
import { createProgram } from '../../src-main/shells/cli/program.ts';
import { formatRows, formats, namedFormat, preparableEndings } from '../../src-shared/formats.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { encodings } from '../../src-shared/template-shapes.ts';

const page = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

it('the page about the command line has a row for each format', () => {
  const [, table = ''] = page('docs/command-line.md').split('| format | what it is | endings |');
  const [told = ''] = table.split('\n\n');
  const expected = formats.map((format) => {
    const { endings, settings, needsTemplate = false } = formatRows[format];
    const takes = settings.map((setting) => (setting === 'sheets' ? 'sheet' : setting));
    const key = needsTemplate ? `${format}, only by a template` : format;
    return [key, inEnglish(namedFormat(format)), endings.join(', '), takes.join(', ')];
  });
  const cells = told
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').slice(1, -1));
  expect(cells.map((row) => row.map((cell) => cell.trim()))).toEqual(expected);
});

it('each text that lists formats to export in lists all of them', () => {
  const advised = ['delimited', 'xlsx', 'parquet', 'xml', 'json'] as const;
  const list = either.format(advised.map((format) => formatRows[format].advised ?? format));
  expect(advised.toSorted()).toEqual(formats.filter((format) => formatRows[format].advised !== undefined).toSorted());
  const texts = allMessages().uses.flatMap(({ text }) => (/CSV\b.*\bParquet\b/.test(text) ? [text] : []));
  expect(texts).not.toEqual([]);
  for (const text of [...texts, page('README.md')]) expect(text).toContain(list);
});

it('the help of --reading has each format that a call can choose, and each encoding', () => {
  const outlet = new PassThrough();
  const { commands } = createProgram(() => Promise.resolve(), { stdout: outlet, stderr: outlet, argv: [] });
  const help: string[] = [];
  const prepare = commands.find((command) => command.name() === 'prepare');
  prepare?.configureOutput({ writeOut: (text) => help.push(text) }).outputHelp();
  const told = help.join('').replace(/\s+/g, ' ');
  expect(told).toContain(either.format(formats.filter((format) => formatRows[format].needsTemplate !== true)));
  expect(told).toContain(either.format(encodings));
});

it('no ending belongs to two formats', () => {
  expect(new Set(preparableEndings).size).toBe(preparableEndings.length);
});
