/**
 * @file Reads a file that only the administrator can write: it and all folders above it belong to root, no other user may
 * write there, and no link leads elsewhere. Synchronous, since nothing may begin before.
 */

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { codeOf } from '../ground/files/error-codes.ts';

const MOST_BYTES = 1_000_000;
const WRITABLE_BY_OTHERS = 0o022;

export interface TrustOptions {
  /** Who must own it; root, except in tests. */
  owner?: number;
  /** The folder at which to stop looking upwards. */
  top?: string;
}

/** The content; undefined where there is no such file. @throws AppError policy.unusable */
export function readTrustedFile(path: string, { owner = 0, top = '/' }: TrustOptions = {}): Buffer | undefined {
  const refuse = (problem: Said) => new AppError('policy.unusable', { place: path, problem });
  const requireTrusted = (part: string, found: Stats) => {
    const name = part === path ? fact('the file') : fact('the folder {folder}', { folder: part });
    if (found.isSymbolicLink()) throw refuse(fact('{name} is a link; put it there itself', { name }));
    if (found.uid !== owner)
      throw refuse(fact('{name} does not belong to root; an administrator must own it', { name }));
    if ((found.mode & WRITABLE_BY_OTHERS) !== 0)
      throw refuse(fact('others may write to this: {name}; take that right away', { name }));
  };
  try {
    // On a computer without policies there is not even the folder, however those above it are set up.
    lstatSync(dirname(path));
    for (const folder of foldersAbove(path, top)) requireTrusted(folder, lstatSync(folder));
    const found = lstatSync(path);
    requireTrusted(path, found);
    if (!found.isFile()) throw refuse(fact('it is not a file'));
    // The folder is root's alone: what is opened now is what was looked at.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      if (fstatSync(descriptor).size > MOST_BYTES) throw refuse(fact('it is larger than 1 MB'));
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (thrown) {
    const code = codeOf(thrown);
    if (thrown instanceof AppError) throw thrown;
    if (code === 'ENOENT') return undefined;
    if (code === 'EACCES' || code === 'EPERM')
      throw refuse(fact('it cannot be read; all people of this computer must be able to'));
    throw refuse(fact('it cannot be read ({reason})', { reason: code ?? String(thrown) }));
  }
}

/** From the top down, so that a folder is looked at only when those above it are trusted. */
function foldersAbove(path: string, top: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === top || folder === dirname(folder)) return folders;
  }
}
