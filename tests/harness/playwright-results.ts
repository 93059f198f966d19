/** @file Keeps the result of each story that Playwright has run. */

import { relative } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { keepResult } from './results.ts';

/** The annotation of a story with the seconds that were computed for it. */
export const PROCESSOR_TIME = 'processor time';

export default class PlaywrightResults implements Reporter {
  onTestEnd(story: TestCase, { annotations }: TestResult): void {
    const outcome = story.outcome();
    const time = annotations.find(({ type }) => type === PROCESSOR_TIME)?.description;
    keepResult({
      file: `${relative(process.cwd(), story.location.file)} in ${story.parent.project()?.name}`,
      passed: outcome === 'expected' ? 1 : 0,
      failed: outcome === 'unexpected' || outcome === 'flaky' ? 1 : 0,
      seconds: Number(time ?? 0),
    });
  }

  /** What fails outside of the stories, such as a file that cannot be loaded. */
  onError(): void {
    keepResult({ file: 'outside of the stories', passed: 0, failed: 1, seconds: 0 });
  }

  /** The lines for the person come from another reporter. */
  printsToStdio(): boolean {
    return false;
  }
}
