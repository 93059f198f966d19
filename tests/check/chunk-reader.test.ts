import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutBatches } from '../../src-main/check/batch-cutter.ts';
import { Blocks } from '../../src-main/check/blocks.ts';
import { type CheckedSource, type Chunk, ChunkReader } from '../../src-main/check/chunk-reader.ts';
import { KernelMemory } from '../../src-main/check/kernel/kernel-memory.ts';
import { AppError } from '../../src-shared/errors.ts';
import { linesOf } from './reference.ts';

/** Texts with line ends of every kind, with and without a final one. */
const content = fc
  .array(fc.constantFrom('a', 'bb', 'é', '\n', '\r\n', '\r', '\n\n', 'x'.repeat(30)), { maxLength: 60 })
  .map((parts) => Buffer.from(parts.join('')));

function sourceOf(bytes: Buffer): CheckedSource {
  return {
    bytes: bytes.length,
    read(into, position) {
      if (position < 0 || position + into.length > bytes.length) throw new RangeError('beyond the file');
      into.set(bytes.subarray(position, position + into.length));
    },
    changed: () => new AppError('file.changed', { path: 'a', how: 'was written to' }),
  };
}

interface Read extends Chunk {
  bytes: Buffer;
}

/** All chunks of a file, each read only after `inUse` earlier ones were given back. */
function chunksOf(
  source: CheckedSource,
  {
    chunkBytes,
    maxBatchBytes = source.bytes + 1,
    bomBytes = 0,
    inUse = 1,
  }: { chunkBytes: number; maxBatchBytes?: number; bomBytes?: number; inUse?: number },
): Read[] {
  const memory = new KernelMemory();
  const blocks = new Blocks(memory, inUse, chunkBytes, source.bytes);
  const ranges = cutBatches(source, maxBatchBytes);
  const reader = new ChunkReader(source, { ranges, bomBytes }, chunkBytes, memory, blocks);
  const read: Read[] = [];
  const held: Chunk[] = [];
  const giveBack = () => {
    const oldest = held.shift();
    if (oldest !== undefined) blocks.giveBack(oldest.block, oldest.isLarge);
    return oldest !== undefined;
  };
  while (!reader.isAtEnd) {
    const chunk = reader.next();
    if (chunk === undefined) {
      if (!giveBack()) throw new Error('No chunk although all blocks are free.');
      continue;
    }
    const from = chunk.block.at;
    read.push({ ...chunk, bytes: Buffer.from(memory.bytes(from, from + chunk.end - chunk.start)) });
    held.push(chunk);
  }
  expect(reader.next()).toBe(undefined);
  return read;
}

describe('Reading in chunks', () => {
  it('Chunks cover every batch with whole lines, and exceed the size only for a single line', () => {
    const sizes = fc.record({
      chunkBytes: fc.integer({ min: 1, max: 100 }),
      room: fc.integer({ min: 30, max: 200 }),
      inUse: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(content, sizes, (bytes, { chunkBytes, room, inUse }) => {
        const longest = Math.max(0, ...linesOf(bytes).map((line) => line.length));
        const maxBatchBytes = longest + room;
        const chunks = chunksOf(sourceOf(bytes), { chunkBytes, maxBatchBytes, inUse });
        expect(Buffer.concat(chunks.map((chunk) => chunk.bytes)).equals(bytes)).toBe(true);
        expect(chunks.map(({ bytes: own }) => own).flatMap(linesOf)).toEqual(linesOf(bytes));
        const ends = Map.groupBy(chunks, ({ batch }) => batch)
          .values()
          .map((own) => own.at(-1)?.end)
          .toArray();
        expect(ends).toEqual(cutBatches(sourceOf(bytes), maxBatchBytes).map(({ end }) => end));
        const large = chunks.filter((chunk) => chunk.bytes.length > chunkBytes);
        expect(large.filter((chunk) => linesOf(chunk.bytes).length > 1)).toEqual([]);
      }),
    );
  });

  it('The lines of a file begin after its byte order mark', () => {
    const chunks = chunksOf(sourceOf(Buffer.from('\uFEFF{}\n')), { chunkBytes: 100, bomBytes: 3 });
    expect(chunks).toMatchObject([{ start: 0, end: 6, linesFrom: 3 }]);
  });

  it('The first chunks are small, so that the first findings appear quickly', () => {
    const chunks = chunksOf(sourceOf(Buffer.from('{}\n'.repeat(10_000))), { chunkBytes: 8000 });
    expect(chunks.map(({ start, end }) => end - start)).toEqual([498, 498, 996, 1992, 3984, 7968, 7998, 6066]);
  });

  it.each([
    ['that is the last one', ''],
    ['before another one', '\n{}\n'],
  ])('A line that is too long comes in pieces, %s', (_, rest) => {
    const line = 'x'.repeat(40 * 1024 * 1024);
    const chunks = chunksOf(sourceOf(Buffer.from(`{}\n${line}${rest}`)), { chunkBytes: 2 * 1024 * 1024 });
    const pieces = chunks.filter(({ piece }) => piece !== undefined);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.map(({ piece }) => piece?.isLast)).toEqual([...pieces.slice(1).map(() => false), true]);
    expect(pieces.at(-1)?.piece?.lineStart).toBe(3);
    expect(pieces.at(-1)?.end).toBe(3 + line.length + (rest === '' ? 0 : 1));
  });

  it('A batch that no longer ends at a line end shows that the file was changed', () => {
    const bytes = Buffer.from('{}\n{}\n');
    const source = sourceOf(bytes);
    const memory = new KernelMemory();
    const ranges = cutBatches(source, 3);
    const reader = new ChunkReader(source, { ranges, bomBytes: 0 }, 100, memory, new Blocks(memory, 1, 100, 6));
    bytes.write('x', 2);
    expect(() => reader.next()).toThrow(expect.objectContaining({ code: 'file.changed' }));
  });
});
