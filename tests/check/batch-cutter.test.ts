import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ByteRange, cutBatches } from '../../src-main/check/batch-cutter.ts';
import { type Digests, DigestsInOrder, digestWhole } from '../../src-main/check/digests.ts';
import { countLines, lastLineEnd, nextLineEnd } from '../../src-main/check/line-ends.ts';
import { cutObviously, linesOf, sha256 } from './reference.ts';

/** Texts with line ends of every kind, with and without a final one. */
const content = fc
  .array(fc.constantFrom('a', 'bb', 'é', '\n', '\r\n', '\r', '\n\n', 'x'.repeat(30)), { maxLength: 60 })
  .map((parts) => Buffer.from(parts.join('')));

/** Bytes in memory that count how many were read. */
function memory(bytes: Buffer) {
  return {
    bytes: bytes.length,
    readBytes: 0,
    read(into: Uint8Array, position: number) {
      if (position < 0 || position + into.length > bytes.length) throw new RangeError('beyond the file');
      this.readBytes += into.length;
      into.set(bytes.subarray(position, position + into.length));
    },
  };
}

/** The digests of a file, hashed in pieces of three bytes. */
function digestsOf(bytes: Buffer, ranges: readonly ByteRange[]): Digests {
  const digests = new DigestsInOrder();
  for (const [batch, { start, end }] of ranges.entries()) {
    for (let at = start; at < end; at += 3) digests.update(bytes.subarray(at, Math.min(end, at + 3)), batch);
  }
  return digests.finish(ranges.length);
}

describe('Cutting batches', () => {
  it('Batches cover the file at line ends, are as large as the limit allows, and have the right digests', () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 1, max: 200 }), (bytes, maxBatchBytes) => {
        const expected = cutObviously(bytes, maxBatchBytes);
        fc.pre(expected !== undefined);
        const source = memory(bytes);
        const ranges = cutBatches(source, maxBatchBytes);
        const { file, batches } = digestsOf(bytes, ranges);
        expect({ file, ranges: ranges.map((range, at) => ({ ...range, sha256: batches[at] })) }).toEqual({
          file: sha256(bytes),
          ranges: expected?.map(({ lines: _, ...range }) => range),
        });
      }),
      { numRuns: 300 },
    );
  });

  it('A line larger than a batch is reported by its number, with its length', () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 1, max: 60 }), (bytes, limit) => {
        const lines = linesOf(bytes);
        const at = lines.findIndex((line) => line.length > limit);
        fc.pre(at !== -1);
        expect(() => cutBatches(memory(bytes), limit)).toThrow(
          expect.objectContaining({ params: { line: at + 1, bytes: lines[at]?.length, limit } }),
        );
      }),
    );
  });

  it.each([
    ['a line as long as the limit, with its newline', 'aaa\nbbb\n', 4, ['aaa\n', 'bbb\n']],
    ['a last line as long as the limit, without newline', 'aaa\nbbbb', 4, ['aaa\n', 'bbbb']],
    ['a file as long as the limit', 'a\nb\nc', 5, ['a\nb\nc']],
    ['a file that is one byte longer', 'a\nb\nc\n', 5, ['a\nb\n', 'c\n']],
    ['a limit of one byte', '\n\n\n', 1, ['\n', '\n', '\n']],
    ['a limit of one byte and a single one', 'a', 1, ['a']],
    ['CRLF right before the limit', 'a\r\nb\r\n', 3, ['a\r\n', 'b\r\n']],
    ['CRLF astride the limit', 'a\r\nb\r\n', 5, ['a\r\n', 'b\r\n']],
    ['a CR that is no line end', 'a\rb\nc\r\r\n', 7, ['a\rb\n', 'c\r\r\n']],
    ['blank lines between', 'a\n\n\nb\n', 3, ['a\n\n', '\nb\n']],
    ['blank lines at the end', 'a\n\n\n', 2, ['a\n', '\n\n']],
    ['nothing', '', 1, []],
  ])('Cutting %s yields batches of whole lines with the right digests', (_, text, limit, expected) => {
    const source = memory(Buffer.from(text));
    const ranges = cutBatches(source, limit);
    expect(ranges.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
    expect(digestsOf(Buffer.from(text), ranges).batches).toEqual(expected.map((batch) => sha256(Buffer.from(batch))));
  });

  it.each([
    ['whose newline is beyond it', 'aaaa\nb\n', 4, { line: 1, bytes: 5 }],
    ['whose LF is beyond it', 'aa\nbbb\r\n', 4, { line: 2, bytes: 5 }],
    ['that is the last one and has no newline', 'aaa\nbbbbb', 4, { line: 2, bytes: 5 }],
    ['behind blank ones', '\n\n\naa\n', 1, { line: 4, bytes: 3 }],
    ['of more bytes than characters', 'é\n', 2, { line: 1, bytes: 3 }],
  ])('A line larger than a batch is refused %s', (_, text, limit, params) => {
    expect(() => cutBatches(memory(Buffer.from(text)), limit)).toThrow(
      expect.objectContaining({ code: 'file.line-over-limit', params: { ...params, limit } }),
    );
  });

  it('Cutting a large file reads only the bytes around the cuts', () => {
    const source = memory(Buffer.from(`${'x'.repeat(99)}\n`.repeat(100_000)));
    cutBatches(source, 2_000_000);
    expect(source.readBytes).toBeLessThan(6 * 65_536);
  });
});

it('A file that is not cut has one digest', () => {
  const bytes = Buffer.from('x'.repeat(1_000_000));
  expect(digestWhole(memory(bytes))).toEqual({ file: sha256(bytes), batches: [] });
});

describe('Line ends', () => {
  /** Lines longer than one read step. */
  const bytes = Buffer.from(`a\n${'b'.repeat(200_000)}\n${'c'.repeat(70_000)}`);
  const end = bytes.length;

  it.each([
    [0, end, 200_003],
    [0, 200_003, 200_003],
    [0, 200_002, 2],
    [2, 200_002, undefined],
    [0, 1, undefined],
    [0, 2, 2],
  ])('The last line end in (%d, %d] is found', (from, to, expected) => {
    expect(lastLineEnd(memory(bytes), from, to)).toBe(expected);
  });

  it.each([
    [0, 2],
    [1, 2],
    [2, 200_003],
    [200_002, 200_003],
    [200_003, end],
  ])('The next line end from %d on is found', (from, expected) => {
    expect(nextLineEnd(memory(bytes), from)).toBe(expected);
  });

  it('Lines are counted, including a last one without a newline', () => {
    fc.assert(
      fc.property(content, (some) => {
        expect(countLines(memory(some), 0, some.length)).toBe(linesOf(some).length);
      }),
    );
  });
});
