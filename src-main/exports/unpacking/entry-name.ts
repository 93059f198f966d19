/** @file The names of files in archives. They are only shown and sorted, never used as a path. Pure. */

import type { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';
import { unreadable } from '../structured-source.ts';

/** Why an archive with such a name is refused: no program writes one that means well. */
export function problemOfName(given: string): Fact | undefined {
  const name = shown(given);
  const parts = given.split(/[/\\]/);
  if (parts.includes('..')) return leadsOut(given);
  if (/^(?:[/\\]|[a-z]:)/i.test(given))
    return fact('There is an entry in it that is the path of another place on the disk: “{name}”.', { name });
  return undefined;
}

const shown = (name: string): string => name.slice(0, 200);

export const leadsOut = (name: string): Fact =>
  fact('There is an entry in it that leads out of the archive: “{name}”.', { name: shown(name) });

export const isNoFile = (name: string): Fact =>
  fact('There is an entry in it that is a link or a device: “{name}”.', { name: shown(name) });

/** What errors call a file in an archive. */
export const inArchive = (name: string, { shownPath }: { shownPath: Said }): Fact =>
  fact('{name} in {archive}', { name, archive: shownPath });

/** @throws AppError file.export-unreadable */
export function assertName(name: string, shownPath: Said): void {
  const problem = problemOfName(name);
  if (problem !== undefined) throw refusedEntry(problem, shownPath);
}

export function refusedEntry(problem: Fact, shownPath: Said): AppError {
  return unreadable(shownPath, problem, {
    remedy: fact('It may have been made to do harm: ask where it comes from. Nothing of it was read.'),
  });
}

/** As it is shown and sorted: `./a.csv`, as tar writes it for the current folder, is `a.csv`. */
export function plainName(name: string): string {
  return name.replace(/^(?:\.\/)+/, '');
}

/** What systems and programs put beside the files of people, by the last part of a path: why it is left out. */
export function reasonToSkip(path: string): Fact | undefined {
  const parts = path.split('/');
  const name = parts.at(-1)?.toLowerCase() ?? '';
  if (parts.includes('__MACOSX')) return fact('It is of macOS.');
  if (parts.some((part) => part.startsWith('.') && part !== '.')) return fact('It is hidden.');
  if (['desktop.ini', 'thumbs.db', 'ehthumbs.db', 'icon\r'].includes(name)) return fact('It is of the system.');
  if (name.endsWith('.partial') || name.endsWith('.crdownload') || name.endsWith('.part'))
    return fact('It is not complete.');
  if (name.startsWith('~$')) return fact('It is of a program that has a file open.');
  if (name.endsWith('.lnk')) return fact('It is a link.');
  return undefined;
}
