/** @file How long sending takes, by values that were worked out by hand. */

import { expect, it } from 'vitest';
import { throughputOf, uploadForecast } from '../../src-main/send/upload-forecast.ts';
import { uploadInWords } from '../../src-shared/upload-words.ts';

const MB = 1_000_000;
const GB = 1000 * MB;
const files = (count: number, bytes: number) => Array.from({ length: count }, () => bytes);

it.each<[string, number[], number, number]>([
  // 20 addresses are there at once: 20 × 10 MB at 10 MB/s.
  ['20 small batches', files(20, 10 * MB), 0, 20_000],
  // The first 20 take 20 s; the address of the last one comes after a minute, and it takes 1 s.
  ['21 small batches', files(21, 10 * MB), 60_000, 61_000],
  // The last address comes after two minutes; of the third group there is one.
  ['41 small batches', files(41, 10 * MB), 120_000, 121_000],
  // 41 × 100 s: the line is slower than the addresses.
  ['41 batches of a gigabyte', files(41, GB), 120_000, 4_100_000],
  // 20 of 4 s are done after 80 s, later than the second group may begin: 21 × 4 s.
  ['21 batches that take longer than a minute', files(21, 40 * MB), 60_000, 84_000],
  ['nothing', [], 0, 0],
  ['an empty file', [0], 0, 0],
])('%s', (_what, sizes, limitMs, totalMs) => {
  const forecast = uploadForecast({ files: sizes, maxBatchBytes: 2 * GB, bytesPerSecond: 10 * MB });
  expect(forecast).toMatchObject({ limitMs, totalMs, batchesAMinute: 20 });
});

it('a file that is larger than a batch needs an address for each of its batches', () => {
  // 30 and 15 batches, the last one of 50 MB. At 1 GB/s, 40 of them are long done when those after two minutes begin: four of
  // 0.1 s and one of 0.05 s.
  const sizes = [3 * GB, 1450 * MB];
  expect(uploadForecast({ files: sizes, maxBatchBytes: 100 * MB, bytesPerSecond: GB })).toEqual({
    batches: 45,
    bytes: 4450 * MB,
    batchesAMinute: 20,
    limitMs: 120_000,
    bytesPerSecond: GB,
    totalMs: 120_450,
  });
});

it('without a measured speed, only the limit is known', () => {
  const forecast = uploadForecast({ files: files(100, GB), maxBatchBytes: 2 * GB, bytesPerSecond: undefined });
  expect(forecast).toEqual({ batches: 100, bytes: 100 * GB, batchesAMinute: 20, limitMs: 240_000 });
  expect(uploadInWords(forecast)).toBe(
    'Tranship will know how fast the connection is once a few MB have been sent. The service allows 20 uploads a minute: 100 batches need 4m at least.',
  );
});

it('a time below a second is not also called about', () => {
  const forecast = uploadForecast({ files: [MB], maxBatchBytes: GB, bytesPerSecond: 10 * MB });
  expect(uploadInWords(forecast)).toContain('Sending takes under 1s at 10 MB/s, as the latest uploads reached.');
});

it('a speed of nothing is no speed', () => {
  expect(uploadForecast({ files: [GB], maxBatchBytes: GB, bytesPerSecond: 0 }).totalMs).toBeUndefined();
});

it.each<[string, [begun: number, ended: number, megabytes: number][], number | undefined]>([
  [
    'one after the other, with a pause',
    [
      [0, 10, 50],
      [100, 110, 50],
    ],
    5 * MB,
  ],
  [
    'two at the same time',
    [
      [0, 10, 50],
      [0, 10, 50],
    ],
    10 * MB,
  ],
  [
    'one within another',
    [
      [0, 20, 100],
      [5, 10, 20],
    ],
    6 * MB,
  ],
  [
    'in another order, overlapping',
    [
      [10, 30, 60],
      [0, 20, 60],
    ],
    4 * MB,
  ],
  ['too few bytes', [[0, 1, 3]], undefined],
  ['a clock that was set back', [[10, 5, 50]], undefined],
  ['none', [], undefined],
])('the throughput of uploads: %s', (_what, uploads, expected) => {
  const past = uploads.map(([begun, ended, megabytes]) => ({
    begun: begun * 1000,
    ended: ended * 1000,
    bytes: megabytes * MB,
  }));
  expect(throughputOf(past)).toBe(expected);
});

it('files that are not cut take their time, and a speed that is none is not known', () => {
  const sizes = { files: [50 * MB, 30 * MB], maxBatchBytes: Number.POSITIVE_INFINITY };
  expect(uploadForecast({ ...sizes, bytesPerSecond: 10 * MB })).toMatchObject({ batches: 2, totalMs: 8000 });
  expect(uploadForecast({ ...sizes, bytesPerSecond: Number.NaN })).not.toHaveProperty('totalMs');
});
