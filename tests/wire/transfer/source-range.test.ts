import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, open, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type CheckedRange, SourceRange } from '../../../src-main/wire/transfer/source-range.ts';
import { folderOfFile } from '../../temporary-folder.ts';

const folder = folderOfFile();
const path = join(folder, 'export.jsonl');

async function checked(content: Buffer, start = 0, end = content.length): Promise<CheckedRange> {
  await writeFile(path, content);
  const sha256 = createHash('sha256').update(content.subarray(start, end)).digest('hex');
  return { path, fileBytes: content.length, start, end, sha256 };
}

/** Nine blocks, the last one of a few bytes. */
const large = Buffer.alloc(8 * 1024 * 1024 + 17, 'transaction\n');
const BLOCKS = 9;

/** Reads the range and does `meanwhile` at the block of this number; returns what was read and how it ended. */
async function readWhile(range: CheckedRange, meanwhile: () => Promise<unknown> = async () => {}, number = 1) {
  const blocks: Buffer[] = [];
  let source: SourceRange | undefined;
  try {
    source = await SourceRange.open(range);
    for await (const block of source.blocks()) {
      blocks.push(Buffer.from(block));
      if (blocks.length === number) await meanwhile();
    }
    return { bytes: Buffer.concat(blocks), error: undefined };
  } catch (error) {
    return { bytes: Buffer.concat(blocks), error };
  } finally {
    await source?.close();
  }
}

describe('a checked range', () => {
  it('a range is read exactly, with any start and end', async () => {
    const positions = fc.integer({ min: 0, max: large.length - 1 });
    await fc.assert(
      fc.asyncProperty(positions, positions, async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other) + 1];
        const { bytes, error } = await readWhile(await checked(large, start, end));
        expect(error).toBeUndefined();
        expect(bytes.equals(large.subarray(start, end))).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it('a block does not change until the next but one is asked for', async () => {
    const content = randomBytes(8 * 1024 * 1024);
    const source = await SourceRange.open(await checked(content));
    let before: Buffer = Buffer.alloc(0);
    let position = 0;
    for await (const block of source.blocks()) {
      // Takes longer than the read-ahead.
      await readFile(path);
      expect(before.equals(content.subarray(position - before.length, position))).toBe(true);
      expect(block.equals(content.subarray(position, position + block.length))).toBe(true);
      before = block;
      position += block.length;
    }
    await source.close();
  });

  it('a range is accepted when only its modification time has changed', async () => {
    const range = await checked(large);
    await utimes(path, new Date(0), new Date(0));
    expect((await readWhile(range)).error).toBeUndefined();
  });
});

/** Overwrites the end of the file in place; size and modification time stay. */
async function rewrite(): Promise<void> {
  const { atime, mtime } = await stat(path);
  const file = await open(path, 'r+');
  await file.write('other', large.length - 10);
  await file.close();
  await utimes(path, atime, mtime);
}

describe('a file that is not what was checked', () => {
  const faults: [title: string, fault: () => Promise<unknown>, code: string][] = [
    ['grew', () => appendFile(path, 'more\n'), 'file.changed'],
    ['was truncated', () => truncate(path, 1000), 'file.changed'],
    ['was replaced', () => writeFile(`${path}.new`, large).then(() => rename(`${path}.new`, path)), 'file.changed'],
    ['was deleted', () => rm(path), 'file.not-found'],
    ['vanished with its drive', () => rename(folder, `${folder}-away`), 'file.unreachable'],
    ['was rewritten under the same size and date', rewrite, 'file.changed'],
  ];
  afterEach(async () => {
    if (existsSync(`${folder}-away`)) await rename(`${folder}-away`, folder);
  });
  const moments = [
    ['at the first block', 1],
    ['at a block in the middle', 5],
    ['before the last block', BLOCKS - 1],
  ] as const;
  for (const [moment, number] of moments) {
    for (const [title, fault, code] of faults) {
      if (fault === rewrite && number === BLOCKS - 1) continue;
      it(`a changed file never leaves complete when it ${title} ${moment}`, async () => {
        const { bytes, error } = await readWhile(await checked(large), fault, number);
        expect(error).toMatchObject({ code });
        expect(bytes.length).toBeLessThan(large.length);
      });
    }
  }

  it('a file that is rewritten after it was read leaves as it was checked', async () => {
    const { bytes, error } = await readWhile(await checked(large), rewrite, BLOCKS - 1);
    expect(error).toBeUndefined();
    expect(bytes.equals(large)).toBe(true);
  });

  it('a file whose content was changed before never leaves complete', async () => {
    const range = await checked(large);
    await writeFile(path, Buffer.from(large).fill('x', large.length - 1));
    const { bytes, error } = await readWhile(range);
    expect(error).toMatchObject({ code: 'file.changed' });
    expect(bytes.length).toBeLessThan(large.length);
  });

  it('a file of another size is not read at all', async () => {
    const range = await checked(large);
    await appendFile(path, 'x');
    expect(await readWhile(range)).toMatchObject({ error: { code: 'file.changed' }, bytes: Buffer.alloc(0) });
  });

  it('a file that is gone is named', async () => {
    const range = await checked(large);
    await rm(path);
    expect((await readWhile(range)).error).toMatchObject({ code: 'file.not-found', params: { path } });
  });
});

describe('a range of a file', () => {
  const names: [title: string, name: string][] = [
    ['with a composed letter', 'Bu\u0308ro.jsonl'.normalize('NFC')],
    ['with a decomposed letter', 'Büro.jsonl'.normalize('NFD')],
    ['with an emoji', 'export 👩‍💼💶.jsonl'],
    ['from right to left', 'تصدير ייצוא.jsonl'],
    [
      'with spaces, quotes and percent signs',
      process.platform === 'win32' ? " it's 100%25 #1.jsonl" : ` it's "100%25" #1?.jsonl`,
    ],
    ['that is long', join(...Array<string>(8).fill('a folder with a rather long name, as they are'), 'export.jsonl')],
  ];
  for (const [title, name] of names) {
    it(`a range is read from a file with a name ${title}`, async () => {
      const named = join(folder, name);
      await mkdir(dirname(named), { recursive: true });
      await writeFile(named, 'line\n');
      const sha256 = createHash('sha256').update('line\n').digest('hex');
      const { bytes, error } = await readWhile({ path: named, fileBytes: 5, start: 0, end: 5, sha256 });
      expect(error).toBeUndefined();
      expect(bytes.toString()).toBe('line\n');
    });
  }
});
