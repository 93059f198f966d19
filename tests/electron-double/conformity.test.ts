/** @file The table of what Electron really does: a row for each call of the shell, and no other; the tests that it names are there. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findShellCalls } from './api/shell-calls.ts';

const root = join(import.meta.dirname, '../..');
const table = readFileSync(join(import.meta.dirname, 'conformity.md'), 'utf8');
const rows = table.split('\n').flatMap((line) => {
  const [, call, cells] = /^\| `([^`]+)` \|(.*)\|$/.exec(line) ?? [];
  return call === undefined ? [] : [{ call, cells: cells?.split(' | ').map((cell) => cell.trim()) ?? [] }];
});
/** The last cell says where the double does the same. */
const played = rows.map(({ call, cells }) => ({ call, where: cells.at(-1) ?? '' }));

test('every call of the shell has one row, and every row is a call', () => {
  expect(rows.map(({ call }) => call).sort()).toEqual(findShellCalls());
});

test('every row says what the sources say, what is changed, what a failure does, and where it is played', () => {
  expect(rows.filter(({ cells }) => cells.length !== 4 || cells.includes('')).map(({ call }) => call)).toEqual([]);
});

test('every row cites a line of the sources, or says that they were not read', () => {
  const silent = rows.filter(({ cells: [says = ''] }) => !/`[\w./-]+:\d+`|not read/.test(says));
  expect(silent.map(({ call }) => call)).toEqual([]);
});

test('every row names a test, or says that the call is not played and what that leaves unknown', () => {
  const silent = played.filter(({ where }) => !/`tests\/[^`]+`/.test(where) && !/not played: \w/i.test(where));
  expect(silent.map(({ call }) => call)).toEqual([]);
});

test('every test that is named is there', () => {
  const named = [...table.matchAll(/`(tests\/[^`]+)`/g)].map(([, path]) => path ?? '');
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
