/**
 * @file Entries of one name in an archive. Which of them counts cannot be known, and to read only one of them would lose the
 * rows of the other: an archive is read only where they are the same.
 */

import { createHash } from 'node:crypto';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import type { Content } from '../content.ts';
import { unreadable } from '../structured-source.ts';

/** What is said of the one that is not read. */
export const REPEATED = fact('It is in the archive once more, with the same content.');

/** Reads both. Rejects with AppError `file.export-unreadable` where they differ, `file.*`, and the signal's reason. */
export async function assertSame(one: Content, other: Content, shownPath: Said, signal: AbortSignal): Promise<void> {
  if ((await digestOf(one, signal)) === (await digestOf(other, signal))) return;
  throw unreadable(
    shownPath,
    fact('There is more than one “{name}” in it, and they differ: which of them counts cannot be known.', {
      name: one.name,
    }),
    {
      remedy: fact(
        'Unpack it, give each of these files a name of its own, and choose those that count. Nothing was read.',
      ),
    },
  );
}

async function digestOf(content: Content, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content.open(signal)) hash.update(chunk);
  return hash.digest('hex');
}
