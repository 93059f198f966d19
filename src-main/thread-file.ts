/** @file Where the file of each thread is. Built, they all lie in one folder with the code that starts them. */

import { type ThreadName, threadRooms } from './thread-rooms.ts';

export function threadFile(name: ThreadName): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? `./${threadRooms[name]}/${name}.ts` : `./${name}.js`, import.meta.url);
}
