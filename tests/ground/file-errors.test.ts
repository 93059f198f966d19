import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isDiskFull } from '../../src-main/ground/files/disk-space.ts';
import { explainFileError, toFileError, toFolderError, toWriteError } from '../../src-main/ground/files/file-errors.ts';
import { toStorageError } from '../../src-main/send/storage/database.ts';
import { AppError } from '../../src-shared/errors.ts';

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
  ['EBUSY', 'file.locked'],
  ['EHOSTDOWN', 'file.unreachable'],
  ['ENOTCONN', 'file.unreachable'],
  ['ENODEV', 'file.unreachable'],
  ['ETIMEDOUT', 'file.unreachable'],
])('%s becomes %s', (errno, code) => {
  expect(toFileError(systemError(errno), '/a.jsonl')).toMatchObject({ code, params: { path: '/a.jsonl' } });
});

it('a stale file handle, for which there is no name, becomes file.unreachable', () => {
  const errno = -constants.errno.ESTALE;
  const stale = Object.assign(systemError(`Unknown system error ${errno}`), { errno });
  expect(toFileError(stale, '/a.jsonl').code).toBe('file.unreachable');
});

it.each([
  ['win32', 'file.unreachable'],
  ['linux', 'file.unreadable'],
] as const)('UNKNOWN becomes, on %s, %s', (platform, code) => {
  expect(toFileError(systemError('UNKNOWN'), '/a.jsonl', platform).code).toBe(code);
});

describe('a file that has been there', () => {
  it('is not found when its folder is there', async () => {
    const path = join(import.meta.dirname, 'nowhere.jsonl');
    expect((await explainFileError(systemError('ENOENT'), path)).code).toBe('file.not-found');
  });

  it('is out of reach when its folder is gone too', async () => {
    const path = join(import.meta.dirname, 'no share', 'nowhere.jsonl');
    const thrown = systemError('ENOENT');
    const error = await explainFileError(thrown, path);
    expect(error).toMatchObject({ code: 'file.unreachable', retryable: true, params: { path }, cause: thrown });
  });

  it('is explained as any other when something else is the matter', async () => {
    expect((await explainFileError(systemError('EACCES'), '/no share/a.jsonl')).code).toBe('file.no-permission');
  });
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

describe('the reason that a person reads', () => {
  it.each(['EACCES', 'ENOTDIR', 'EROFS', 'EMFILE', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'EIO', 'EDQUOT'])(
    'is in words, where the system answers %s',
    (code) => {
      const thrown = systemError(code);
      for (const error of [toWriteError(thrown, '/a.jsonl'), toFolderError(thrown, '/data')]) {
        expect(error.detail).not.toContain(code);
        expect(error.cause).toBe(thrown);
      }
    },
  );

  it('is in words, too, where a library has put the system’s answer into a text of its own', () => {
    expect(toFolderError(new Error('EACCES: permission denied, open ‘x’'), '/data').detail).toBe(
      '/data: you do not have permission',
    );
  });

  it('names the answer where there are no words for it', () => {
    expect(toWriteError(systemError('EPROTO'), '/a.jsonl').detail).toContain('the system answers EPROTO');
  });
});

describe('a full disk', () => {
  const sqlite = (errcode: number) => Object.assign(new Error('as SQLite says it'), { errcode });

  it.each([
    ['the system', systemError('ENOSPC')],
    ['a library in a text of its own', new Error('ENOSPC: no space left on device, write')],
    ['SQLite', sqlite(13)],
    ['SQLite, when it writes', sqlite(778)],
    ['SQLite, when it opens', sqlite(4874)],
  ])('is the same error wherever it is met, said by %s', (_, thrown) => {
    const errors: unknown[] = [toWriteError(thrown, '/data/a.zip'), toFolderError(thrown, '/data')];
    if ('errcode' in thrown) errors.push(toStorageError('/data/queue.db', thrown));
    for (const error of errors) expect(error).toMatchObject({ code: 'disk.full', cause: thrown });
  });

  it('is not what a damaged or a locked database means', () => {
    expect([sqlite(11), sqlite(5), new Error('no space')].map(isDiskFull)).toEqual([false, false, false]);
  });

  it('is told with how much is free and how much is needed', () => {
    const { params, detail } = toWriteError(systemError('ENOSPC'), join(import.meta.dirname, 'not', 'there'));
    expect(params).toMatchObject({ freeBytes: expect.any(Number), totalBytes: expect.any(Number) });
    expect(detail).toMatch(/B of [\d.]+ .?B are free/);
  });

  it.each([
    [
      { neededBytes: 8_000_000, freeBytes: 0, totalBytes: 24_000_000 },
      '0 B of 24 MB are free, at least 8 MB are needed',
    ],
    [{ neededBytes: 8_000_000, freeBytes: 9e9, totalBytes: 1e10 }, 'although 9 GB of 10 GB are free'],
    [{ neededBytes: 8_000_000 }, 'at least 8 MB are needed'],
  ])('says what %o means', (space, words) => {
    expect(new AppError('disk.full', { folder: '/data', ...space }).detail).toContain(words);
  });
});
