import { Buffer } from 'node:buffer';
import { appendFileSync, rmSync, utimesSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fetchLine, indexLines, type LineIndex, LineIndexBuilder } from '../../src-main/check/line-index.ts';
import { SourceFile } from '../../src-main/check/source-file.ts';
import { oddFile } from './odd-files.ts';
import { linesOf } from './reference.ts';
import { sourceFile } from './sources.ts';

/** A file and its index with a note every `every` lines. */
function indexed(content: Buffer, every = 1): { path: string; index: LineIndex } {
  const path = sourceFile(content);
  const source = new SourceFile(path);
  const builder = new LineIndexBuilder(source.bytes, source.modifiedAt, 1);
  source.close();
  const lines = linesOf(content);
  let position = 0;
  for (let before = 0; before < lines.length; before += every) {
    const part = lines.slice(before, before + every);
    const bytes = part.reduce((sum, line) => sum + line.length, 0);
    builder.add(position, before, { bytes, lines: part.length });
    position += bytes;
  }
  return { path, index: builder.finish() };
}

describe('Fetching a line', () => {
  it('Every line is fetched with its own text, length and offset', () => {
    fc.assert(
      fc.property(oddFile, fc.integer({ min: 1, max: 20 }), (content, every) => {
        const { path, index } = indexed(content, every);
        const lines = linesOf(content);
        const fetched = lines.map((_, at) => fetchLine(path, index, at + 1));
        let offset = 0;
        const expected = lines.map((line) => {
          const text = line.toString('utf8').replace(/\r?\n$|\r$/, '');
          offset += line.length;
          // Written again, the text has the same bytes only if they were UTF-8.
          const hasOtherBytes = !Buffer.from(line.toString('utf8')).equals(line);
          return { offset: offset - line.length, bytes: line.length, text, isShortened: false, hasOtherBytes };
        });
        expect(fetched).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it.each([0, -1, 3])('Fetching line %d of two returns nothing', (line) => {
    const { path, index } = indexed(Buffer.from('a\nb\n'));
    expect(fetchLine(path, index, line)).toBeUndefined();
  });

  it('Only the beginning of a very long line is fetched, with its full length', () => {
    const { path, index } = indexed(Buffer.from(`${'x'.repeat(1_000_000)}\n{}\n`));
    const line = fetchLine(path, index, 1);
    expect([line?.text.length, line?.bytes, line?.isShortened]).toEqual([65_536, 1_000_001, true]);
  });

  it.each<[string, (path: string) => void, string]>([
    ['was written to', (path) => appendFileSync(path, 'c\n'), 'file.changed'],
    ['has another time', (path) => utimesSync(path, 1, 1), 'file.changed'],
    ['is gone', (path) => rmSync(path), 'file.not-found'],
  ])('Fetching a line fails when the file %s', (_, change, code) => {
    const { path, index } = indexed(Buffer.from('a\nb\n'));
    change(path);
    expect(() => fetchLine(path, index, 1)).toThrow(expect.objectContaining({ code }));
  });
});

it('The index notes few of the positions it is given, and none twice', () => {
  const builder = new LineIndexBuilder(100, 0, 10);
  for (let at = 0; at < 100; at += 5) builder.add(at, at, { bytes: 5, lines: 5 });
  expect(builder.finish().offsets).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
});

it('The same lines are found in a file that was never indexed', async () => {
  await fc.assert(
    fc.asyncProperty(oddFile, async (content) => {
      const { path } = indexed(content);
      const index = await indexLines(path, new AbortController().signal);
      const texts = linesOf(content).map((_, at) => fetchLine(path, index, at + 1)?.offset);
      let offset = 0;
      const expected = linesOf(content).map((line) => {
        offset += line.length;
        return offset - line.length;
      });
      expect([index.lines, texts]).toEqual([expected.length, expected]);
    }),
    { numRuns: 50 },
  );
});

it('The index has notes all along a large file', async () => {
  const path = sourceFile(Buffer.from(`${'x'.repeat(999)}\n`.repeat(10_000)));
  const { lines, offsets } = await indexLines(path, new AbortController().signal);
  expect([lines, offsets.length]).toEqual([10_000, 5]);
  const index = await indexLines(path, new AbortController().signal);
  expect(fetchLine(path, index, 9_999)?.offset).toBe(9_998_000);
});
