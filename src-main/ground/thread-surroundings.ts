/** @file What a thread is started with in place of the surroundings of its process. */

import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** A thread takes the compiled code that its process keeps only where its surroundings name the folder. */
export function threadSurroundings(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  // The folder of a version of Node is in the one that is named.
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) };
}
