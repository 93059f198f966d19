/** @file Keeps the result of each test file that vitest has run. */

import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { failure, keepResult } from './results.ts';

export default class VitestResults implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()];
    const failures = tests
      .filter((test) => test.result().state === 'failed')
      .map((test) => failure(test.fullName, (test.result().errors ?? []).map(inWords)));
    const { project } = module;
    keepResult({
      file: `${relative(project.config.root, module.moduleId)}${project.name === 'as-on-windows' ? ' as on Windows' : ''}`,
      passed: tests.filter((test) => test.result().state === 'passed').length,
      // What fails outside of the tests, such as a module that cannot be loaded, fails as one.
      failures:
        failures.length === 0 && module.state() === 'failed'
          ? [failure('outside of its tests', module.errors().map(inWords))]
          : failures,
      seconds: module.meta().processorTime ?? 0,
    });
  }

  /** @param faults that belong to no test, such as a rejection that nobody handles */
  onTestRunEnd(_modules: readonly TestModule[], faults: readonly SerializedError[]): void {
    const failures = faults.map((fault) => failure('a fault that no test waits for', [inWords(fault)]));
    if (faults.length > 0) keepResult({ file: 'outside of the tests', passed: 0, failures, seconds: 0 });
  }
}

const inWords = ({ message, diff, stacks }: SerializedError): string =>
  [message, diff ?? '', ...(stacks ?? []).slice(0, 2).map(({ file, line }) => `at ${file}:${line}`)].join('\n');
