import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toFileError } from '../src-main/file-errors.ts';
import { AppError } from '../src-preload/errors.ts';

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: it failed`), { code, syscall: 'open' });
}

it.each([
  ['ENOENT', 'file.not-found'],
  ['ENOTDIR', 'file.not-found'],
  ['EISDIR', 'file.not-a-file'],
  ['EACCES', 'file.no-permission'],
  ['EPERM', 'file.no-permission'],
  ['EIO', 'file.unreadable'],
])('%s becomes %s', (errno, code) => {
  expect(toFileError(systemError(errno), '/a.jsonl')).toMatchObject({ code, params: { path: '/a.jsonl' } });
});

it('an error of node:fs is recognised', () => {
  const path = join(import.meta.dirname, 'nowhere');
  let thrown: unknown;
  try {
    readFileSync(path);
  } catch (error) {
    thrown = error;
  }
  expect(toFileError(thrown, path)).toMatchObject({ code: 'file.not-found', cause: thrown });
});

it('an AppError stays what it is', () => {
  const error = new AppError('file.changed', { path: '/a.jsonl', how: 'shrank' });
  expect(toFileError(error, '/a.jsonl')).toBe(error);
});

it('a mistake of ours is not blamed on the file', () => {
  expect(toFileError(new TypeError('x is undefined'), '/a.jsonl').code).toBe('internal.unexpected');
});
