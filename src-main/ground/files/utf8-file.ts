/** @file A text that a person has written to a file, read as what it is. */

import { isUtf8 } from 'node:buffer';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { largest, readSmall } from './small-file.ts';

type Unreadable = 'rules.unreadable' | 'recipe.unreadable' | 'template.unreadable' | 'manifest.unreadable';

/** Throws AppError with the code of `unreadable`, or `file.*` when it cannot be read; the signal's reason. */
export async function readUtf8(path: string, unreadable: Unreadable, signal: AbortSignal | undefined): Promise<string> {
  const bytes = await readSmall(path, largest.written, signal);
  // Decoding would replace what is not UTF-8, and so change the values.
  if (!isUtf8(bytes)) throw new AppError(unreadable, { path, problem: fact('this is not UTF-8. Save it as UTF-8.') });
  return bytes.toString();
}
