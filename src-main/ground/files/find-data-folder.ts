/** @file Finds the data folder of this process, and does not pass over a queue that is at the place of an earlier version. */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { dataFolder, formerDataFolder } from './data-folder.ts';

/** What is in the folder of each version that has sent anything. */
const QUEUE = 'queue.db';

export interface ThisComputer {
  platform?: string;
  home?: string;
  exists?: (path: string) => boolean;
}

/**
 * The data folder, whether or not it exists.
 * @param workingFolder as of `dataFolder`
 * @throws AppError folder.relative, folder.left-behind
 */
export function findDataFolder(
  variables: Readonly<Record<string, string | undefined>>,
  workingFolder?: string,
  { platform = process.platform, home = homedir(), exists = existsSync }: ThisComputer = {},
): string {
  const folder = dataFolder(variables, platform, home, workingFolder);
  const former = formerDataFolder(variables, platform, home);
  // An empty queue in the new place would look as if nothing had ever been sent.
  if (former !== undefined && exists(join(former, QUEUE)) && !exists(join(folder, QUEUE)))
    throw new AppError('folder.left-behind', { former, folder });
  return folder;
}
