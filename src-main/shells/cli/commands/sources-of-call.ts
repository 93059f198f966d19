/** @file The exports that a call names. */

import { addAbortSignal } from 'node:stream';
import { type FoundSources, findSources, keepInput } from '../../../preparing/sources.ts';
import type { WorkArea } from '../../../preparing/work-area.ts';
import { usageError } from '../output.ts';

/** Files, folders, or - for standard input. @throws AppError usage.invalid, file.*, disk.full */
export async function sourcesOf(
  exports: readonly string[],
  workArea: WorkArea,
  signal: AbortSignal,
): Promise<FoundSources> {
  if (!exports.includes('-')) return await findSources(exports);
  if (exports.length > 1) throw usageError('Standard input cannot be prepared along with files.');
  const input = addAbortSignal(signal, process.stdin);
  return { sources: [await keepInput(input, workArea)], leftOut: [], repeated: [] };
}
