/** @file Reads a file of certificates or keys that a person names. */

import type { Buffer } from 'node:buffer';
import { largest, readSmall } from './small-file.ts';

/** Certificates have some thousand bytes; the wrong file may have billions. @throws AppError file.*; the signal's reason */
export async function certificateFile(path: string, signal?: AbortSignal): Promise<Buffer> {
  return await readSmall(path, largest.certificate, signal);
}
