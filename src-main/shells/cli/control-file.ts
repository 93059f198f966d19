/** @file A file with control figures that a person has named, as an action takes it. */

import { largest, readSmall } from '../../ground/files/small-file.ts';
import type { Call } from './call.ts';

/** @throws AppError file.* */
export async function controlFile(
  { interrupted }: Pick<Call, 'interrupted'>,
  path: string,
): Promise<{ text: string; name: string }> {
  return { text: (await readSmall(path, largest.written, interrupted)).toString(), name: path };
}
