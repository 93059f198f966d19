import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReadAhead } from '../../src-main/check/read-ahead.ts';
import { AppError } from '../../src-shared/errors.ts';

const MB = 1024 * 1024;

/** A file that plays how long each reading takes, and notes what is read of it. */
function played(bytes: number, msOf: (bytes: number) => number) {
  const content = new Uint8Array(
    Buffer.alloc(
      bytes,
      Uint8Array.from({ length: 251 }, (_, at) => at),
    ),
  );
  const readings: number[] = [];
  let now = 0;
  const source = {
    bytes,
    read(into: Uint8Array, position: number) {
      readings.push(into.length);
      now += msOf(into.length);
      into.set(content.subarray(position, position + into.length));
    },
    changed: () => new AppError('file.changed', { path: 'export.jsonl', how: 'was written to' }),
  };
  return { content, readings, ahead: new ReadAhead(source, undefined, () => now) };
}

/** Reads all of it, so many bytes at once. */
function readThrough({ content, ahead }: ReturnType<typeof played>, step: number): void {
  for (let at = 0; at < content.length; at += step) {
    const into = new Uint8Array(Math.min(step, content.length - at));
    ahead.read(into, at);
    if (Buffer.compare(into, content.subarray(at, at + into.length)) !== 0) throw new Error(`Other bytes at ${at}.`);
  }
}

it('Of a local disk nothing is read ahead', () => {
  const file = played(9 * MB, () => 1);
  readThrough(file, MB);
  expect(file.readings).toEqual(Array(9).fill(MB));
});

it('Where each reading waits, more and more is read at once', () => {
  const file = played(40 * MB, () => 20);
  readThrough(file, MB);
  expect(file.readings.map((bytes) => bytes / MB)).toEqual([1, 2, 4, 8, 8, 8, 8, 1]);
});

it('Where the line is slow, a reading stays short', () => {
  const file = played(40 * MB, (bytes) => (bytes / MB) * 20);
  readThrough(file, MB);
  expect(Math.max(...file.readings)).toBe(2 * MB);
  const slower = played(4 * MB, (bytes) => (bytes / MB) * 1000);
  readThrough(slower, MB);
  expect(slower.readings).toEqual(Array(4).fill(MB));
});

it('Where the line becomes slow, readings become small again', () => {
  let isSlow = false;
  const file = played(60 * MB, (bytes) => (isSlow ? (bytes / MB) * 100 : 20));
  const { ahead, readings } = file;
  for (let at = 0; at < 60; at++) {
    isSlow = at > 20;
    ahead.read(new Uint8Array(MB), at * MB);
  }
  expect(Math.max(...readings)).toBe(8 * MB);
  expect(readings.slice(-20)).toEqual(Array(20).fill(MB));
});

it('Whatever is read in whatever order, it is what the file has', () => {
  const reading = fc.tuple(fc.nat(5000), fc.nat(700));
  fc.assert(
    fc.property(fc.array(reading), (asked) => {
      const { content, ahead } = played(5000, () => 20);
      for (const [at, bytes] of asked) {
        const into = new Uint8Array(Math.min(bytes, content.length - at));
        ahead.read(into, at);
        expect(into).toEqual(content.slice(at, at + into.length));
      }
    }),
  );
});
