/** @file A reporter of vitest that says for the table of the night how many tests passed and failed. */

import type { Reporter, TestModule } from 'vitest/node';
import { tellCount } from '../harness/counted.ts';

export default class CountTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    tellCount(states.filter((state) => state === 'passed').length, 'tests passed');
    const failed = states.filter((state) => state === 'failed').length;
    if (failed > 0) tellCount(failed, 'tests failed');
  }
}
