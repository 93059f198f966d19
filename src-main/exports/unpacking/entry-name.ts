/** @file The names of files in archives. They are only shown and sorted, never used as a path. Pure. */

import type { AppError } from '../../../src-shared/errors.ts';
import { unreadable } from '../structured-source.ts';

/** Why an archive with such a name is refused: no program writes one that means well. */
export function problemOfName(name: string): string | undefined {
  const parts = name.split(/[/\\]/);
  if (parts.includes('..')) return 'leads out of the archive';
  if (/^(?:[/\\]|[a-z]:)/i.test(name)) return 'is the path of another place on the disk';
  return undefined;
}

/** @throws AppError file.export-unreadable */
export function assertName(name: string, shownPath: string): void {
  const problem = problemOfName(name);
  if (problem !== undefined) throw refusedEntry(name, problem, shownPath);
}

export function refusedEntry(name: string, problem: string, shownPath: string): AppError {
  return unreadable(shownPath, `There is an entry in it that ${problem}: “${name.slice(0, 200)}”.`, {
    remedy: 'It may have been made to do harm: ask where it comes from. Nothing of it was read.',
  });
}

/** As it is shown and sorted: `./a.csv`, as tar writes it for the current folder, is `a.csv`. */
export function plainName(name: string): string {
  return name.replace(/^(?:\.\/)+/, '');
}

/** What systems and programs put beside the files of people, by the last part of a path: why it is left out. */
export function reasonToSkip(path: string): string | undefined {
  const parts = path.split('/');
  const name = parts.at(-1)?.toLowerCase() ?? '';
  if (parts.includes('__MACOSX')) return 'is of macOS';
  if (parts.some((part) => part.startsWith('.') && part !== '.')) return 'is hidden';
  if (['desktop.ini', 'thumbs.db', 'ehthumbs.db', 'icon\r'].includes(name)) return 'is of the system';
  if (name.endsWith('.partial') || name.endsWith('.crdownload') || name.endsWith('.part')) return 'is not complete';
  if (name.startsWith('~$')) return 'is of a program that has a file open';
  if (name.endsWith('.lnk')) return 'is a link';
  return undefined;
}
