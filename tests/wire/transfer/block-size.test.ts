import { expect, it } from 'vitest';
import { BlockSize } from '../../../src-main/wire/transfer/block-size.ts';

const KIB = 1024;

/** Sends blocks over a network of this speed (bytes a second) for some seconds; returns the sizes of the blocks. */
function sendOver(size: BlockSize, bytesPerSecond: number, seconds: number, startAt = 0): number[] {
  const sizes: number[] = [];
  for (let at = startAt; at < startAt + seconds * 1000; ) {
    const bytes = size.under(undefined);
    at += (1000 * bytes) / bytesPerSecond;
    size.add(at, bytes);
    sizes.push(bytes);
  }
  return sizes;
}

it('a network of 1 MB a second gets blocks of a twentieth of a second', () => {
  expect(sendOver(new BlockSize(), 1_000_000, 2).at(-1)).toBe(50_000);
});

it('a slow network gets small blocks after the first two, but they do not keep shrinking', () => {
  const [, , ...others] = sendOver(new BlockSize(), 20_000, 20);
  expect(new Set(others)).toEqual(new Set([16 * KIB]));
});

it('a fast network gets large blocks within a twentieth of a second', () => {
  const size = new BlockSize();
  sendOver(size, 500_000_000, 0.05);
  expect(size.under(undefined)).toBe(512 * KIB);
});

it('a network that becomes slow gets small blocks at once', () => {
  const size = new BlockSize();
  sendOver(size, 500_000_000, 1);
  const [first, second] = sendOver(size, 100_000, 10, 1000);
  expect([first, second]).toEqual([512 * KIB, 16 * KIB]);
});

it('a limit is used in blocks of a twentieth of a second', () => {
  expect(new BlockSize().under(200_000)).toBe(10_000);
});

it('a limit makes no block larger', () => {
  expect(new BlockSize().under(1_000_000_000)).toBe(new BlockSize().under(undefined));
});

it('a tiny limit is not used byte by byte', () => {
  expect(new BlockSize().under(1)).toBe(KIB);
});
