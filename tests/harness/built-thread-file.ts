/**
 * @file In place of `src-main/thread-file.ts` in the tests: threads as they ship, which tests/build-product.ts builds. From
 * source, each would strip the types of every file that it loads.
 */

import type { ThreadName } from '../../src-main/thread-rooms.ts';

export function threadFile(name: ThreadName): URL {
  return new URL(`../../out/main/${name}.js`, import.meta.url);
}
