/** @file A file that a call names, as the actions take it: offered, as if it were dropped on a window. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import type { Actions } from '../../actions/actions.ts';
import { valueIn } from '../../actions/contract-server.ts';

/** @returns what stands for it @throws AppError file.* */
export async function offeredFile(actions: Pick<Actions, 'offer'>, path: string): Promise<string> {
  // Of a folder, all files would be offered.
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new AppError('file.not-a-file', { path: resolve(path) });
  const { offers, refused } = await actions.offer([path]);
  for (const { error } of refused) valueIn({ ok: false, error });
  return offers[0]?.offer ?? '';
}
