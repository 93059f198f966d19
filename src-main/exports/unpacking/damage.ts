/** @file What libraries say of damaged files, as an error that names what could be read. */

import { AppError } from '../../../src-shared/errors.ts';
import { namedPacking, type Packing } from '../../../src-shared/formats.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';

/** The bytes; a failure of the library that unpacks them becomes AppError `file.export-damaged`. */
export async function* explainingDamage(
  unpacked: AsyncIterable<Uint8Array>,
  packing: Packing,
  shownPath: Said,
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
  shownPath: Said,
  bytes: number,
  cause: unknown,
): AppError<'file.export-damaged'> {
  const readable = bytes === 0 ? fact('nothing') : fact('the first {size, number, bytes}', { size: bytes });
  return new AppError('file.export-damaged', { path: shownPath, packing: namedPacking(packing), readable }, { cause });
}
