import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BatchCutter } from '../../src-main/checking/batch-cutter.ts';
import { readBlocks } from '../../src-main/checking/line-reader.ts';
import { LineSet } from '../../src-main/checking/line-set.ts';
import { check, transaction } from './sources.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Texts full of line ends of every kind, with and without a last one. */
const content = fc
  .array(fc.constantFrom('a', 'bb', 'é', '\n', '\r\n', '\r', '\n\n', 'x'.repeat(30)), { maxLength: 60 })
  .map((parts) => Buffer.from(parts.join('')));

function reader(bytes: Uint8Array) {
  let position = 0;
  return (into: Uint8Array) => {
    const part = bytes.subarray(position, position + into.length);
    into.set(part);
    position += part.length;
    return part.length;
  };
}

/** The lines by the obvious means, line ends included. */
function linesOf(bytes: Buffer): string[] {
  return bytes.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

describe('reading lines', () => {
  it('yields every line whole, whatever the size of a block', () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 1, max: 50 }), (bytes, readBytes) => {
        const lines: string[] = [];
        for (const block of readBlocks(reader(bytes), readBytes, 10_000)) {
          let start = 0;
          for (const end of block.lineEnds) {
            lines.push(block.bytes.toString('latin1', start, end));
            start = end;
          }
        }
        expect(lines).toEqual(linesOf(bytes));
      }),
    );
  });

  it('knows the length of lines that it does not keep', () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 1, max: 50 }), (bytes, readBytes) => {
        const lengths: number[] = [];
        for (const { lineEnds, dropped } of readBlocks(reader(bytes), readBytes, 10)) {
          for (const [index, end] of lineEnds.entries()) {
            lengths.push(end - (lineEnds[index - 1] ?? 0) + (index === 0 ? dropped : 0));
          }
        }
        expect(lengths).toEqual(linesOf(bytes).map((line) => line.length));
      }),
    );
  });
});

describe('cutting batches', () => {
  /** Greedy, over the lines in memory. */
  function reference(bytes: Buffer, maxBatchBytes: number) {
    const ranges: { start: number; end: number; lines: number; sha256: string }[] = [];
    let start = 0;
    let end = 0;
    let lines = 0;
    const close = () => {
      if (end > start) ranges.push({ start, end, lines, sha256: sha256(bytes.subarray(start, end)) });
      start = end;
      lines = 0;
    };
    for (const line of linesOf(bytes)) {
      if (end + line.length - start > maxBatchBytes) close();
      end += line.length;
      lines++;
    }
    close();
    return ranges;
  }

  it('covers the file exactly, at line ends, with the right hashes, whatever the size of a block', () => {
    const sizes = fc.record({
      readBytes: fc.integer({ min: 1, max: 50 }),
      maxLineBytes: fc.constantFrom(5, 10_000),
      room: fc.nat(100),
    });
    fc.assert(
      fc.property(content, sizes, (bytes, { readBytes, maxLineBytes, room }) => {
        const maxBatchBytes = Math.max(1, ...linesOf(bytes).map((line) => line.length)) + room;
        const cutter = new BatchCutter(bytes.length, maxBatchBytes);
        for (const block of readBlocks(reader(bytes), readBytes, maxLineBytes)) cutter.add(block);
        expect(cutter.finish()).toEqual({ sha256: sha256(bytes), ranges: reference(bytes, maxBatchBytes) });
      }),
      { numRuns: 300 },
    );
  });

  it('refuses a line that is larger than a whole batch', () => {
    const line = `${JSON.stringify(transaction())}\n`;
    const limit = Buffer.byteLength(line);
    expect(() => check(`${line} ${line}`, { maxBatchBytes: limit })).toThrow(
      expect.objectContaining({ code: 'file.line-over-limit', params: { line: 2, bytes: limit + 1, limit } }),
    );
  });
});

describe('counting', () => {
  it('counts lines, transactions, valid ones and findings as an obvious reference does', () => {
    const line = fc.constantFrom('good', 'unknown-field', 'no-sender', 'blank', 'broken', 'number');
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), fc.constantFrom('\n', '\r\n'), (kinds, lineEnd) => {
        const text: Record<string, (n: number) => string> = {
          good: (n) => JSON.stringify(transaction(n)),
          'unknown-field': (n) => JSON.stringify({ ...transaction(n), more: 1 }),
          'no-sender': (n) =>
            JSON.stringify({ ...transaction(n), sender: undefined, receiver: { by_external_id: 'a' } }),
          blank: () => '',
          broken: () => '{"sender":',
          number: () => '12',
        };
        const lines = kinds.map((kind, index) => text[kind]?.(index + 1));
        const { findings, summary } = check(lines.join(lineEnd) + lineEnd);
        const rule: Record<string, string> = {
          'unknown-field': 'field.unknown',
          'no-sender': 'field.required',
          blank: 'line.blank',
          broken: 'json.syntax',
          number: 'json.not-object',
        };
        const expected = kinds.flatMap((kind, index) => (rule[kind] === undefined ? [] : [[index + 1, rule[kind]]]));
        expect(findings.map((finding) => [finding.line, finding.rule])).toEqual(expected);
        const count = (...wanted: string[]) => kinds.filter((kind) => wanted.includes(kind)).length;
        expect(summary).toMatchObject({
          lines: kinds.length,
          transactions: count('good', 'unknown-field', 'no-sender'),
          valid: count('good', 'unknown-field'),
          errors: count('no-sender', 'blank', 'broken', 'number'),
          warnings: count('unknown-field'),
        });
      }),
    );
  });

  it('counts a transaction with two errors, one of them a duplicate, as invalid once', () => {
    const faulty = JSON.stringify({ ...transaction(), request_uuid: 'x' });
    expect(
      check(`${faulty}\n${JSON.stringify(transaction())}\n${JSON.stringify(transaction(2))}`).summary,
    ).toMatchObject({
      transactions: 3,
      valid: 1,
      errors: 3,
      byRule: { 'field.format': 1, 'modification.duplicate': 2 },
    });
  });

  it('a set of lines holds what was added and nothing else', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 2_000_000 }), { maxLength: 20 }), (lines) => {
        const set = new LineSet();
        for (const line of lines) set.add(line);
        const around = lines.flatMap((line) => [line, line + 1]);
        expect(around.map((line) => set.has(line))).toEqual(around.map((line) => lines.includes(line)));
      }),
    );
  });
});
