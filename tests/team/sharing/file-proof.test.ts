/** @file Whether the bytes of a file are those that the ledger names, as a whole and part by part. */

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAsNamed } from '../../../src-main/team/sharing/file-proof.ts';
import { folderOfFile } from '../../temporary-folder.ts';

const folder = folderOfFile();
const path = join(folder, 'day.jsonl');

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const { signal } = new AbortController();

/** Bytes, and the places where they are cut. */
const files = fc
  .uint8Array({ minLength: 4, maxLength: 400 })
  .chain((bytes) =>
    fc
      .uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 5 })
      .map((cuts) => ({ bytes, cuts: [0, ...cuts.sort((a, b) => a - b), bytes.length] })),
  );

function partsOf(bytes: Uint8Array, cuts: readonly number[]) {
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index] ?? 0;
    return { start, end, sha256: hashOf(bytes.subarray(start, end)) };
  });
}

describe('the bytes of a file', () => {
  it('are as named where the whole and each part are, in any order of the parts', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.boolean(), async ({ bytes, cuts }, isReversed) => {
        writeFileSync(path, bytes);
        const parts = partsOf(bytes, cuts);
        const named = { sha256: hashOf(bytes), parts: isReversed ? parts.toReversed() : parts };
        expect(await isAsNamed(path, named, signal)).toBe(true);
      }),
    );
  });

  it('are not where one byte of the file, or one part, is another', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.nat(), async ({ bytes, cuts }, at) => {
        writeFileSync(path, bytes);
        const other = bytes.slice();
        const index = at % bytes.length;
        other[index] = (bytes[index] ?? 0) ^ 1;
        expect(await isAsNamed(path, { sha256: hashOf(other), parts: [] }, signal)).toBe(false);
        const named = { sha256: hashOf(bytes), parts: partsOf(other, cuts) };
        expect(await isAsNamed(path, named, signal)).toBe(false);
      }),
    );
  });

  it('are not where a part reaches beyond the end', async () => {
    const bytes = Buffer.from('{"a":1}\n');
    writeFileSync(path, bytes);
    const parts = [{ start: 0, end: bytes.length + 1, sha256: hashOf(bytes) }];
    expect(await isAsNamed(path, { sha256: hashOf(bytes), parts }, signal)).toBe(false);
  });

  it('are read across blocks, with a part that begins and ends in the middle of them', async () => {
    const bytes = Buffer.alloc(3_000_001, 'abcdefghij\n');
    writeFileSync(path, bytes);
    const [start, end] = [1_048_570, 2_097_160];
    const parts = [{ start, end, sha256: hashOf(bytes.subarray(start, end)) }];
    expect(await isAsNamed(path, { sha256: hashOf(bytes), parts }, signal)).toBe(true);
  });
});
