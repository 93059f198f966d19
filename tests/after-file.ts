/**
 * @file What is to be done once a test file has ended. Helpers use it in place of a hook of their own: the test files of one
 * process share them, and their hooks would belong to the first of these.
 */

import { afterAll } from 'vitest';

const works: (() => void)[] = [];

/** Does the work when the test file that is running now has ended. */
export function afterFile(work: () => void): void {
  works.push(work);
}

/** To be called at the start of each file. */
export function tidyUpAfterFile(): void {
  afterAll(() => {
    for (const work of works.splice(0)) work();
  });
}
