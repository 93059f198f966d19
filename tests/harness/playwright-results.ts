/** @file Keeps the result of each story that Playwright has run. */

import { relative } from 'node:path';
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { failure, keepResult } from './results.ts';

/** The annotation of a story with the seconds that were computed for it. */
export const PROCESSOR_TIME = 'processor time';

export default class PlaywrightResults implements Reporter {
  onTestEnd(story: TestCase, { annotations, errors }: TestResult): void {
    const outcome = story.outcome();
    const time = annotations.find(({ type }) => type === PROCESSOR_TIME)?.description;
    keepResult({
      file: `${relative(process.cwd(), story.location.file)} in ${story.parent.project()?.name}`,
      passed: outcome === 'expected' ? 1 : 0,
      failures: outcome === 'unexpected' || outcome === 'flaky' ? [failure(story.title, errors.map(inWords))] : [],
      seconds: Number(time ?? 0),
    });
  }

  /** What fails outside of the stories, such as a file that cannot be loaded. */
  onError(fault: TestError): void {
    const failures = [failure('a fault of no story', [inWords(fault)])];
    keepResult({ file: 'outside of the stories', passed: 0, failures, seconds: 0 });
  }

  /** The lines for the person come from another reporter. */
  printsToStdio(): boolean {
    return false;
  }
}

const inWords = ({ message, location }: TestError): string =>
  `${message ?? ''}\n${location === undefined ? '' : `at ${location.file}:${location.line}`}`;
