/** @file Runs before each test file: notes how long the file has computed, and tidies up after it. */

import { afterAll } from 'vitest';
import { tidyUpAfterFile } from '../after-file.ts';
import { processorTime } from './processor-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** In seconds. */
    processorTime?: number;
  }
}

const begun = processorTime();

// Registered before the hooks of the file itself, and so the last of them.
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from this pattern what a hook needs.
afterAll(({}, file) => {
  file.meta.processorTime = processorTime() - begun;
});

tidyUpAfterFile();
