/** @file The exports that a call names. */

import { addAbortSignal } from 'node:stream';
import type { WorkArea } from '../../../exports/work-area.ts';
import { type FoundSources, findSources, keepInput } from '../../../prepare/sources.ts';
import type { Call } from '../call.ts';
import { usageError } from '../output.ts';

/** Files, folders, or - for standard input. @throws AppError usage.invalid, file.*, disk.full */
export async function sourcesOf(
  exports: readonly string[],
  workArea: WorkArea,
  call: Pick<Call, 'ports' | 'interrupted'>,
  only: readonly string[] = [],
): Promise<FoundSources> {
  const patterns = only.length === 0 ? undefined : only;
  if (!exports.includes('-')) return await findSources(exports, patterns);
  if (exports.length > 1) throw usageError('Standard input cannot be prepared along with files.');
  const input = addAbortSignal(call.interrupted, call.ports.stdin);
  const source = await keepInput(input, workArea);
  const chosen = { ...source, ...(patterns !== undefined && { choice: { only: patterns } }) };
  return { sources: [chosen], leftOut: [], repeated: [] };
}

/** @param only the patterns of the call */
export function nothingFound(only: readonly string[]): string {
  return only.length === 0
    ? 'There is no export in this folder.'
    : `No export in this folder has a name that fits ${only.join(' or ')}.`;
}
