/** @file A file with control figures that a person has named, as an action takes it. */

import { largest, readSmall } from '../../ground/files/small-file.ts';

/** @throws AppError file.* */
export async function controlFile(path: string): Promise<{ text: string; name: string }> {
  return { text: (await readSmall(path, largest.written)).toString(), name: path };
}
