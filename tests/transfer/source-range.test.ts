import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type CheckedRange, readCheckedRange } from '../../src-main/transfer/source-range.ts';

const folder = mkdtempSync(join(tmpdir(), 'tranship-range-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'export.jsonl');

async function checked(content: Buffer, start = 0, end = content.length): Promise<CheckedRange> {
  await writeFile(path, content);
  const sha256 = createHash('sha256').update(content.subarray(start, end)).digest('hex');
  return { path, fileBytes: content.length, start, end, sha256 };
}

const large = Buffer.alloc(3 * 1024 * 1024 + 17, 'transaction\n');

/** Reads the range, doing `meanwhile` after the first block; gives what came out and how it ended. */
async function readWhile(range: CheckedRange, meanwhile: () => Promise<unknown> = async () => {}) {
  const blocks: Buffer[] = [];
  try {
    for await (const block of readCheckedRange(range)) {
      blocks.push(block);
      if (blocks.length === 1) await meanwhile();
    }
    return { bytes: Buffer.concat(blocks), error: undefined };
  } catch (error) {
    return { bytes: Buffer.concat(blocks), error };
  }
}

describe('a checked range', () => {
  it('is read exactly, wherever it starts and ends', async () => {
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

  it('is accepted when only its time of modification has changed', async () => {
    const range = await checked(large);
    await utimes(path, new Date(0), new Date(0));
    expect((await readWhile(range)).error).toBeUndefined();
  });
});

describe('a file that is not what was checked', () => {
  const faults: [title: string, fault: () => Promise<unknown>, code: string][] = [
    ['grew', () => appendFile(path, 'more\n'), 'file.changed'],
    ['was truncated', () => truncate(path, 1000), 'file.changed'],
    ['was replaced', () => writeFile(`${path}.new`, large).then(() => rename(`${path}.new`, path)), 'file.changed'],
    ['was deleted', () => rm(path), 'file.not-found'],
  ];
  for (const [title, fault, code] of faults) {
    it(`never goes out whole when it ${title} while it is read`, async () => {
      const { bytes, error } = await readWhile(await checked(large), fault);
      expect(error).toMatchObject({ code });
      expect(bytes.length).toBeLessThan(large.length);
    });
  }

  it('never goes out whole when its content was changed before', async () => {
    const range = await checked(large);
    await writeFile(path, Buffer.from(large).fill('x', large.length - 1));
    const { bytes, error } = await readWhile(range);
    expect(error).toMatchObject({ code: 'file.changed' });
    expect(bytes.length).toBeLessThan(large.length);
  });

  it('is not read at all when its size is another', async () => {
    const range = await checked(large);
    await appendFile(path, 'x');
    expect(await readWhile(range)).toMatchObject({ error: { code: 'file.changed' }, bytes: Buffer.alloc(0) });
  });

  it('is named when it is gone', async () => {
    const range = await checked(large);
    await rm(path);
    expect((await readWhile(range)).error).toMatchObject({ code: 'file.not-found', params: { path } });
  });
});
