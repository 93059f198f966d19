/** @file From which files a person comes to the figures of the core system, and with what. */

import { expect, it } from 'vitest';
import { comparePlaceOf } from '../../src-renderer/statement/statement-place.ts';

const row = { addedAt: new Date(2026, 10, 30, 12).getTime(), connection: 'bank', fileName: 'south.jsonl', lines: 402 };
const place = { from: '2026-11-30', to: '2026-11-30', connection: 'bank', file: 'south.jsonl', compares: true };

it.each<[string, Parameters<typeof comparePlaceOf>[0], object | undefined]>([
  ['a file', row, place],
  ['a file whose lines are not counted yet', { ...row, lines: 0 }, undefined],
  ['one that was only checked', { ...row, connection: '' }, undefined],
])('%s', (_, of, expected) => {
  expect(comparePlaceOf(of)).toEqual(expected);
});
