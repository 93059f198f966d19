import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { judgeKind } from '../../src-main/check/file-kind.ts';
import { check, rules, transaction } from './sources.ts';

const good = JSON.stringify(transaction());
const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('A file that is not JSON Lines', () => {
  it.each<[string, Buffer]>([
    ['a gzip archive', gzipSync(good)],
    ['a Zstandard archive', zstdCompressSync(good)],
    ['a 7-Zip archive', bytes('7z\xbc\xaf\x27\x1c\0\x04')],
    ['a zip archive', bytes('PK\x03\x04\x14\0\0\0\x08\0export.jsonl')],
    ['an Excel or Word document', bytes('PK\x03\x04\x14\0\0\0\x08\0[Content_Types].xml')],
    ['a PDF document', bytes('%PDF-1.4\n')],
    ['an image', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    ['an image', bytes('\xff\xd8\xff\xe0\0\x10JFIF')],
    ['a program', bytes('MZ\x90\0\x03\0')],
    ['XML or HTML', Buffer.from('<?xml version="1.0"?>\n<a/>')],
    ['XML or HTML', Buffer.from('\uFEFF<!DOCTYPE html>')],
    ['a CSV table', Buffer.from('id;amount\n1;"2;3"\n')],
    ['a CSV table', Buffer.from('id\tamount\r\n1\t2\r\n')],
    ['one JSON list', Buffer.from(`[${good},${good}]`)],
    ['one JSON list', Buffer.from(`[${good},${'x'.repeat(100_000)}`)],
    ['one JSON list', Buffer.from(`[\n${good},\n${good}\n]\n`)],
    ['one JSON list', Buffer.from(`[${good}\n,${good}\n]\n`)],
    ['one JSON list', Buffer.from(`\n [${good},\n${good}]\n`)],
    ['JSON laid out over several lines', Buffer.from(JSON.stringify(transaction(), null, 2))],
    [
      'JSON laid out over several lines',
      Buffer.from(JSON.stringify(transaction(), null, '\t').replaceAll('\n', '\r\n')),
    ],
    ['JSON laid out over several lines', Buffer.from(`{"transactions": [\n${good},\n${good}\n]}\n`)],
    ['a binary file', bytes('\x01\x02\0\x03ELF\n')],
  ])('A file of another kind is reported once as %s, and not checked further', async (kind, content) => {
    const { findings, summary } = await check(content);
    expect(findings).toEqual([
      expect.objectContaining({
        line: 0,
        rule: 'file.not-jsonl',
        message: expect.stringContaining(`This file seems to be ${kind}, not JSON Lines. `),
      }),
    ]);
    expect(summary).toMatchObject({ lines: 0, valid: 0, errors: 1, ranges: [] });
  });

  it.each<[string, Buffer]>([
    ['with byte order mark', Buffer.from(`\uFEFF${good}\n`, 'utf16le')],
    ['big-endian with byte order mark', Buffer.from(`\uFEFF${good}\n`, 'utf16le').swap16()],
    ['without byte order mark', Buffer.from(`${good}\n`, 'utf16le')],
    ['big-endian without byte order mark', Buffer.from(`${good}\n`, 'utf16le').swap16()],
  ])('A file in UTF-16 %s is reported as such', async (_, content) => {
    expect((await check(content)).findings).toMatchObject([{ line: 0, rule: 'file.encoding' }]);
  });
});

describe('A file whose first line is merely faulty is judged line by line', () => {
  it.each([
    ['cut off', '{"sender":{"by_ext'],
    ['cut off after a comma', '{"sender":{},'],
    ['cut off after a bracket', '{'],
    ['a list', '[1,2]'],
    ['a list of objects', '[{"a":1}]'],
    ['a list that is not closed', '[{"a":1}'],
    ['a heading', '# export, of, today'],
    ['a heading of a table', 'id,amount'],
    ['a tag', '<export>'],
    ['a NUL character', '\0'],
    ['blank', ' '],
    ['a text', '"text"'],
  ])('A faulty first line is judged as a line: %s', (_, firstLine) => {
    expect(judgeKind(Buffer.from(`${firstLine}\n${good}\n`))).toBeUndefined();
  });

  it.each([
    ['a value that ends in the next line', ['{"a":[', ']}']],
    ['several lines that are cut off', ['{"a":[', '{"a":[', '{"a":{']],
    ['a bracket of its own', ['[', '{"a":[']],
  ])('Faulty first lines in front of good ones are judged as lines: %s', (_, first) => {
    const lines = [...first, ...Array.from({ length: 50 }, () => good)];
    expect(judgeKind(Buffer.from(`${lines.join('\n')}\n`))).toBeUndefined();
  });

  it('A faulty first line is judged even if it is the only line', () => {
    expect(judgeKind(Buffer.from('{"a":1,'))).toBeUndefined();
  });

  it('A faulty first line is judged even if the next line is faulty, too', () => {
    expect(judgeKind(Buffer.from('{"a":1\n{"b":\n'))).toBeUndefined();
  });
});

describe('A rule set that lets another kind of file pass', () => {
  it.each(['warning', 'off'] as const)('Its lines are still judged (%s)', async (severity) => {
    const ruleSet = rules({ severities: { 'file.not-jsonl': severity } });
    const content = 'id;amount\n1;2;3\n';
    const { findings, summary } = await check(content, { ruleSet });
    expect(findings).toMatchObject([
      ...(severity === 'off' ? [] : [{ line: 0, rule: 'file.not-jsonl', severity }]),
      { line: 1, rule: 'json.syntax' },
      { line: 2, rule: 'json.syntax' },
    ]);
    expect(summary).toMatchObject({ lines: 2, transactions: 0, ranges: [{ start: 0, end: content.length }] });
  });

  it('The lines of a file in UTF-16 are judged, although each would be one that is not in UTF-8', async () => {
    const ruleSet = rules({ severities: { 'file.encoding': 'warning' } });
    const { findings, summary } = await check(Buffer.from(`\uFEFF${good}\n`, 'utf16le'), { ruleSet });
    expect(findings.map(({ line, rule }) => [line, rule])).toEqual([
      [0, 'file.encoding'],
      [1, 'file.encoding'],
      [2, 'json.syntax'],
    ]);
    expect(summary.lines).toBe(2);
  });
});

describe('A file with only blank lines', () => {
  const named = [
    { line: 0, rule: 'file.empty', message: expect.stringContaining('only blank lines, and no transaction') },
  ];

  it.each([
    ['a line end', '\n'],
    ['blanks', ' \t \r\n\r\n'],
    ['a byte order mark and a blank', '\uFEFF '],
    ['60,000 of them', '\n'.repeat(60_000)],
  ])('is reported once: %s', async (_, content) => {
    const { findings, summary } = await check(content);
    expect(findings).toMatchObject(named);
    expect(summary).toMatchObject({ lines: 0, errors: 1, ranges: [] });
  });

  it.each([
    ['', ''],
    [' with a byte order mark', '\uFEFF'],
  ])('is none if a transaction follows, however far behind%s', async (_, mark) => {
    const { summary } = await check(`${mark}${'\n'.repeat(65_536)}${good}\n`);
    expect(summary).toMatchObject({ lines: 65_537, transactions: 1 });
  });

  it('is none if a character stands in it that is no blank', async () => {
    expect((await check('\u00a0\n')).findings).toMatchObject([{ line: 1, rule: 'json.syntax' }]);
  });
});

it('A file with only a byte order mark counts as empty', async () => {
  expect((await check('\uFEFF')).findings).toMatchObject([{ line: 0, rule: 'file.empty' }]);
});
