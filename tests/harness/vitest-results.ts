/** @file Keeps the result of each test file that vitest has run. */

import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { keepResult } from './results.ts';

export default class VitestResults implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const states = [...module.children.allTests()].map((test) => test.result().state);
    const count = (state: string) => states.filter((each) => each === state).length;
    const failed = count('failed');
    const { project } = module;
    keepResult({
      file: `${relative(project.config.root, module.moduleId)}${project.name === 'as-on-windows' ? ' as on Windows' : ''}`,
      passed: count('passed'),
      // What fails outside of the tests, such as a module that cannot be loaded, fails as one.
      failed: failed === 0 && module.state() === 'failed' ? 1 : failed,
      seconds: module.meta().processorTime ?? 0,
    });
  }

  /** @param faults that belong to no test, such as a rejection that nobody handles */
  onTestRunEnd(_modules: readonly TestModule[], faults: readonly SerializedError[]): void {
    if (faults.length > 0) keepResult({ file: 'outside of the tests', passed: 0, failed: faults.length, seconds: 0 });
  }
}
