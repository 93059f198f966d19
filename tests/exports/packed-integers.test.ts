import { expect, test } from 'vitest';
import { readPackedIntegers } from '../../src-main/exports/parquet/packed-integers.ts';

function read(bytes: number[], width: number, count: number): number[] {
  const into = new Uint32Array(count);
  readPackedIntegers(Uint8Array.from(bytes), width, into);
  return [...into];
}

test('the example of the format’s description is read: 0 to 7 in three bits each', () => {
  expect(read([0b00000011, 0b10001000, 0b11000110, 0b11111010], 3, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('runs and packed numbers follow one another, in any width', () => {
  expect(read([10, 5, 3, 0b10110010, 4, 7], 1, 15)).toEqual([5, 5, 5, 5, 5, 0, 1, 0, 0, 1, 1, 0, 1, 7, 7]);
  expect(read([4, 0xff, 0xff, 0xff, 0xff], 32, 2)).toEqual([4294967295, 4294967295]);
  expect(read([0b11, ...Array<number>(32).fill(0xff)], 32, 8)).toEqual(Array<number>(8).fill(4294967295));
});

test('what is packed beyond the numbers that are wanted is left', () => {
  expect(read([0xfe, 0xff, 0xff, 0xff, 0x0f, 1], 1, 3)).toEqual([1, 1, 1]);
});

test.each([
  ['nothing', [], 1],
  ['a length without an end', [0x80, 0x80, 0x80, 0x80, 0x80, 0x80], 1],
  ['a run without a value', [6], 1],
  ['packed numbers that are cut off', [0b11, 0xff], 3],
  ['runs of nothing', [0, 1, 0, 1], 1],
  ['numbers that are too wide', [2, 1], 33],
])('%s is refused', (_, bytes, width) => {
  expect(() => read(bytes, width, 8)).toThrow(/fewer values than it says/);
});
