/** @file What libraries say of damaged files, as an error that names what could be read. */

import { AppError } from '../../../src-shared/errors.ts';
import { size } from '../../../src-shared/quantities.ts';
import type { Packing } from '../recognise.ts';

const names: Readonly<Record<Packing, string>> = {
  gzip: 'gzip file',
  zstd: 'Zstandard file',
  bzip2: 'bzip2 file',
  zip: 'zip archive',
  tar: 'tar archive',
};

/** The bytes; a failure of the library that unpacks them becomes AppError `file.export-damaged`. */
export async function* explainingDamage(
  unpacked: AsyncIterable<Uint8Array>,
  packing: Packing,
  shownPath: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of unpacked) {
      signal.throwIfAborted();
      bytes += chunk.length;
      yield chunk;
    }
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    signal.throwIfAborted();
    throw damaged(packing, shownPath, bytes, thrown);
  }
}

export function damaged(
  packing: Packing,
  shownPath: string,
  bytes: number,
  cause: unknown,
): AppError<'file.export-damaged'> {
  const readable = bytes === 0 ? 'nothing' : `the first ${size(bytes)}`;
  return new AppError('file.export-damaged', { path: shownPath, packing: names[packing], readable }, { cause });
}
